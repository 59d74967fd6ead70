import { foreignCountry } from "../../domain/country.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import type { Slices } from "../answer/slices.ts";
import { type Counts, mostFirst, sizesOf } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { stateOfRecord } from "../areas/records-at.ts";
import type { DayRecords } from "./area-risk.ts";
import { type Fields, riskOf } from "./fields.ts";

/** US areas by the value that leads each: values in the order of `riskValues`, areas that have it longest first. */
export async function groupByLeadingValue(days: readonly DayRecords[], fields: Fields, slices: Slices) {
  // `index` is that of a value in `riskValues`; `count` is the number of records with it: one a day, as a rule.
  const leads = new Map<string, { index: number; count: number }>();
  for (const { records } of days)
    await slices.each(records, (record) => {
      const area = zipOf(record);
      if (area === undefined || foreignCountry(record) !== undefined) return;
      const index = fields.riskValues.indexOf(riskOf(record, fields));
      const lead = leads.get(area);
      if (lead === undefined || index < lead.index) leads.set(area, { index, count: 1 });
      else if (index === lead.index) lead.count += 1;
    });
  const byIndex = await slices.groupBy(leads, ([, { index }]) => index);
  const areasByValue = new Map<string, readonly string[]>();
  for (const [index, value] of fields.riskValues.entries()) {
    const longestFirst = (byIndex.get(index) ?? []).sort(([, a], [, b]) => b.count - a.count);
    const areas = longestFirst.map(([area]) => area);
    if (areas.length > 0) areasByValue.set(value, areas);
    await slices.after(areas.length);
  }
  return areasByValue;
}

/** By risk value, how many records each state has. */
export async function countStates(records: readonly JsonRecord[], fields: Fields, slices: Slices) {
  if (fields.risk?.canRank !== true) return {};
  const byValue = await slices.groupBy(records, (record) => riskOf(record, fields));
  const byState: [value: string, states: Counts][] = [];
  for (const value of fields.riskValues.filter((name) => byValue.has(name))) {
    const states = await slices.groupBy(byValue.get(value) ?? [], stateOfRecord);
    byState.push([value, mostFirst(sizesOf(states))]);
  }
  return Object.fromEntries(byState);
}

/** How many areas a place has: as a rule those with a record on any day. */
export function countAreas(areas: readonly string[], location: Location | undefined, days: readonly DayRecords[]) {
  // The country: the records of the fullest day, one an area. They include those abroad and without a ZIP.
  if (location === undefined) return Math.max(areas.length, ...days.map(({ records }) => records.length));
  // At zip5, all ZIPs of the place.
  const isZip5 = areas.length > 0 && areas.every((area) => area.length === 5);
  return Math.max(areas.length, isZip5 ? location.zipCount : 0);
}
