import { addDays, dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, utcText } from "./datetime.ts";
import { localClock } from "./slack.ts";

const MINUTE_MS = 60_000;

/** Beyond two weeks a standard deviation says nothing of a day, and its dates are not told. */
const MAX_SPREAD_MINUTES = 14 * 24 * 60;

/** When a parcel is predicted at a point, by the calendar there. */
export interface Visit {
  /** `yyyy-MM-dd` and `hh:mm`. */
  readonly date: string;
  readonly time: string;
  /** Every further calendar date within one standard deviation, in order. */
  readonly otherDates: readonly string[];
  /** Whether the deviation is wider than dates are told. */
  readonly isCut: boolean;
}

/**
 * The local date and time of a route point (spec 2.8: `dateTime` in UTC, `stdDevMinutes`) in the zone `zoneName`;
 * undefined where timestamp or zone is not certain. An unreadable deviation counts as none.
 */
export function visitAt(dateTime: unknown, stdDevMinutes: unknown, zoneName: string): Visit | undefined {
  const written = readDatetime(dateTime);
  const instantMs = written === undefined ? undefined : instantOf(written);
  const clock = localClock(dateTime, zoneName);
  // A time zone may lead out of the years that dates are written in.
  if (instantMs === undefined || clock === undefined || dateToUtcMs(clock.date) === undefined) return undefined;
  const spread = typeof stdDevMinutes === "number" && stdDevMinutes > 0 ? stdDevMinutes : 0;
  const spreadMs = Math.min(spread, MAX_SPREAD_MINUTES) * MINUTE_MS;
  const [first = clock.date, last = clock.date] = [instantMs - spreadMs, instantMs + spreadMs].map(
    (ms) => localClock(utcText(ms), zoneName)?.date,
  );
  const otherDates = datesFrom(first, last).filter((date) => date !== clock.date);
  return { ...clock, otherDates, isCut: spread > MAX_SPREAD_MINUTES };
}

/** The dates from `first` to `last`, which is not before it; none where they lead out of the years 0 to 9999. */
function datesFrom(first: string, last: string): string[] {
  if (dateToUtcMs(first) === undefined) return [];
  const dates = [first];
  for (let date = first; date < last; ) {
    date = addDays(date, 1);
    dates.push(date);
  }
  return dates;
}
