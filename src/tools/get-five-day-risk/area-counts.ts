import { foreignCountry } from "../../domain/country.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import type { Slices } from "../answer/slices.ts";
import { type Counts, mostFirst, sizesOf } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { stateOfRecord } from "../areas/records-at.ts";
import { type Fields, riskOf } from "./fields.ts";

type Records = readonly JsonRecord[];

/** US areas by their first value of any day: values in the order of `riskValues`, areas that have it longest first. */
export async function groupByFirstValue(days: readonly Records[], fields: Fields, slices: Slices) {
  // `count` is the number of records with that rank: one a day, as a rule.
  const firstRanks = new Map<string, { rank: number; count: number }>();
  for (const records of days)
    await slices.each(records, (record) => {
      const area = zipOf(record);
      if (area === undefined || foreignCountry(record) !== undefined) return;
      const rank = fields.riskValues.indexOf(riskOf(record, fields));
      const first = firstRanks.get(area);
      if (first === undefined || rank < first.rank) firstRanks.set(area, { rank, count: 1 });
      else if (rank === first.rank) first.count += 1;
    });
  const byRank = await slices.groupBy(firstRanks, ([, { rank }]) => rank);
  const areasByFirstValue = new Map<string, readonly string[]>();
  for (const [rank, value] of fields.riskValues.entries()) {
    const longestFirst = (byRank.get(rank) ?? []).sort(([, a], [, b]) => b.count - a.count);
    const areas = longestFirst.map(([area]) => area);
    if (areas.length > 0) areasByFirstValue.set(value, areas);
    await slices.after(areas.length);
  }
  return areasByFirstValue;
}

/** By risk value, how many records each state has. */
export async function countStates(records: Records, fields: Fields, slices: Slices) {
  if (!fields.canRank) return {};
  const byValue = await slices.groupBy(records, (record) => riskOf(record, fields));
  const byState: [value: string, states: Counts][] = [];
  for (const value of fields.riskValues.filter((name) => byValue.has(name))) {
    const states = await slices.groupBy(byValue.get(value) ?? [], stateOfRecord);
    byState.push([value, mostFirst(sizesOf(states))]);
  }
  return Object.fromEntries(byState);
}

/**
 * Those with a record on any day; at zip5 all ZIPs of a place. The country has as many as a day has records (one per
 * area, as a rule): records abroad and without a ZIP count, too, though `areas` lacks them.
 */
export function countAreas(areas: readonly string[], location: Location | undefined, days: readonly Records[]): number {
  if (location === undefined) return Math.max(areas.length, ...days.map((records) => records.length));
  const isZip5 = areas.length > 0 && areas.every((area) => area.length === 5);
  return Math.max(areas.length, isZip5 ? location.zipCount : 0);
}
