import type { Temporal } from "temporal-polyfill";
import { readOffset } from "./datetime.ts";
import { US_ABBREVIATIONS, WINDOWS_ZONES } from "./zone-names.ts";

/** A time zone as far as it is certain: what Temporal calls it, an offset (`-05:00`) or an IANA name. */
export interface Zone {
  readonly id: string;
}

/** An IANA name with its slash. Names without one are left alone: ICU accepts many that mean something else here. */
const IANA_NAME = /^[A-Z]\w*(?:\/\w[\w+-]*)+$/i;

/** The offset of UTC and GMT. */
const UTC = "+00:00";

const MINUTES_PER_HOUR = 60;
const MINUTE_MS = 60_000;

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
 * The zone that `name` stands for with certainty: an IANA name with its slash (`America/Chicago`), a Windows name of a US
 * zone, UTC or GMT, a fixed offset (`-05:00`, `UTC-5`); with `isInUs` also a US abbreviation: China and the Philippines
 * have a CST and a PST, too. Undefined for anything else.
 */
export function resolveZone(name: unknown, isInUs = false): Zone | undefined {
  if (typeof name !== "string" || name.length > 50) return undefined;
  const trimmed = name.trim();
  const key = trimmed.toUpperCase().replace(/\s+/g, " ");
  const known = WINDOWS_ZONES.get(key) ?? (isInUs ? US_ABBREVIATIONS.get(key) : undefined);
  if (known !== undefined) return { id: known };
  if (key === "UTC" || key === "GMT") return { id: UTC };
  const offsetMinutes = fixedOffset(trimmed);
  if (offsetMinutes !== undefined) return { id: offsetId(offsetMinutes) };
  return IANA_NAME.test(trimmed) ? ianaZone(trimmed) : undefined;
}

function fixedOffset(text: string): number | undefined {
  const match = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text);
  if (match !== null) return readOffset(`${match[1]}${String(match[2]).padStart(2, "0")}:${match[3] ?? "00"}`);
  return readOffset(text);
}

function offsetId(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const parts = [Math.floor(minutes / MINUTES_PER_HOUR), minutes % MINUTES_PER_HOUR];
  return `${offsetMinutes < 0 ? "-" : "+"}${parts.map((part) => String(part).padStart(2, "0")).join(":")}`;
}

function ianaZone(id: string): Zone | undefined {
  const epoch = temporal().Instant.fromEpochMilliseconds(0);
  try {
    epoch.toZonedDateTimeISO(id);
    return { id };
  } catch {
    return undefined;
  }
}

/** The zone's wall clock at an instant, read as if it were UTC (milliseconds). */
export function wallAt({ id }: Zone, instantMs: number): number {
  const { offsetNanoseconds } = temporal().Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(id);
  return instantMs + offsetNanoseconds / 1_000_000;
}

/**
 * Every instant at which the zone's wall clock shows `wallMs`: one as a rule, none in the gap when clocks go forward,
 * two (earlier first) in the fold when they go back.
 */
export function instantsAt({ id }: Zone, wallMs: number): readonly number[] {
  const offsetMinutes = readOffset(id);
  if (offsetMinutes !== undefined) return [wallMs - offsetMinutes * MINUTE_MS];
  const wall = plainAt(wallMs);
  try {
    return [wall.toZonedDateTime(id, { disambiguation: "reject" }).epochMilliseconds];
  } catch {
    return instantsAtChange(wall, id);
  }
}

/** The instants of a wall clock that a change of the zone's clock skips or shows twice. */
function instantsAtChange(wall: Temporal.PlainDateTime, id: string): readonly number[] {
  const earlier = wall.toZonedDateTime(id, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(id, { disambiguation: "later" });
  if (!earlier.toPlainDateTime().equals(wall)) return [];
  return [earlier.epochMilliseconds, later.epochMilliseconds];
}

/** The first instant at which the zone's calendar has reached the day that begins at `wallMidnightMs`. */
export function startOfDay({ id }: Zone, wallMidnightMs: number): number {
  return plainAt(wallMidnightMs).toPlainDate().toZonedDateTime(id).epochMilliseconds;
}

function plainAt(wallMs: number): Temporal.PlainDateTime {
  return temporal().Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
}
