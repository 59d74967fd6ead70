import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime, type WrittenTime } from "./datetime.ts";
import { textOrNull } from "./record.ts";
import { HOUR_MS, toHours } from "./time-units.ts";
import { instantsAt, wallAt } from "./zone.ts";

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

/**
 * Hours between two moments, one decimal: by the wall clock, by instants if both have an offset, or on the clock of
 * `zone` if one has. Null unless both are datetimes, or if `zone` is needed and not known.
 */
export function hoursBetween({ datetime: from }: Moment, { datetime: to }: Moment, zone?: string): number | null {
  if (from === undefined || to === undefined) return null;
  const fromInstantMs = instantOf(from);
  const toInstantMs = instantOf(to);
  if (fromInstantMs !== undefined && toInstantMs !== undefined) return toHours(toInstantMs - fromInstantMs);
  const fromMs = wallIn(zone, from);
  const toMs = wallIn(zone, to);
  return fromMs === undefined || toMs === undefined ? null : toHours(toMs - fromMs);
}

/** On the clock of `zone`, or as written if it has no offset. Undefined if `zone` is needed and not known. */
export function wallIn(zone: string | undefined, time: WrittenTime): number | undefined {
  const instantMs = instantOf(time);
  if (instantMs === undefined) return time.wallMs;
  return zone === undefined ? undefined : wallAt(zone, instantMs);
}

/** Whether a time has passed in `zone`, or else in all US zones; null if US zones disagree or the time is unknown. */
export function hasPassed(time: WrittenTime | undefined, zone: string | undefined, nowMs: number): boolean | null {
  if (time === undefined) return null;
  const instantMs = instantIn(zone, time);
  if (instantMs !== undefined) return nowMs > instantMs;
  if (nowMs > time.wallMs - LAST_US_ZONE_HOURS * HOUR_MS) return true;
  return nowMs > time.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS ? null : false;
}

/** Negative before the time; null without an offset or a known zone. */
export function hoursSince(time: WrittenTime | undefined, zone: string | undefined, nowMs: number): number | null {
  const instantMs = time && instantIn(zone, time);
  return instantMs === undefined ? null : toHours(nowMs - instantMs);
}

function instantIn(zone: string | undefined, time: WrittenTime): number | undefined {
  return instantOf(time) ?? (zone === undefined ? undefined : instantsAt(zone, time.wallMs)[0]);
}
