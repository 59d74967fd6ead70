import type { Place } from "./places.ts";

const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

/** States that lie in another zone than their longitude says, or in two that a meridian parts (west of it, east of it). */
const ZONES: Readonly<Record<string, string | readonly [west: string, meridian: number, east: string]>> = {
  AK: "America/Anchorage",
  AL: CENTRAL,
  AZ: "America/Phoenix",
  FL: [CENTRAL, -85.0, EASTERN],
  GA: EASTERN,
  HI: "Pacific/Honolulu",
  ID: [PACIFIC, -117.1, "America/Boise"],
  IL: CENTRAL,
  IN: [CENTRAL, -87.1, "America/Indiana/Indianapolis"],
  KS: [MOUNTAIN, -101.6, CENTRAL],
  KY: [CENTRAL, -86.0, EASTERN],
  MI: "America/Detroit",
  MS: CENTRAL,
  ND: [MOUNTAIN, -101.0, CENTRAL],
  NE: [MOUNTAIN, -101.2, CENTRAL],
  NV: PACIFIC,
  OH: EASTERN,
  OR: [PACIFIC, -117.5, "America/Boise"],
  SD: [MOUNTAIN, -100.6, CENTRAL],
  TN: [CENTRAL, -85.2, EASTERN],
  TX: [MOUNTAIN, -105.0, CENTRAL],
  UT: MOUNTAIN,
  WI: CENTRAL,
};

/** IANA time zone of a place: exact enough for a simulation, to the county where a state has two. */
export function zoneOf(place: Place): string {
  const zone = ZONES[place.state];
  if (typeof zone === "string") return zone;
  if (zone !== undefined) return place.longitude < zone[1] ? zone[0] : zone[2];
  if (place.longitude > -85) return EASTERN;
  if (place.longitude > -103) return CENTRAL;
  return place.longitude > -114.1 ? MOUNTAIN : PACIFIC;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string): Intl.DateTimeFormat {
  let found = formats.get(zone);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "short",
    });
    formats.set(zone, found);
  }
  return found;
}

function part(parts: readonly Intl.DateTimeFormatPart[], type: Intl.DateTimeFormatPartTypes): string {
  return parts.find((each) => each.type === type)?.value ?? "";
}

/** What a clock in `zone` shows, as `2026-07-09T12:00:00`: a datetime without zone designator (spec 2.9). */
export function wallTime(instantMs: number, zone: string): string {
  const parts = format(zone).formatToParts(instantMs);
  const date = `${part(parts, "year")}-${part(parts, "month")}-${part(parts, "day")}`;
  return `${date}T${part(parts, "hour")}:${part(parts, "minute")}:${part(parts, "second")}`;
}

/** The zone's US abbreviation at that instant, such as CDT. */
export function zoneAbbreviation(instantMs: number, zone: string): string {
  return part(format(zone).formatToParts(instantMs), "timeZoneName");
}

/** The instant at which a clock in `zone` shows `hour` (fractions are minutes) on the day `date` (yyyy-MM-dd). */
export function instantAt(date: string, hour: number, zone: string): number {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`) + hour * 3_600_000;
  let guessMs = asUtcMs;
  // Twice: the first guess may fall on the other side of a change to daylight saving time.
  for (let round = 0; round < 2; round += 1) {
    guessMs += asUtcMs - Date.parse(`${wallTime(guessMs, zone)}Z`);
  }
  return guessMs;
}

/** `date` (yyyy-MM-dd) moved by whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The UTC day of an instant, yyyy-MM-dd. */
export function utcDay(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}

/** Whether `text` is a day of the calendar written as yyyy-MM-dd. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && utcDay(ms) === text;
}
