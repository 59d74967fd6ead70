import { z } from "zod";
import { HOUR_MS } from "../../domain/time-units.ts";
import type { Place } from "./places.ts";

const EASTERN = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

/** States whose zone does not follow from longitude. In some, a meridian separates two zones. */
const ZONES: Readonly<Record<string, string | readonly [west: string, meridian: number, east: string]>> = {
  AA: EASTERN,
  AE: "Europe/Berlin",
  AK: "America/Anchorage",
  AL: CENTRAL,
  AP: "Asia/Tokyo",
  AZ: "America/Phoenix",
  FL: [CENTRAL, -85.0, EASTERN],
  GA: EASTERN,
  GU: "Pacific/Guam",
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
  PR: "America/Puerto_Rico",
  SD: [MOUNTAIN, -100.6, CENTRAL],
  TN: [CENTRAL, -85.2, EASTERN],
  TX: [MOUNTAIN, -105.0, CENTRAL],
  UT: MOUNTAIN,
  VI: "America/Puerto_Rico",
  WI: CENTRAL,
};

/** The IANA time zone of a place, accurate enough for a simulation. */
export function zoneOf(place: Place): string {
  const zone = ZONES[place.state];
  if (typeof zone === "string") return zone;
  if (zone !== undefined) return place.longitude < zone[1] ? zone[0] : zone[2];
  if (place.longitude > -85) return EASTERN;
  if (place.longitude > -103) return CENTRAL;
  return place.longitude > -114.1 ? MOUNTAIN : PACIFIC;
}

/** The time on a clock in `zone`, without a zone designator: `2026-07-09T12:00:00` (service.md 2.9). */
export function wallTime(instantMs: number, zone: string): string {
  // The Swedish format is ISO 8601, but for a blank instead of `T`.
  return format("sv-SE", zone, { dateStyle: "short", timeStyle: "medium" }).format(instantMs).replace(" ", "T");
}

/** The US abbreviation of `zone` at that instant, such as CDT. */
export function zoneAbbreviation(instantMs: number, zone: string): string {
  const parts = format("en-US", zone, { timeZoneName: "short" }).formatToParts(instantMs);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, found);
  return found;
}

/** The instant when a clock in `zone` shows `hour` (10.5 is 10:30) on `date` (yyyy-MM-dd). */
export function instantAt(date: string, hour: number, zone: string): number {
  const asUtcMs = Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS;
  let guessMs = asUtcMs;
  // The first guess may fall on the other side of a clock change.
  for (let round = 0; round < 2; round += 1) {
    guessMs += asUtcMs - Date.parse(`${wallTime(guessMs, zone)}Z`);
  }
  return guessMs;
}

/** A calendar date, yyyy-MM-dd. */
export const day = z.iso.date("must be a date, yyyy-MM-dd");
