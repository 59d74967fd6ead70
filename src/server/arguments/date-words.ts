import { addDays, dateToUtcMs, earliestUsDate, utcDate, weekday } from "../../domain/calendar.ts";
import { utcTimestamp } from "../../domain/datetime.ts";
import { localClock } from "../../domain/zone.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";

/** The date where the caller is. If that is not known, it may be any of two: the earliest on a US clock, and that in UTC. */
export interface Today {
  readonly earliest: string;
  readonly latest: string;
}

/** Today by the clock of a ZIP, if there is one and its zone is known. */
export function todayAt(zip: string | undefined, nowMs: number): Today {
  const local = localClock(utcTimestamp(nowMs), zoneOfZip(zip ?? ""));
  return local === undefined
    ? { earliest: earliestUsDate(nowMs), latest: utcDate(nowMs) }
    : { earliest: local.date, latest: local.date };
}

/** The date meant by `tomorrow`, `Friday`, `2026/11/26` or `11/26/2026`; two dates if two are possible. */
export function dateInWords(words: string, { earliest, latest }: Today): string | undefined {
  const [early, late] = [dateOn(words, earliest), dateOn(words, latest)];
  if (early === undefined || early === late) return late;
  return `${early} where it is still ${weekday(earliest)} ${earliest}, else ${late}`;
}

const WEEKDAY_NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function dateOn(words: string, today: string): string | undefined {
  if (words === "today") return today;
  if (words === "tomorrow") return addDays(today, 1);
  const day = WEEKDAY_NAMES.findIndex(
    (name) => words === name || words === name.slice(0, 3) || words === `next ${name}`,
  );
  if (day === -1) return datesInFigures(words, today).join(" or ") || undefined;
  const now = new Date(dateToUtcMs(today) ?? 0).getUTCDay();
  return addDays(today, (day - now + 7) % 7 || 7);
}

/** The dates that figures such as `02.12.` and `12/2/2026` may mean, days ahead first, then the earlier one. */
function datesInFigures(words: string, today: string): readonly string[] {
  const figures = words.replace(/t.*/s, "").split(/[/.-]/);
  const [first = "", second = "", third = ""] = figures.map((figure) => figure.padStart(2, "0"));
  if (figures.length === 3 && dateToUtcMs(`${first}-${second}-${third}`) !== undefined)
    return [`${first}-${second}-${third}`];
  const thisYear = Number(today.slice(0, 4));
  const years = Number(third) === 0 ? [thisYear, thisYear + 1] : [third];
  const dates = [`${first}-${second}`, `${second}-${first}`].flatMap((monthAndDay) => {
    const possible = years.map((year) => `${year}-${monthAndDay}`).filter((date) => dateToUtcMs(date) !== undefined);
    return possible.find((date) => date >= today) ?? possible.slice(0, 1);
  });
  const byNearness = [...new Set(dates)].sort();
  return [...byNearness.filter((date) => date >= today), ...byNearness.filter((date) => date < today)];
}
