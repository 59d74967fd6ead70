import { weekday } from "../../domain/calendar.ts";
import { groupBy } from "../../domain/collections.ts";
import type { Entry } from "./attention.ts";

/** Packages without a row that have one status, carrier, due day and forecast. Those in need have groups of their own. */
export interface Group {
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
