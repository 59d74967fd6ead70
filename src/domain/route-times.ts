import { instantOf, readDatetime, utcText } from "./datetime.ts";
import { localClock } from "./slack.ts";

const MINUTE_MS = 60_000;

/** Beyond two weeks a standard deviation says nothing of a day. */
const MAX_SPREAD_MINUTES = 14 * 24 * 60;

/** When a parcel is predicted at a point, by the calendar there. */
export interface Visit {
  /** `yyyy-MM-dd` and `hh:mm`. */
  readonly date: string;
  readonly time: string;
  /** Further calendar dates within one standard deviation, in order. */
  readonly otherDates: readonly string[];
}

/**
 * The local date and time of a route point (spec 2.8: `dateTime` in UTC, `stdDevMinutes`) in the zone `zoneName`;
 * undefined where timestamp or zone is not certain. An unreadable deviation counts as none.
 */
export function visitAt(dateTime: unknown, stdDevMinutes: unknown, zoneName: string): Visit | undefined {
  const written = readDatetime(dateTime);
  const instantMs = written === undefined ? undefined : instantOf(written);
  const clock = localClock(dateTime, zoneName);
  if (instantMs === undefined || clock === undefined) return undefined;
  const spread = typeof stdDevMinutes === "number" && stdDevMinutes > 0 ? stdDevMinutes : 0;
  const spreadMs = Math.min(spread, MAX_SPREAD_MINUTES) * MINUTE_MS;
  // The ends are enough: what lies between two neighbouring days has no day of its own, and wider spreads are rare.
  const ends = [instantMs - spreadMs, instantMs + spreadMs];
  const dates = new Set(ends.flatMap((ms) => localClock(utcText(ms), zoneName)?.date ?? []));
  dates.delete(clock.date);
  return { ...clock, otherDates: [...dates] };
}
