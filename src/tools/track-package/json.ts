import { defined } from "../../domain/record.ts";
import type { Entry } from "./attention.ts";
import type { Group } from "./groups.ts";
import type { Ranking } from "./ranking.ts";
import { scanJson } from "./scans.ts";
import type { Structured } from "./schema.ts";

export function trackedJson({ urgent, listed, otherGroups, unasked }: Ranking): Structured {
  return {
    attention: urgent.map(({ id, kinds, reasons }) => ({ id, kinds: [...kinds], reasons: [...reasons] })),
    packages: listed.map(packageJson),
    listed: listed.length,
    ...(otherGroups.length > 0 && { others: otherGroups.map(groupJson) }),
    ...(unasked.length > 0 && { notLookedUp: unasked.map(({ id }) => id) }),
  };
}

function packageJson(entry: Entry): Structured["packages"][number] {
  const { id, found, facts, heat, record, changes } = entry;
  if (facts === undefined) return { id, found, reason: found === null ? entry.next : `${entry.what}: ${entry.next}` };
  // Every other fact is a member of the row (docs/outputs.md).
  const { isDelivered, scans, times: _times, zone: _zone, forecastMs: _forecastMs, signs: _signs, ...row } = facts;
  const last = scans.at(-1);
  return {
    id,
    found,
    ...row,
    lastScan: last === undefined ? null : scanJson(last),
    // Null also says that the package is delivered (outputs.md): its picture reads nothing else.
    heat: isDelivered ? null : heat,
    ...(changes && { changes: [...changes.events] }),
    ...(record && { scans: scans.map(scanJson), record }),
  };
}

function groupJson({ status, carrier, due, forecast, members }: Group) {
  const late = members.flatMap(({ id, facts }) => {
    const lateHours = facts?.deliveredLateHours ?? facts?.overdueHours ?? 0;
    return lateHours > 0 ? [{ id, carrier, lateHours }] : [];
  });
  const newest = members.flatMap(({ id, changes }) => {
    const change = changes?.events.at(-1);
    return change === undefined ? [] : [{ id, change }];
  });
  return {
    status,
    ...defined({ carrier, due, forecast }),
    count: members.length,
    ids: members.map(({ id }) => id),
    ...(late.length > 0 && { late }),
    ...(newest.length > 0 && { newest }),
  };
}
