import { instantOf, readDatetime } from "./datetime.ts";
import { endOf, readDue } from "./due.ts";
import { toHours } from "./hours.ts";
import { instantsAt, resolveZone } from "./zone.ts";

/**
 * Hours from the arrival to the deadline, one decimal, negative if late. The deadline is a local time, or a day that
 * ends at 24:00. Undefined unless the arrival has an offset and a certain zone (service.md 2.6, G-plans).
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
