import { dateToUtcMs } from "./calendar.ts";
import { instantOf, readDatetime } from "./datetime.ts";
import { toHours } from "./hours.ts";
import { DAY_MS } from "./time-units.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/**
 * Hours from the estimated arrival to the deadline in the arrival's own zone; negative when it comes later. The deadline is
 * a local time (`2026-11-28T12:00`), or a date, which ends at 24:00. Undefined unless the arrival names its offset and the
 * zone is certain (service.md 2.6, G-plans).
 */
export function slackTo(deadline: unknown, arrival: unknown, arrivalZone: unknown) {
  const arrivalMs = instantOf(readDatetime(arrival));
  const zone = resolveZone(arrivalZone);
  if (arrivalMs === undefined || zone === undefined || typeof deadline !== "string") return undefined;
  const dayMs = dateToUtcMs(deadline);
  const due = dayMs === undefined ? readDatetime(deadline) : { wallMs: dayMs + DAY_MS, offsetMinutes: null };
  // None for a clock that goes forward over the deadline; the earlier of two for one that goes back.
  const [dueMs] = due?.offsetMinutes === null ? instantsAt(zone, due.wallMs) : [];
  if (dueMs === undefined) return undefined;
  const slackMs = dueMs - arrivalMs;
  return { arrivesInTime: slackMs >= 0, slackHours: toHours(slackMs) };
}
