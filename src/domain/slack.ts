import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { resolveZone, startOfDay } from "./zone.ts";

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
