import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { textOrNull } from "./record.ts";
import { HOUR_MS } from "./time-units.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/** The offsets of Guam and American Samoa, the first and the last US zone to reach a given wall-clock time. */
const FIRST_US_ZONE_HOURS = 10;
const LAST_US_ZONE_HOURS = -11;

/** No package is older. The service sends an earlier time, such as `0001-01-01T00:00:00`, for one that is not set. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** A time of a package (service.md 2.9), usually without a zone. */
export interface Moment {
  /** As sent; null for a placeholder or a missing time. */
  readonly text: string | null;
  /** Undefined for a bare date, a placeholder or an unreadable text. */
  readonly datetime?: WrittenTime | undefined;
  /** Like `datetime`, but midnight for a bare date. */
  readonly start?: WrittenTime | undefined;
}

export function readMoment(sent: unknown): Moment {
  const datetime = readDatetime(sent);
  const dayMs = datetime === undefined && typeof sent === "string" ? dateToUtcMs(sent.trim()) : undefined;
  const start = dayMs === undefined ? datetime : { wallMs: dayMs, offsetMinutes: null };
  if (start !== undefined && start.wallMs < FIRST_MS) return { text: null };
  return { text: textOrNull(sent), datetime, start };
}

/** Hours between two moments, one decimal; null unless both are datetimes, with an offset each or none at all. */
export function hoursBetween({ datetime: from }: Moment, { datetime: to }: Moment): number | null {
  if (from === undefined || to === undefined) return null;
  if (from.offsetMinutes === null && to.offsetMinutes === null) return toHours(to.wallMs - from.wallMs);
  const [fromMs, toMs] = [instantOf(from), instantOf(to)];
  return fromMs === undefined || toMs === undefined ? null : toHours(toMs - fromMs);
}

/** Whether a moment has passed in `zone`, or else in all US zones; null if US zones disagree or the time is unknown. */
export function hasPassed({ start }: Moment, zone: string | undefined, nowMs: number): boolean | null {
  if (start === undefined) return null;
  const instantMs = instantIn(zone, start);
  if (instantMs !== undefined) return nowMs > instantMs;
  if (nowMs > start.wallMs - LAST_US_ZONE_HOURS * HOUR_MS) return true;
  return nowMs > start.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS ? null : false;
}

/** Hours since a moment, one decimal, negative before it; null without an offset or a known zone. */
export function hoursSince({ start }: Moment, zone: string | undefined, nowMs: number): number | null {
  const instantMs = start && instantIn(zone, start);
  return instantMs === undefined ? null : toHours(nowMs - instantMs);
}

function instantIn(zone: string | undefined, time: WrittenTime): number | undefined {
  return instantOf(time) ?? (zone === undefined ? undefined : instantsAt(zone, time.wallMs)[0]);
}

/** A scan's time: the wall clock as written, and the instant if the zone is certain and the clock unambiguous. */
export interface ScanTime {
  readonly written?: WrittenTime;
  readonly instantMs?: number;
}

/** Reads a scan's time in its zone (service.md 2.9). Abbreviations such as CST are certain only with `isInUs`. */
export function scanTime(eventDateTime: unknown, timeZone: unknown, isInUs: boolean): ScanTime {
  const written = readDatetime(eventDateTime);
  if (written === undefined) return {};
  const own = instantOf(written);
  if (own !== undefined) return { written, instantMs: own };
  const zone = resolveZone(timeZone, isInUs);
  if (zone === undefined) return { written };
  // Around a clock change, a wall-clock time occurs never or twice.
  const [instantMs, second] = instantsAt(zone, written.wallMs);
  return instantMs === undefined || second !== undefined ? { written } : { written, instantMs };
}

/** Scans, oldest first: by instant if every readable scan has one, else by wall clock. Unreadable ones come first. */
export function oldestFirst<Scan extends ScanTime>(scans: readonly Scan[]): readonly Scan[] {
  const byInstant = scans.every(({ instantMs, written }) => instantMs !== undefined || written === undefined);
  const timeOf = ({ instantMs, written }: Scan): number =>
    (byInstant ? instantMs : written?.wallMs) ?? -Number.MAX_VALUE;
  return scans.toSorted((a, b) => timeOf(a) - timeOf(b));
}
