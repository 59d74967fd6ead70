import { zipOf } from "../../domain/record-zip.ts";
import type { Slices } from "../answer/slices.ts";
import type { Counts } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { countAreas, countStates, groupByLeadingValue } from "./area-counts.ts";
import { type AreaRisk, allAreas, type DayRecords } from "./area-risk.ts";
import { countsByField, type Fields, riskCountsOf, riskOfRow, type ValueCounts } from "./fields.ts";

/** The answer lists up to this many areas with records of a place, and counts those of a larger place. */
const MAX_UNCOUNTED_AREAS = 3;

export interface DayCounts {
  readonly date: string;
  readonly by: ValueCounts;
  /** The areas without a record. */
  readonly none: number;
  /** By risk value, for the country only. */
  readonly byState: Readonly<Record<string, Counts>>;
}

/** The most severe value of a place, or without an order the rarest. */
export interface LeadingValue {
  readonly value: string;
  /** The US areas that have it on any day, those that have it longest first. */
  readonly areas: readonly string[];
  /** The dates on which an area has it. Empty for a field of more than twelve values, which is not counted. */
  readonly dates: readonly string[];
  /** Several areas have it, perhaps on different dates: `High somewhere on Tue, Wed`. */
  readonly isSomewhere: boolean;
}

/**
 * The answer lists the areas of a small place, and counts those of a larger one by value (`isCounted`):
 *
 *     Tue            Wed     isCounted  hasOneValueADay  leading.isSomewhere
 *     Low            High    false      true             false
 *     4 Low          4 High  true       true             false
 *     3 Low, 1 High  4 Low   true       false            false, because one area has it
 *     2 Low, 2 High  4 Low   true       false            true
 */
export interface PlaceRisk {
  /** Undefined for the whole country. */
  readonly location: Location | undefined;
  readonly areaCount: number;
  /** US areas, as `groupByLeadingValue` orders them. */
  readonly areasByLeadingValue: ReadonlyMap<string, readonly string[]>;
  /** Of the first of those values. Undefined without a record, or if the risk cannot be ranked. */
  readonly leading: LeadingValue | undefined;
  readonly dayCounts: readonly DayCounts[];
  /** The answer counts the areas, and lists as many as the limit has room for. */
  readonly isCounted: boolean;
  /** All areas have one value on each day, so that the text need not list them. */
  readonly hasOneValueADay: boolean;
  readonly listedAreas: readonly AreaRisk[];
}

export async function placeRiskOf(
  location: Location | undefined,
  dayRecords: readonly DayRecords[],
  fields: Fields,
  slices: Slices,
): Promise<PlaceRisk> {
  const areasByLeadingValue = await groupByLeadingValue(dayRecords, fields, slices);
  const recordedAreas = [...areasByLeadingValue.values()].flat();
  const areaCount = countAreas(recordedAreas, location, dayRecords);
  const dayCounts: DayCounts[] = [];
  let hasOneValueADay = true;
  for (const { date, records, tally } of dayRecords) {
    // An area of a place may have several records; the country has an area for each (`countAreas`).
    const recordedCount = location === undefined ? records.length : new Set(records.map(zipOf)).size;
    const by = countsByField(tally, fields);
    const byState = location === undefined ? await countStates(records, fields, slices) : {};
    const none = areaCount - recordedCount;
    dayCounts.push({ date, by, none, byState });
    const hasOneValue = Object.values(riskCountsOf(by, fields)).includes(records.length);
    if (none > 0 || !hasOneValue) hasOneValueADay = false;
  }
  const isCounted = location === undefined || recordedAreas.length > MAX_UNCOUNTED_AREAS;
  const listedAreas = isCounted ? [] : allAreas(recordedAreas, dayRecords);
  const place = { location, areaCount, areasByLeadingValue, dayCounts, isCounted, hasOneValueADay, listedAreas };
  return { ...place, leading: leadingValueOf(place, fields) };
}

function leadingValueOf(place: Omit<PlaceRisk, "leading">, fields: Fields): LeadingValue | undefined {
  const { areasByLeadingValue, dayCounts, hasOneValueADay } = place;
  const [lead] = [...areasByLeadingValue];
  if (lead === undefined || fields.risk?.canRank !== true) return undefined;
  const [value, areas] = lead;
  const daysWithValue = dayCounts.filter(({ by }) => Object.hasOwn(riskCountsOf(by, fields), value));
  const dates = daysWithValue.map(({ date }) => date);
  return { value, areas, dates, isSomewhere: dayCounts.length > 1 && areas.length > 1 && !hasOneValueADay };
}

/** The leading value and its dates say all of a place: no record there has another value or another date. */
export function hasOneValueThroughout(place: PlaceRisk, fields: Fields): boolean {
  const { areaCount, leading, dayCounts, isCounted, hasOneValueADay, listedAreas } = place;
  if (leading === undefined) return areaCount === 0;
  const isOnAllDays = dayCounts.length === 1 || leading.dates.length === dayCounts.length;
  if (!isOnAllDays || leading.isSomewhere) return false;
  if (isCounted) return hasOneValueADay;
  const records = listedAreas.flatMap((area) => area.days.flatMap((day) => day.records));
  return records.every((record) => riskOfRow(record, fields) === leading.value && !("recordDate" in record));
}
