import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { resolveZone, startOfDay, wallAt } from "./zone.ts";

const DAY_MS = 86_400_000;

/** An estimated arrival held against a deadline. */
export interface Slack {
  readonly arrivesInTime: boolean;
  readonly slackHours: number;
}

/**
 * Hours from the estimated arrival to the end (24:00) of `deliveryByDate` in the arrival's own zone; negative when it
 * comes later. Undefined unless the timestamp names its offset and the zone is certain (service.md 2.6, G-plans).
 */
export function slackToDayEnd(arrival: unknown, arrivalZone: unknown, deliveryByDate: unknown): Slack | undefined {
  const dayMs = typeof deliveryByDate === "string" ? dateToUtcMs(deliveryByDate) : undefined;
  const arrivalMs = instantOf(readDatetime(arrival));
  const zone = resolveZone(arrivalZone);
  if (dayMs === undefined || arrivalMs === undefined || zone === undefined) return undefined;
  const slackMs = startOfDay(zone, dayMs + DAY_MS) - arrivalMs;
  return { arrivesInTime: slackMs >= 0, slackHours: toHours(slackMs) };
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
