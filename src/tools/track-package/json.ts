import { weekday } from "../../domain/calendar.ts";
import { groupBy } from "../../domain/collections.ts";
import type { Entry } from "./attention.ts";
import type { Ranking } from "./ranking.ts";
import { scanJson } from "./scans.ts";
import type { Structured } from "./schema.ts";

/** The packages in JSON: those in need, a row for each listed one, and groups of the others. */
export function trackedJson({ urgent, listed, others, unasked }: Ranking): Structured {
  return {
    attention: urgent.map(({ id, kinds, reasons }) => ({ id, kinds: [...kinds], reasons: [...reasons] })),
    packages: listed.map(packageJson),
    listed: listed.length,
    ...(others.length === 0 ? {} : { others: groupsOf(others).map(groupJson) }),
    ...(unasked.length === 0 ? {} : { notLookedUp: unasked.map(({ id }) => id) }),
  };
}

function packageJson(each: Entry): Structured["packages"][number] {
  const { id, found, facts, heat, record, changes } = each;
  if (facts === undefined) return { id, found, reason: found === null ? each.next : `${each.what}: ${each.next}` };
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
    ...(carrier === null ? {} : { carrier }),
    ...(due === null ? {} : { due }),
    ...(forecast === null ? {} : { forecast }),
    count: members.length,
    ids: members.map(({ id }) => id),
    ...(late.length === 0 ? {} : { late }),
    ...(newest.length === 0 ? {} : { newest }),
  };
}

/** Packages without a row that have one status, carrier, due day and forecast. Those in need have groups of their own. */
interface Group {
  readonly isInNeed: boolean;
  /** The service's status, null if it gives none; coldroute's own words if there is no package. */
  readonly status: string | null;
  readonly carrier: string | null;
  /** The day on which packages that are not delivered are due; null if none can be read. */
  readonly due: string | null;
  /** The forecast for the due day in words, with `checkHeat`. One that is a reason for attention stands among the reasons. */
  readonly forecast: string | null;
  readonly members: readonly [Entry, ...Entry[]];
}

/** Forecasts that would make more groups are left out: scores give almost each package a group of its own. */
const MAX_GROUPS = 24;

/** Groups packages without a row, for both channels. Groups stand in the order of their first members. */
export function groupsOf(others: readonly Entry[]): readonly Group[] {
  const groups = groupsBy(others, (each) => groupKeyOf(each));
  return groups.length > MAX_GROUPS ? groupsBy(others, (each) => ({ ...groupKeyOf(each), forecast: null })) : groups;
}

function groupsBy(others: readonly Entry[], keyOf: (each: Entry) => Omit<Group, "members">): readonly Group[] {
  return [...groupBy(others, (each) => JSON.stringify(keyOf(each))).values()].flatMap(([first, ...alike]) =>
    first === undefined ? [] : { ...keyOf(first), members: [first, ...alike] },
  );
}

function groupKeyOf(each: Entry): Omit<Group, "members"> {
  const isInNeed = each.kinds.length > 0;
  if (each.found !== true) return { isInNeed, status: each.what, carrier: null, due: null, forecast: null };
  const { status, carrier, isDelivered, scheduled } = each.facts;
  const day = scheduled?.slice(0, 10) ?? "";
  const due = isDelivered || weekday(day) === undefined ? null : day;
  const forecast = each.forecast?.isReason === false ? each.forecast.text : null;
  return { isInNeed, status, carrier, due, forecast };
}
