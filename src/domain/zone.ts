import { readOffset } from "./datetime.ts";

/** A time zone as far as it is certain: a fixed offset, or the rules of an IANA zone. */
export type Zone =
  | { readonly kind: "fixed"; readonly offsetMinutes: number }
  | { readonly kind: "iana"; readonly name: string; readonly clock: Intl.DateTimeFormat };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** US zone abbreviations, each of one offset. An own table: ICU takes AST for Anchorage and CST for summer time too. */
const US_ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  AST: -4,
  ADT: -3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  HDT: -9,
  SST: -11,
  CHST: 10,
};

/** IANA names are few (about 600), so what was resolved once stays; unknown names are never kept. */
const resolved = new Map<string, Zone>();

/**
 * The zone that `name` stands for with certainty: an IANA name with its slash (`America/Chicago`), a US abbreviation,
 * UTC or GMT, or a fixed offset (`-05:00`, `UTC-5`). Anything else is undefined: no guess is made.
 */
export function resolveZone(name: unknown): Zone | undefined {
  if (typeof name !== "string" || name.length > 50) return undefined;
  const trimmed = name.trim();
  const hours = Object.hasOwn(US_ABBREVIATIONS, trimmed.toUpperCase())
    ? US_ABBREVIATIONS[trimmed.toUpperCase()]
    : undefined;
  if (hours !== undefined) return { kind: "fixed", offsetMinutes: hours * 60 };
  const offsetMinutes = fixedOffset(trimmed);
  if (offsetMinutes !== undefined) return { kind: "fixed", offsetMinutes };
  // Names without a slash are left alone: ICU accepts many that mean something else in the United States.
  return trimmed.includes("/") ? ianaZone(trimmed) : undefined;
}

function fixedOffset(text: string): number | undefined {
  const match = /^(?:UTC|GMT)?\s?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text);
  if (match !== null) return readOffset(`${match[1]}${String(match[2]).padStart(2, "0")}:${match[3] ?? "00"}`);
  return readOffset(text);
}

function ianaZone(name: string): Zone | undefined {
  const known = resolved.get(name);
  if (known !== undefined) return known;
  try {
    const clock = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    const zone: Zone = { kind: "iana", name, clock };
    if (resolved.size < 1000) resolved.set(name, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** The zone's wall clock at an instant, read as if it were UTC (milliseconds; whole seconds for IANA zones). */
export function wallAt(zone: Zone, instantMs: number): number {
  if (zone.kind === "fixed") return instantMs + zone.offsetMinutes * MINUTE_MS;
  const secondMs = Math.floor(instantMs / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of zone.clock.formatToParts(secondMs)) part[type] = Number(value);
  const year = part["year"] ?? 0;
  const wall = Date.UTC(year, (part["month"] ?? 1) - 1, part["day"], part["hour"], part["minute"], part["second"]);
  return wall + (instantMs - secondMs);
}

/**
 * Every instant at which the zone's wall clock shows `wallMs`: one as a rule, none in the gap when clocks go forward,
 * two (earlier first) in the fold when they go back.
 */
export function instantsAt(zone: Zone, wallMs: number): readonly number[] {
  // No zone changes its clock twice within two days, so the offsets a day before and after are the only candidates.
  const offsets = [-24 * HOUR_MS, 24 * HOUR_MS].map((shiftMs) => wallAt(zone, wallMs + shiftMs) - (wallMs + shiftMs));
  // In a fold the offset before is the larger one, so these are in order.
  const instants = [...new Set(offsets)].map((offsetMs) => wallMs - offsetMs);
  return instants.filter((instantMs) => wallAt(zone, instantMs) === wallMs);
}

/** The first instant at which the zone's calendar has reached the day that begins at `wallMidnightMs`. */
export function startOfDay(zone: Zone, wallMidnightMs: number): number {
  // Found by halving: where midnight falls into a gap, the day begins with the change itself.
  let low = wallMidnightMs - 26 * HOUR_MS;
  let high = wallMidnightMs + 26 * HOUR_MS;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wallAt(zone, middle) >= wallMidnightMs) high = middle;
    else low = middle;
  }
  return high;
}
