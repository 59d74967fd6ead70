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
  /** False where the timestamp names no offset from UTC: its clock and date are as written, the instant is not known. */
  readonly isInstant: boolean;
  /** Every further calendar date within one standard deviation, in order. */
  readonly otherDates: readonly string[];
  /** Whether the deviation is wider than dates are told. */
  readonly isCut: boolean;
}

/**
 * The local date and time of a route point (spec 2.8: `dateTime` in UTC, `stdDevMinutes`) in the zone `zoneName`;
 * as written where it names no offset; undefined where it or the zone cannot be read. An unreadable deviation counts as none.
 */
export function visitAt(dateTime: unknown, stdDevMinutes: unknown, zoneName: string): Visit | undefined {
  const written = readDatetime(dateTime);
  if (written === undefined) return undefined;
  const instantMs = instantOf(written);
  // Without an offset the clock is that of some place already: read as UTC, it stays as written.
  const [atMs, zone] = instantMs === undefined ? [written.wallMs, "UTC"] : [instantMs, zoneName];
  const clock = localClock(utcText(atMs), zone);
  // A time zone may lead out of the years that dates are written in.
  if (clock === undefined || dateToUtcMs(clock.date) === undefined) return undefined;
  const spread = typeof stdDevMinutes === "number" && stdDevMinutes > 0 ? stdDevMinutes : 0;
  const spreadMs = Math.min(spread, MAX_SPREAD_MINUTES) * MINUTE_MS;
  const [first = clock.date, last = clock.date] = [atMs - spreadMs, atMs + spreadMs].map(
    (ms) => localClock(utcText(ms), zone)?.date,
  );
  const otherDates = datesFrom(first, last).filter((date) => date !== clock.date);
  return { ...clock, isInstant: instantMs !== undefined, otherDates, isCut: spread > MAX_SPREAD_MINUTES };
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
