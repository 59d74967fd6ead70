import { instantOf, type WrittenTime } from "./datetime.ts";
import { HOUR_MS, toHours } from "./time-units.ts";
import { instantsAt, wallAt } from "./zone.ts";

/** The offsets of Guam and American Samoa, the first and the last US zone to reach a given wall-clock time. */
const FIRST_US_ZONE_HOURS = 10;
const LAST_US_ZONE_HOURS = -11;

/**
 * Whether a time of a package lies before an instant, on the clock of `zone`. Without a zone, all US zones count: null if
 * they disagree. Null also if the time is not known.
 */
export function hasPassed(time: WrittenTime | undefined, zone: string | undefined, atMs: number): boolean | null {
  if (time === undefined) return null;
  const instantMs = instantIn(zone, time);
  if (instantMs !== undefined) return atMs > instantMs;
  if (atMs > time.wallMs - LAST_US_ZONE_HOURS * HOUR_MS) return true;
  return atMs > time.wallMs - FIRST_US_ZONE_HOURS * HOUR_MS ? null : false;
}

/** Negative before the time; null without an offset or a known zone. */
export function hoursSince(time: WrittenTime | undefined, zone: string | undefined, nowMs: number): number | null {
  const instantMs = time && instantIn(zone, time);
  return instantMs === undefined ? null : toHours(nowMs - instantMs);
}

/**
 * One decimal: between instants if both times have an offset, between wall clocks if neither has. If one has, both are
 * read on the clock of `zone`; null if that is not known.
 */
export function hoursBetween(from: WrittenTime, to: WrittenTime, zone: string | undefined): number | null {
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

function instantIn(zone: string | undefined, time: WrittenTime): number | undefined {
  return instantOf(time) ?? (zone === undefined ? undefined : instantsAt(zone, time.wallMs)[0]);
}
