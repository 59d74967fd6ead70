import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { HOUR_MS } from "./time-units.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/** Guam's and American Samoa's offsets: the first and the last US zone in which a wall clock reaches a given time. */
const FIRST_US_ZONE_HOURS = 10;
const LAST_US_ZONE_HOURS = -11;

/** No package is older: what lies before it stands for a time that was not set, as `0001-01-01T00:00:00` does. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** A datetime, or a bare date as its first hour. */
function readMoment(text: unknown): WrittenTime | undefined {
  const dayMs = typeof text === "string" ? dateToUtcMs(text.trim()) : undefined;
  return dayMs === undefined ? readDatetime(text) : { wallMs: dayMs, offsetMinutes: null };
}

/** True for a datetime of a package, or a bare date, before the year 2000. */
export function isPlaceholder(datetime: unknown): boolean {
  return (readMoment(datetime)?.wallMs ?? FIRST_MS) < FIRST_MS;
}

/**
 * Hours from `earlier` to `later`, one decimal, negative when `later` comes first; null where either is missing,
 * unreadable or a placeholder. Two datetimes without zone differ by their wall clocks (service.md 2.9); one with and one
 * without are not comparable.
 */
export function hoursBetween(earlier: unknown, later: unknown): number | null {
  const [from, to] = [readDatetime(earlier), readDatetime(later)];
  if (from === undefined || to === undefined || isPlaceholder(earlier) || isPlaceholder(later)) return null;
  if (from.offsetMinutes === null && to.offsetMinutes === null) return toHours(to.wallMs - from.wallMs);
  const [fromMs, toMs] = [instantOf(from), instantOf(to)];
  return fromMs === undefined || toMs === undefined ? null : toHours(toMs - fromMs);
}

/**
 * Whether a package's datetime, or a bare date from its first hour on, has passed. It names no zone (service.md 2.9): the
 * clock of `zone` decides, or where that is unknown the clocks of all US zones together. Null where these disagree, or where
 * there is no readable datetime.
 */
export function hasPassed(datetime: unknown, zone: string | undefined, nowMs: number): boolean | null {
  const time = readMoment(datetime);
  if (time === undefined || isPlaceholder(datetime)) return null;
  const instantMs = instantIn(zone, time);
  if (instantMs !== undefined) return nowMs > instantMs;
  if (nowMs > time.wallMs - LAST_US_ZONE_HOURS * HOUR_MS) return true;
  return nowMs > time.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS ? null : false;
}

/** Hours since that moment, negative while it lies ahead; null where no clock is known to count them by. */
export function hoursSince(datetime: unknown, zone: string | undefined, nowMs: number): number | null {
  const time = readMoment(datetime);
  const instantMs = time && instantIn(zone, time);
  return instantMs === undefined ? null : toHours(nowMs - instantMs);
}

function instantIn(zone: string | undefined, time: WrittenTime): number | undefined {
  return instantOf(time) ?? (zone === undefined ? undefined : instantsAt(zone, time.wallMs)[0]);
}

/** A scan's time: its wall clock as written, and its instant where the zone is certain and the clock unambiguous. */
export interface ScanTime {
  readonly written?: WrittenTime;
  readonly instantMs?: number;
}

/**
 * Reads a scan's `eventDateTime` in its `timeZone` (service.md 2.9). `isInUs` tells whether the scan names a US state: only
 * there an abbreviation such as CST has one meaning.
 */
export function scanTime(eventDateTime: unknown, timeZone: unknown, isInUs: boolean): ScanTime {
  const written = readDatetime(eventDateTime);
  if (written === undefined) return {};
  const own = instantOf(written);
  if (own !== undefined) return { written, instantMs: own };
  const zone = resolveZone(timeZone, isInUs);
  if (zone === undefined) return { written };
  // A clock change makes a wall clock none or two.
  const [instantMs, second] = instantsAt(zone, written.wallMs);
  return instantMs === undefined || second !== undefined ? { written } : { written, instantMs };
}

/**
 * Scans, oldest first: by instant when every readable one has it, else by wall clock, because two orders must not be
 * mixed. Unreadable ones come first; equal ones keep their order.
 */
export function oldestFirst<Scan extends ScanTime>(scans: readonly Scan[]): readonly Scan[] {
  const byInstant = scans.every(({ instantMs, written }) => instantMs !== undefined || written === undefined);
  const timeOf = ({ instantMs, written }: Scan): number =>
    (byInstant ? instantMs : written?.wallMs) ?? -Number.MAX_VALUE;
  return scans.toSorted((a, b) => timeOf(a) - timeOf(b));
}
