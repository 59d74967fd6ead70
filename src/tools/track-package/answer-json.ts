import { groupBy } from "../answer/rows.ts";
import type { Ranked, Ranking } from "./attention.ts";
import type { Structured } from "./schema.ts";

/** The service's status, null if it gives none; coldroute's own words if there is no package. */
export function statusOf(each: Ranked): string | null {
  return each.found === true ? each.facts.status : each.what;
}

export function trackedJson({ urgent, listed, others, unasked }: Ranking): Structured {
  const byStatus = [...groupBy(others, statusOf)].map(([status, group]) => ({
    status,
    count: group.length,
    ids: group.map(({ id }) => id),
    ...lateMember(group),
  }));
  return {
    attention: urgent.map(({ id, kinds, reasons }) => ({ id, kinds: [...kinds], reasons: [...reasons] })),
    packages: listed.map(packageJson),
    listed: listed.length,
    ...(others.length === 0 ? {} : { others: byStatus }),
    ...(unasked.length === 0 ? {} : { notLookedUp: unasked.map(({ id }) => id) }),
  };
}

/** The carrier and the lateness of each late delivery. */
function lateMember(group: readonly Ranked[]) {
  const late = group.flatMap(({ id, facts }) => {
    const lateHours = facts?.deliveredLateHours ?? 0;
    return lateHours > 0 ? [{ id, carrier: facts?.carrier ?? null, lateHours }] : [];
  });
  return late.length === 0 ? {} : { late };
}

function packageJson(each: Ranked): Structured["packages"][number] {
  const { id, found, facts, heat, record } = each;
  if (facts === undefined) return { id, found, reason: found === null ? each.next : `${each.what}: ${each.next}` };
  const { isDelivered, scans, signs: _, dueDay: __, ...fields } = facts;
  return {
    id,
    found,
    ...fields,
    lastScan: scans.at(-1) ?? null,
    heat: isDelivered ? null : heat,
    ...(record && { scans, record }),
  };
}
