import { addDays, dateToUtcMs, earliestUsDate, utcDate, weekday } from "../../domain/calendar.ts";
import { utcTimestamp } from "../../domain/datetime.ts";
import { localClock } from "../../domain/zone.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";

/** Today by the clock of a ZIP. If that is not known, the earliest date on a US clock and that in UTC. */
export function todayAt(zip: string, nowMs: number): readonly string[] {
  const local = localClock(utcTimestamp(nowMs), zoneOfZip(zip));
  return local === undefined ? [...new Set([earliestUsDate(nowMs), utcDate(nowMs)])] : [local.date];
}

/** The date meant by `tomorrow`, `Friday`, `2026/11/26` or `11/26/2026`; two dates if two are possible. */
export function dateInWords(words: string, todays: readonly string[]): string | undefined {
  const [first = ""] = todays;
  if (daysAhead(words, first) === undefined) return datesInFigures(words, first).join(" or ") || undefined;
  const byDate = new Map(todays.map((today) => [addDays(today, daysAhead(words, today) ?? 0), today]));
  return [...byDate].map(([date, today]) => `${date} (today is ${weekday(today)} ${today})`).join(" or ");
}

const WEEKDAY_NAMES = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function daysAhead(words: string, today: string): number | undefined {
  if (words === "today") return 0;
  if (words === "tomorrow") return 1;
  const day = WEEKDAY_NAMES.findIndex(
    (name) => words === name || words === name.slice(0, 3) || words === `next ${name}`,
  );
  const now = new Date(dateToUtcMs(today) ?? 0).getUTCDay();
  return day === -1 ? undefined : (day - now + 7) % 7 || 7;
}

/** The dates that `02.12.2026` or `11/26` may mean, those ahead first. Without a year, only those of the year ahead. */
function datesInFigures(words: string, today: string): readonly string[] {
  const figures = words.replace(/t.*/s, "").split(/[/.-]/);
  const [first = "", second = "", third = ""] = figures.map((figure) => figure.padStart(2, "0"));
  const hasYear = Number(third) > 0;
  const thisYear = Number(today.slice(0, 4));
  const years = hasYear ? [third] : [thisYear, thisYear + 1];
  const yearLast = years.flatMap((year) => [`${year}-${first}-${second}`, `${year}-${second}-${first}`]);
  const spellings = new Set([`${first}-${second}-${third}`, ...yearLast]);
  const dates = [...spellings].filter((date) => dateToUtcMs(date) !== undefined).sort();
  const ahead = dates.filter((date) => date >= today);
  if (!hasYear) return ahead.filter((date) => date < addDays(today, 366));
  return [...ahead, ...dates.filter((date) => date < today)];
}
