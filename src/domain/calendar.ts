import { DAY_MS } from "./time-units.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** UTC midnight of a calendar date `yyyy-MM-dd`; undefined when the text is no such date (2026-02-30 is none). */
export function dateToUtcMs(date: string): number | undefined {
  const match = DATE.exec(date);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  // Not Date.UTC's year: it takes 0 to 99 for 1900 to 1999.
  const ms = new Date(0).setUTCFullYear(year, month - 1, day);
  // A month or a day that does not exist is read as one of another month.
  return new Date(ms).getUTCMonth() === month - 1 ? ms : undefined;
}

/** The calendar date of an instant in UTC, `yyyy-MM-dd`. */
export function utcDate(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

/** The date `days` after `date`. Throws on a date that `dateToUtcMs` does not read. */
export function addDays(date: string, days: number): string {
  const ms = dateToUtcMs(date);
  if (ms === undefined) throw new RangeError(`not a calendar date: ${date}`);
  return utcDate(ms + days * DAY_MS);
}

/** English weekday of a calendar date, three letters; undefined when it is no date. */
export function weekday(date: string): string | undefined {
  return WEEKDAYS[new Date(dateToUtcMs(date) ?? Number.NaN).getUTCDay()];
}
