import { DAY_MS, HOUR_MS } from "./time-units.ts";

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** UTC midnight of a calendar date `yyyy-MM-dd`; undefined for other texts and impossible dates (2026-02-30). */
export function dateToUtcMs(date: string): number | undefined {
  const match = DATE.exec(date);
  if (match === null) return undefined;
  return midnightMs(Number(match[1]), Number(match[2]), Number(match[3]));
}

export function midnightMs(year: number, month: number, day: number): number | undefined {
  // Date.UTC would read the years 0 to 99 as 1900 to 1999.
  const ms = new Date(0).setUTCFullYear(year, month - 1, day);
  // JavaScript moves an impossible day or month into another month.
  return new Date(ms).getUTCMonth() === month - 1 ? ms : undefined;
}

export function utcDate(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

/** American Samoa begins each day last of the places with ZIPs, eleven hours behind UTC. */
export function earliestUsDate(instantMs: number): string {
  return utcDate(instantMs - 11 * HOUR_MS);
}

/** Throws on a date that `dateToUtcMs` does not read. */
export function addDays(date: string, days: number): string {
  const ms = dateToUtcMs(date);
  if (ms === undefined) throw new RangeError(`not a calendar date: ${date}`);
  return utcDate(ms + days * DAY_MS);
}

/** `Mon`; undefined if `date` is not a date. */
export function weekday(date: string): string | undefined {
  return WEEKDAYS[new Date(dateToUtcMs(date) ?? Number.NaN).getUTCDay()];
}

/** `Thu 11-26`; undefined if `date` is not a date. */
export function shortDay(date: string): string | undefined {
  const day = weekday(date);
  return day && `${day} ${date.slice(5)}`;
}

/**
 * The last day of a forecast's `meta.horizon`, whose shape is not documented (service.md 2.1): the latest of several
 * dates, as in `{ from, to }` or `[first, …, last]`. Undefined for any other shape.
 */
export function horizonEnd(horizon: unknown): string | undefined {
  const members: unknown[] = typeof horizon === "object" && horizon !== null ? Object.values(horizon) : [];
  const dates = members.filter((member) => typeof member === "string" && dateToUtcMs(member) !== undefined).sort();
  return dates[0] === dates.at(-1) ? undefined : (dates.at(-1) as string);
}
