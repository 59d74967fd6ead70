import type { Temporal } from "temporal-polyfill";
import { instantOf, readDatetime, readOffset } from "./datetime.ts";
import { DAY_MS, MINUTE_MS } from "./time-units.ts";
import { US_ABBREVIATIONS, WINDOWS_ZONES } from "./zone-names.ts";

/** An IANA name with its slash. Names without one are left alone: ICU accepts many that mean something else here. */
const IANA_NAME = /^[A-Z]\w*(?:\/\w[\w+-]*)+$/i;

/** The offset of UTC and GMT. */
const UTC = "+00:00";

/** Offsets by zone and day: Temporal computes slowly, and scans share zones and days. */
const offsets = new Map<string, number | undefined>();
const MAX_OFFSETS = 1_000;

let loaded: typeof Temporal | undefined;

/**
 * Loads Temporal, which Node 20 lacks. To be awaited before any other function here: at a tool's first call and not
 * when the server starts, which needs no zone.
 */
export async function loadZones(): Promise<void> {
  loaded ??= (await import("temporal-polyfill")).Temporal;
}

function temporal(): typeof Temporal {
  if (loaded === undefined) throw new Error("zones are read before loadZones() has ended");
  return loaded;
}

/**
 * The zone that `name` certainly means, as Temporal calls it: an IANA name or `-05:00`. Understood are IANA names with a
 * slash (`America/Chicago`), Windows names of US zones, UTC, GMT and fixed offsets (`-5`, `UTC-5`). US abbreviations
 * are understood with `isInUs` only, because China has a CST too. Undefined for anything else.
 */
export function resolveZone(name: unknown, isInUs = false): string | undefined {
  if (typeof name !== "string" || name.length > 50) return undefined;
  const trimmed = name.trim();
  const key = trimmed.toUpperCase().replace(/\s+/g, " ");
  const known = WINDOWS_ZONES.get(key) ?? (isInUs ? US_ABBREVIATIONS.get(key) : undefined);
  if (known !== undefined) return known;
  if (["UTC", "GMT", "Z"].includes(key)) return UTC;
  const isZone = IANA_NAME.test(trimmed) && offsetOn(trimmed, 0) !== undefined;
  return fixedOffset(key) ?? (isZone ? trimmed : undefined);
}

/** `-05:00` of `-5`, `UTC-5` or `-0500`; undefined beyond the offsets that exist. */
function fixedOffset(key: string): string | undefined {
  const match = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(key);
  if (match === null) return undefined;
  const offset = `${match[1]}${String(match[2]).padStart(2, "0")}:${match[3] ?? "00"}`;
  return readOffset(offset) === undefined ? undefined : offset;
}

/** The zone's offset when the day (UTC, counted from 1970) begins, in milliseconds; undefined where there is no such zone. */
function offsetOn(zone: string, day: number): number | undefined {
  const key = `${zone} ${day}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size === MAX_OFFSETS) offsets.clear();
  const instant = temporal().Instant.fromEpochMilliseconds(day * DAY_MS);
  let offset: number | undefined;
  try {
    offset = instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;
  } catch {
    offset = undefined;
  }
  offsets.set(key, offset);
  return offset;
}

/**
 * The zone's offset all through the day of `ms`, wall clock or UTC; undefined near a change of its clock. No zone changes
 * its clock and takes that back within three days.
 */
function steadyOffset(zone: string, ms: number): number | undefined {
  const day = Math.floor(ms / DAY_MS);
  const offset = offsetOn(zone, day);
  return [day - 1, day + 1, day + 2].every((near) => offsetOn(zone, near) === offset) ? offset : undefined;
}

/** The zone's wall clock at an instant, read as if it were UTC (milliseconds). */
export function wallAt(zone: string, instantMs: number): number {
  const steady = steadyOffset(zone, instantMs);
  if (steady !== undefined) return instantMs + steady;
  const { offsetNanoseconds } = temporal().Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone);
  return instantMs + offsetNanoseconds / 1_000_000;
}

/**
 * Every instant at which the zone's wall clock shows `wallMs`: one as a rule, none in the gap when clocks go forward,
 * two (earlier first) in the fold when they go back.
 */
export function instantsAt(zone: string, wallMs: number): readonly number[] {
  const offsetMinutes = readOffset(zone);
  if (offsetMinutes !== undefined) return [wallMs - offsetMinutes * MINUTE_MS];
  const steady = steadyOffset(zone, wallMs);
  if (steady !== undefined) return [wallMs - steady];
  const wall = temporal().Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
  const earlier = wall.toZonedDateTime(zone, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(zone, { disambiguation: "later" });
  if (!earlier.toPlainDateTime().equals(wall)) return [];
  return [...new Set([earlier.epochMilliseconds, later.epochMilliseconds])];
}

/** A timestamp's wall clock in a zone, as `{ date, time }` (`2026-07-10`, `10:30`); undefined unless both are certain. */
export function localClock(
  timestamp: unknown,
  zoneName: unknown,
): { readonly date: string; readonly time: string } | undefined {
  const instantMs = instantOf(readDatetime(timestamp));
  const zone = resolveZone(zoneName);
  if (instantMs === undefined || zone === undefined) return undefined;
  const iso = new Date(wallAt(zone, instantMs)).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) };
}
