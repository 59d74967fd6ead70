import { zipOf } from "../../domain/record-zip.ts";
import type { Slices } from "../answer/slices.ts";
import type { Counts } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { countAreas, countStates, groupByLeadingValue } from "./area-counts.ts";
import { type AreaRisk, allAreas, type DayRecords } from "./area-risk.ts";
import { countsByField, type Fields, riskCountsOf, type ValueCounts } from "./fields.ts";

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

/** The value of a place that comes first in `Fields.riskValues`. */
export interface LeadingValue {
  readonly value: string;
  /** The US areas that have it on any day, those that have it longest first. */
  readonly areas: readonly string[];
  /** The dates on which an area has it. Empty for a field of more than twelve values, which is not counted. */
  readonly dates: readonly string[];
  /** `somewhere`: several areas have it, perhaps on different dates. `parts`: one area has it, or there is one day. */
  readonly extent: "all areas" | "parts" | "somewhere";
}

/**
 * The answer lists the areas of a small place, and counts those of a larger one by value (`isCounted`):
 *
 *     Tue            Wed     isCounted  isMixed  leading.extent
 *     Low            High    false      false    all areas
 *     Low, High      Low     false      false    parts
 *     4 Low          4 High  true       false    all areas
 *     3 Low, 1 High  4 Low   true       true     parts
 *     2 Low, 2 High  4 Low   true       true     somewhere
 */
export interface PlaceRisk {
  /** Undefined for the whole country. */
  readonly location: Location | undefined;
  /** At least the areas with a record on any day (`countAreas`). */
  readonly areaCount: number;
  /** US areas, as `groupByLeadingValue` orders them. */
  readonly areasByLeadingValue: ReadonlyMap<string, readonly string[]>;
  /** Of the first of those values. Undefined without a record, or if the risk cannot be ranked. */
  readonly leading: LeadingValue | undefined;
  readonly dayCounts: readonly DayCounts[];
  /** The answer counts the areas, and lists as many as the limit has room for. */
  readonly isCounted: boolean;
  /** The counted areas do not all have one value on each day, so the text lists them. */
  readonly isMixed: boolean;
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
    const none = areaCount - recordedCount;
    const by = countsByField(tally, records.length, fields);
    const byState = location === undefined ? await countStates(records, fields, slices) : {};
    dayCounts.push({ date, by, none, byState });
    // If all records have one value, its count is theirs. A field that is not counted has no count.
    const [firstCount] = Object.values(riskCountsOf(by, fields));
    if (none > 0 || firstCount !== records.length) hasOneValueADay = false;
  }
  const isCounted = location === undefined || recordedAreas.length > MAX_UNCOUNTED_AREAS;
  const isMixed = isCounted && areaCount > 0 && !hasOneValueADay;
  const listedAreas = isCounted ? [] : allAreas(recordedAreas, dayRecords);
  const place = { location, areaCount, areasByLeadingValue, dayCounts, isCounted, isMixed, listedAreas };
  const [first] = areasByLeadingValue;
  if (first === undefined || fields.risk?.canRank !== true) return { ...place, leading: undefined };
  const [value, areas] = first;
  const daysWithValue = dayCounts.filter(({ by }) => Object.hasOwn(riskCountsOf(by, fields), value));
  const dates = daysWithValue.map(({ date }) => date);
  const extentOfSome = dayCounts.length > 1 && areas.length > 1 ? "somewhere" : "parts";
  return { ...place, leading: { value, areas, dates, extent: hasOneValueADay ? "all areas" : extentOfSome } };
}
