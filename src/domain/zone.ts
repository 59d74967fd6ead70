import { instantOf, readDatetime, readOffset } from "./datetime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./time-units.ts";

/** Maps short names of US zones, in capitals, to an offset or an IANA name. ICU would take AST for Anchorage. */
const US_ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AST: "-04:00",
    ADT: "-03:00",
    EST: "-05:00",
    EDT: "-04:00",
    CST: "-06:00",
    CDT: "-05:00",
    MST: "-07:00",
    MDT: "-06:00",
    PST: "-08:00",
    PDT: "-07:00",
    AKST: "-09:00",
    AKDT: "-08:00",
    HST: "-10:00",
    HDT: "-09:00",
    SST: "-11:00",
    CHST: "+10:00",
    // Standard or summer time. `MT` is absent: Arizona uses it too, without summer time.
    ET: "America/New_York",
    CT: "America/Chicago",
    PT: "America/Los_Angeles",
    "EASTERN TIME": "America/New_York",
    "CENTRAL TIME": "America/Chicago",
    "PACIFIC TIME": "America/Los_Angeles",
    // Summer time only.
    "ALASKA DAYLIGHT TIME": "-08:00",
    "CENTRAL DAYLIGHT TIME": "-05:00",
    "EASTERN DAYLIGHT TIME": "-04:00",
    "MOUNTAIN DAYLIGHT TIME": "-06:00",
    "PACIFIC DAYLIGHT TIME": "-07:00",
  }),
);

/**
 * Windows names of US zones, in capitals, mapped as in CLDR. `Standard Time` covers summer time too. The table omits
 * two ambiguous names: `Atlantic` (Halifax or Puerto Rico) and `Samoa Standard Time` (Apia or Pago Pago).
 */
const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "ALASKAN STANDARD TIME": "America/Anchorage",
    "ALEUTIAN STANDARD TIME": "America/Adak",
    "CENTRAL STANDARD TIME": "America/Chicago",
    "EASTERN STANDARD TIME": "America/New_York",
    "HAWAIIAN STANDARD TIME": "Pacific/Honolulu",
    "MOUNTAIN STANDARD TIME": "America/Denver",
    "PACIFIC STANDARD TIME": "America/Los_Angeles",
    "SA WESTERN STANDARD TIME": "America/Puerto_Rico",
    "US EASTERN STANDARD TIME": "America/Indiana/Indianapolis",
    "US MOUNTAIN STANDARD TIME": "America/Phoenix",
    "WEST PACIFIC STANDARD TIME": "Pacific/Guam",
  }),
);

/** An IANA name with a slash. ICU accepts many names without one that mean something else here. */
const IANA_NAME = /^[A-Z]\w*(?:\/\w[\w+-]*)+$/i;
const UTC = "+00:00";
/** By zone. Intl is slow to build a format. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 100;
/** By zone and day: `America/Chicago 20780`. Intl is slow, and scans share zones and days. */
const offsets = new Map<string, number | undefined>();
const MAX_OFFSETS = 10_000;

/**
 * The zone that `name` certainly means, as an IANA name or `-05:00`. Reads IANA names with a slash, Windows names of US
 * zones, UTC, GMT and fixed offsets (`-5`, `UTC-5`). Reads US abbreviations only with `isInUs`: China has a CST too.
 */
export function resolveZone(name: unknown, isInUs = false): string | undefined {
  if (typeof name !== "string" || name.length > 50) return undefined;
  const trimmed = name.trim();
  if (IANA_NAME.test(trimmed)) return offsetOn(trimmed, 0) === undefined ? undefined : trimmed;
  const key = trimmed.toUpperCase().replace(/\s+/g, " ");
  const named = WINDOWS_ZONES.get(key) ?? (isInUs ? US_ABBREVIATIONS.get(key) : undefined);
  if (named !== undefined) return named;
  return ["UTC", "GMT", "Z"].includes(key) ? UTC : fixedOffset(key);
}

/** Turns `-5`, `UTC-5` or `-0500` into `-05:00`; undefined for an offset that does not exist. */
function fixedOffset(key: string): string | undefined {
  const match = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(key);
  if (match === null) return undefined;
  const offset = `${match[1]}${String(match[2]).padStart(2, "0")}:${match[3] ?? "00"}`;
  return readOffset(offset) === undefined ? undefined : offset;
}

/** From UTC, in milliseconds; undefined for an unknown zone. */
function offsetAt(zone: string, instantMs: number): number | undefined {
  const fixed = readOffset(zone);
  if (fixed !== undefined) return fixed * MINUTE_MS;
  // `11/23/2026, GMT-05:00`. Before standard time the offset has seconds; a zero offset is a bare `GMT`.
  const formatted = formatOf(zone)?.format(instantMs);
  if (formatted === undefined) return undefined;
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(formatted) ?? [];
  const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  return sign === "-" ? -offset : offset;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  const cached = formats.get(timeZone);
  if (cached !== undefined) return cached;
  if (formats.size === MAX_FORMATS) formats.clear();
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    formats.set(timeZone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** At the start of a UTC day, counted from 1970-01-01. */
function offsetOn(zone: string, day: number): number | undefined {
  const key = `${zone} ${day}`;
  if (!offsets.has(key)) {
    if (offsets.size === MAX_OFFSETS) offsets.clear();
    offsets.set(key, offsetAt(zone, day * DAY_MS));
  }
  return offsets.get(key);
}

/** The zone's offsets around the day of `ms` (wall clock or UTC): one, or two near a clock change. */
function offsetsAround(zone: string, ms: number): readonly number[] {
  const day = Math.floor(ms / DAY_MS);
  const before = offsetOn(zone, day - 1);
  const after = offsetOn(zone, day + 2);
  if (before === undefined || after === undefined) return [];
  return before === after ? [before] : [before, after];
}

/** The zone's wall clock at an instant, read as if it were UTC (milliseconds). */
export function wallAt(zone: string, instantMs: number): number {
  const [offset = 0, other] = offsetsAround(zone, instantMs);
  return instantMs + (other === undefined ? offset : (offsetAt(zone, instantMs) ?? offset));
}

/** The instants at which the zone's wall clock shows `wallMs`, earliest first: none in a gap, two in a fold. */
export function instantsAt(zone: string, wallMs: number): readonly number[] {
  const instants = offsetsAround(zone, wallMs).map((offset) => wallMs - offset);
  // A lone offset holds from the day before to the day after.
  if (instants.length === 1) return instants;
  return instants.filter((instantMs) => wallAt(zone, instantMs) === wallMs).sort((a, b) => a - b);
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
