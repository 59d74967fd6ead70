import type { Temporal } from "temporal-polyfill";
import { readOffset } from "./datetime.ts";
import { US_IANA_NAMES, US_LINKED_ZONES, US_ZONE_NAMES } from "./zone-names.ts";

/** A time zone as far as it is certain: what Temporal calls it, an offset (`-05:00`) or an IANA name. */
export interface Zone {
  readonly id: string;
  /** Present where nothing named the zone and it is that of a ZIP code. */
  readonly isOfZip?: true;
}

/** An IANA name with its slash. Names without one are left alone: ICU accepts many that mean something else here. */
const IANA_NAME = /^[A-Z]\w*(?:\/\w[\w+-]*)+$/i;

/** What UTC and GMT are everywhere. */
const UTC = "+00:00";

const MINUTES_PER_HOUR = 60;

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
 * The zone that `name` stands for with certainty: an IANA name with its slash (`America/Chicago`), a US abbreviation or
 * Windows name by the project's own table, UTC or GMT, or a fixed offset (`-05:00`, `UTC-5`); where no name is given,
 * `zipZone`, the zone of the ZIP code that it is about. Anything else is undefined: no guess is made. `isAbroad` says that
 * names of the table mean other zones there: China and the Philippines have a CST and a PST, too.
 */
export function resolveZone(name: unknown, zipZone?: string, isAbroad = false): Zone | undefined {
  if (isBlank(name)) return zipZone === undefined ? undefined : { id: zipZone, isOfZip: true };
  if (typeof name !== "string" || name.length > 50) return undefined;
  const trimmed = name.trim();
  const known = US_ZONE_NAMES.get(trimmed.toUpperCase().replace(/\s+/g, " "));
  if (known !== undefined) return isAbroad && known !== UTC ? undefined : { id: known };
  const offsetMinutes = fixedOffset(trimmed);
  if (offsetMinutes !== undefined) return { id: offsetId(offsetMinutes) };
  return IANA_NAME.test(trimmed) ? ianaZone(trimmed) : undefined;
}

/**
 * Whether `name` is an IANA zone that is known and kept nowhere in the United States and its territories; nor, where it
 * is asked of `states`, under a name that they share with another country. May be called before `loadZones()`: data are
 * asked for it that name no time.
 */
export function isZoneAbroad(name: unknown, states: ReadonlySet<string> = new Set()): boolean {
  if (typeof name !== "string" || name.length > 50) return false;
  const id = name.trim().toLowerCase();
  const linkedState = US_LINKED_ZONES.get(id);
  if (linkedState !== undefined && states.has(linkedState)) return false;
  return IANA_NAME.test(id) && !id.startsWith("etc/") && !US_IANA_NAMES.has(id) && isKnownZone(id);
}

/** Zones asked for of late: of all records of a state many may name the same. */
const knownZones = new Map<string, boolean>();
const MAX_ZONES = 1000;

function isKnownZone(id: string): boolean {
  const known = knownZones.get(id) ?? canFormat(id);
  if (knownZones.size >= MAX_ZONES) knownZones.clear();
  knownZones.set(id, known);
  return known;
}

function canFormat(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Whether a zone's name says nothing at all. */
export function isBlank(name: unknown): boolean {
  return name === undefined || name === null || (typeof name === "string" && name.trim() === "");
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
  const local = temporal().Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(id);
  return local.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds;
}

/**
 * Every instant at which the zone's wall clock shows `wallMs`: one as a rule, none in the gap when clocks go forward,
 * two (earlier first) in the fold when they go back.
 */
export function instantsAt({ id }: Zone, wallMs: number): readonly number[] {
  const wall = plainAt(wallMs);
  const earlier = wall.toZonedDateTime(id, { disambiguation: "earlier" });
  const later = wall.toZonedDateTime(id, { disambiguation: "later" });
  if (!earlier.toPlainDateTime().equals(wall)) return [];
  return [...new Set([earlier.epochMilliseconds, later.epochMilliseconds])];
}

/** The first instant at which the zone's calendar has reached the day that begins at `wallMidnightMs`. */
export function startOfDay({ id }: Zone, wallMidnightMs: number): number {
  return plainAt(wallMidnightMs).toPlainDate().toZonedDateTime(id).epochMilliseconds;
}

function plainAt(wallMs: number): Temporal.PlainDateTime {
  return temporal().Instant.fromEpochMilliseconds(wallMs).toZonedDateTimeISO("UTC").toPlainDateTime();
}
