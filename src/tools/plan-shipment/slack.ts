import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { endOf, readDue } from "../../domain/due.ts";
import { toHours } from "../../domain/time-units.ts";
import { instantsAt, resolveZone } from "../../domain/zone.ts";

/**
 * Compares an arrival with its deadline: a local time there, or a day that ends at 24:00. Undefined unless the arrival
 * has an offset and a certain zone (service.md 2.6, G-plans). A deadline with an offset is no local time.
 */
export function slackTo(deadline: unknown, arrival: unknown, arrivalZone: unknown) {
  const arrivalMs = instantOf(readDatetime(arrival));
  const zone = resolveZone(arrivalZone);
  if (arrivalMs === undefined || zone === undefined) return undefined;
  const due = endOf(readDue(deadline));
  // A deadline in a clock's gap has no instant. In a fold, the earlier of two counts.
  const [dueMs] = due?.offsetMinutes === null ? instantsAt(zone, due.wallMs) : [];
  if (dueMs === undefined) return undefined;
  const slackMs = dueMs - arrivalMs;
  return { arrivesInTime: slackMs >= 0, slackHours: toHours(slackMs) };
}
