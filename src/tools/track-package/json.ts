import { weekday } from "../../domain/calendar.ts";
import { groupBy } from "../../domain/collections.ts";
import { defined } from "../../domain/record.ts";
import type { Entry } from "./attention.ts";
import type { Ranking } from "./ranking.ts";
import { scanJson } from "./scans.ts";
import type { Structured } from "./schema.ts";

export function trackedJson({ urgent, listed, others, unasked }: Ranking): Structured {
  return {
    attention: urgent.map(({ id, kinds, reasons }) => ({ id, kinds: [...kinds], reasons: [...reasons] })),
    packages: listed.map(packageJson),
    listed: listed.length,
    ...(others.length > 0 && { others: groupsOf(others).map(groupJson) }),
    ...(unasked.length > 0 && { notLookedUp: unasked.map(({ id }) => id) }),
  };
}

function packageJson(entry: Entry): Structured["packages"][number] {
  const { id, found, facts, heat, record, changes } = entry;
  if (facts === undefined) return { id, found, reason: found === null ? entry.next : `${entry.what}: ${entry.next}` };
  const { isDelivered, scans, signs: _, times: __, forecastMs: ___, ...fields } = facts;
  const last = scans.at(-1);
  return {
    id,
    found,
    ...fields,
    lastScan: last === undefined ? null : scanJson(last),
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

/** Packages without a row that have one status, carrier, due day and forecast. Those in need have groups of their own. */
interface Group {
  readonly isInNeed: boolean;
  /** The service's status, null if it gives none; coldroute's own words if there is no package. */
  readonly status: string | null;
  readonly carrier?: string | undefined;
  /** Of packages that are not delivered. */
  readonly due?: string | undefined;
  /** In words, with `checkHeat`. A forecast that is a reason for attention stands among the reasons. */
  readonly forecast?: string | undefined;
  readonly members: readonly [Entry, ...Entry[]];
}

/** Forecasts that would make more groups are left out: scores give almost each package a group of its own. */
const MAX_GROUPS = 24;

/** Groups stand in the order of their first members. */
export function groupsOf(others: readonly Entry[]): readonly Group[] {
  const groups = groupsBy(others, groupKeyOf);
  if (groups.length <= MAX_GROUPS) return groups;
  return groupsBy(others, (entry) => ({ ...groupKeyOf(entry), forecast: undefined }));
}

function groupsBy(others: readonly Entry[], keyOf: (entry: Entry) => Omit<Group, "members">): readonly Group[] {
  const groups = [...groupBy(others, (entry) => JSON.stringify(keyOf(entry))).values()];
  return groups.map((members) => ({ ...keyOf(members[0]), members }));
}

function groupKeyOf(entry: Entry): Omit<Group, "members"> {
  const isInNeed = entry.kinds.length > 0;
  if (entry.found !== true) return { isInNeed, status: entry.what };
  const { status, carrier, isDelivered, scheduled } = entry.facts;
  const day = scheduled?.slice(0, 10) ?? "";
  return {
    isInNeed,
    status,
    carrier: carrier ?? undefined,
    due: isDelivered || weekday(day) === undefined ? undefined : day,
    forecast: entry.forecast?.isReason === false ? entry.forecast.text : undefined,
  };
}
