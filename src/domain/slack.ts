import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { resolveZone, startOfDay, wallAt, type Zone } from "./zone.ts";

const DAY_MS = 86_400_000;

/** An estimated arrival held against a deadline, or why it cannot be. */
export type Slack =
  | {
      readonly known: true;
      readonly arrivesInTime: boolean;
      readonly slackHours: number;
    }
  | { readonly known: false; readonly why: SlackDoubt };

export type SlackDoubt =
  | "no arrival"
  | "arrival without zone designator"
  | "no zone"
  | "unknown zone"
  | "unreadable deadline";

/**
 * Hours from the estimated arrival to the end (24:00) of `deliveryByDate` in the arrival's own zone; negative when it
 * comes later. Known only with a timestamp that names its offset and a zone that is certain (spec 2.6, DESIGN 3).
 */
export function slackToDayEnd(arrival: unknown, arrivalZone: unknown, deliveryByDate: unknown): Slack {
  const dayMs = typeof deliveryByDate === "string" ? dateToUtcMs(deliveryByDate) : undefined;
  if (dayMs === undefined) return { known: false, why: "unreadable deadline" };
  const written = readDatetime(arrival);
  if (written === undefined) return { known: false, why: "no arrival" };
  const arrivalMs = instantOf(written);
  if (arrivalMs === undefined) return { known: false, why: "arrival without zone designator" };
  if (typeof arrivalZone !== "string" || arrivalZone.trim() === "") return { known: false, why: "no zone" };
  const zone = resolveZone(arrivalZone);
  if (zone === undefined) return { known: false, why: "unknown zone" };
  const slackMs = startOfDay(zone, dayMs + DAY_MS) - arrivalMs;
  return { known: true, arrivesInTime: slackMs >= 0, slackHours: toHours(slackMs) };
}

/** A timestamp's wall clock in a zone, as `{ date, time }` (`2026-07-10`, `10:30`); undefined unless both are certain. */
export function localClock(
  timestamp: unknown,
  zoneName: unknown,
): { readonly date: string; readonly time: string } | undefined {
  const written = readDatetime(timestamp);
  const zone: Zone | undefined = resolveZone(zoneName);
  const instantMs = written === undefined ? undefined : instantOf(written);
  if (instantMs === undefined || zone === undefined) return undefined;
  const iso = new Date(wallAt(zone, instantMs)).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) };
}
