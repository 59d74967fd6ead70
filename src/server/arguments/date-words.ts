import { addDays, dateToUtcMs, earliestUsDate, utcDate, weekday } from "../../domain/calendar.ts";
import { timestampMs, utcTimestamp } from "../../domain/datetime.ts";
import { localClock } from "../../domain/zone.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";

/** Today by the clock of a ZIP. If that is not known, the earliest date on a US clock and that in UTC. */
export function todayAt(zip: string | undefined, nowMs: number): readonly string[] {
  const local = localClock(utcTimestamp(nowMs), zoneOfZip(zip ?? ""));
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

/** The dates that figures such as `02.12.2026` may mean, those ahead first. Without a year, only those of the year ahead. */
function datesInFigures(words: string, today: string): readonly string[] {
  const figures = words.replace(/t.*/s, "").split(/[/.-]/);
  const [first = "", second = "", third = ""] = figures.map((figure) => figure.padStart(2, "0"));
  const hasYear = Number(third) > 0;
  const thisYear = Number(today.slice(0, 4));
  const years = hasYear ? [third] : [thisYear, thisYear + 1];
  const meant = years.flatMap((year) => [`${year}-${first}-${second}`, `${year}-${second}-${first}`]);
  const dates = [...new Set([`${first}-${second}-${third}`, ...meant])]
    .filter((date) => dateToUtcMs(date) !== undefined && (hasYear || date < addDays(today, 366)))
    .sort();
  const past = hasYear ? dates.filter((date) => date < today) : [];
  return [...dates.filter((date) => date >= today), ...past];
}

/** A time of day at the end of words: `6am`, `at 6:30 pm`, `t06:00`. */
const CLOCK = /(?:^| |t)(\d{1,2})(?::(\d\d))?(?::\d\d)? ?([ap]m)?$/;

/** The last instant in UTC that `yesterday`, `since 6am` or `11/22 6:30 pm` may mean. */
export function pastInWords(words: string, nowMs: number): string | undefined {
  if (/^\d{1,4}$/.test(words)) return `${words}h`;
  const plain = words.replace(/^(?:since|from|after|last) /, "");
  const [clock = "", hour = "0", minute = "00", half] = CLOCK.exec(plain) ?? [];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "pm" ? 12 : 0);
  const time = `T${String(hours).padStart(2, "0")}:${minute}Z`;
  const day = plain
    .slice(0, plain.length - clock.length)
    .trim()
    .replace(/,? at$|,$/, "");
  const instants = pastDates(day, utcDate(nowMs))
    .map((date) => `${date}${time}`)
    .filter((instant) => (timestampMs(instant) ?? Number.POSITIVE_INFINITY) <= nowMs);
  const told = day === "" ? instants.slice(0, clock === "" ? 0 : 1) : instants;
  return told.length === 0 ? undefined : `${told.join(" or ")}, or with your UTC offset instead of Z`;
}

/** The dates up to `today` that words may mean, the likeliest first. No words mean today or yesterday. */
function pastDates(words: string, today: string): readonly string[] {
  if (words === "") return [today, addDays(today, -1)];
  if (words === "today") return [today];
  if (words === "yesterday") return [addDays(today, -1)];
  if (words === "tomorrow") return [];
  const days = words.startsWith("next") ? undefined : daysAhead(words, today);
  if (days !== undefined) return [addDays(today, days - 7)];
  return datesInFigures(words, addDays(today, -365)).filter((date) => date <= today);
}
