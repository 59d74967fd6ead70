import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import type { Slices } from "../answer/slices.ts";
import type { Counts } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { countAreas, countStates, groupByLeadingValue } from "./area-counts.ts";
import { type AnsweredDay, type AreaRisk, allAreas } from "./area-risk.ts";
import { countedValue, countsByField, type Fields, riskCountsOf, type Tally, type ValueCounts } from "./fields.ts";

/** The answer lists each area of a place that has up to this many, and counts those of a larger place. */
const MAX_UNCOUNTED_AREAS = 3;

export interface DayRecords extends AnsweredDay {
  readonly records: readonly JsonRecord[];
  readonly tally: Tally;
}

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
  /** Several areas have it, perhaps on different dates. */
  readonly isSomewhere: boolean;
}

export interface PlaceRisk {
  /** Undefined for the whole country. */
  readonly location: Location | undefined;
  readonly areaCount: number;
  /** US areas, as `groupByLeadingValue` orders them. */
  readonly areasByLeadingValue: ReadonlyMap<string, readonly string[]>;
  /** Of the first of those values. Undefined without a record, or without `Fields.canRank`. */
  readonly leading: LeadingValue | undefined;
  readonly days: readonly DayCounts[];
  /** The answer counts the areas, and lists as many as the limit has room for. */
  readonly isCounted: boolean;
  /** All areas have one value on each day, so that the text need not list them. */
  readonly isUniform: boolean;
  readonly listedAreas: readonly AreaRisk[];
}

export async function placeRiskOf(
  location: Location | undefined,
  recordDays: readonly DayRecords[],
  fields: Fields,
  slices: Slices,
): Promise<PlaceRisk> {
  const recordsByDay = recordDays.map(({ records }) => records);
  const areasByLeadingValue = await groupByLeadingValue(recordsByDay, fields, slices);
  const recordedAreas = [...areasByLeadingValue.values()].flat();
  const areaCount = countAreas(recordedAreas, location, recordsByDay);
  const days: DayCounts[] = [];
  let isUniform = true;
  for (const { date, records, tally } of recordDays) {
    const none = areaCount - (location === undefined ? records.length : new Set(records.map(zipOf)).size);
    const by = countsByField(tally, fields);
    const byState = location === undefined ? await countStates(records, fields, slices) : {};
    days.push({ date, by, none, byState });
    // Not `areaCount`: an area may have several records.
    const isOneValue = Object.values(riskCountsOf(by, fields)).includes(records.length);
    if (none > 0 || !isOneValue) isUniform = false;
  }
  // Not `areaCount`: the ZIPs of a city that have no record are not listed.
  const isCounted = location === undefined || recordedAreas.length > MAX_UNCOUNTED_AREAS;
  const listedAreas = isCounted ? [] : allAreas(recordedAreas, recordDays);
  const place = { location, areaCount, areasByLeadingValue, days, isCounted, isUniform, listedAreas };
  return { ...place, leading: leadingValueOf(place, fields) };
}

function leadingValueOf({ areasByLeadingValue, days, isUniform }: Omit<PlaceRisk, "leading">, fields: Fields) {
  const [lead] = fields.canRank ? areasByLeadingValue : [];
  if (lead === undefined) return undefined;
  const [value, areas] = lead;
  const daysWithValue = days.filter(({ by }) => Object.hasOwn(riskCountsOf(by, fields), value));
  const dates = daysWithValue.map(({ date }) => date);
  return { value, areas, dates, isSomewhere: days.length > 1 && areas.length > 1 && !isUniform };
}

/** The leading value and its dates say all of a place: no record there has another value or another date. */
export function isConstant(place: PlaceRisk, { riskField }: Fields): boolean {
  const { areaCount, leading, days, isCounted, isUniform, listedAreas } = place;
  if (leading === undefined) return areaCount === 0;
  const isOnAllDays = days.length === 1 || leading.dates.length === days.length;
  if (!isOnAllDays || leading.isSomewhere) return false;
  if (isCounted) return isUniform;
  const records = listedAreas.flatMap((area) => area.days.flatMap((day) => day.records));
  return records.every((record) => countedValue(record, riskField) === leading.value && !("recordDate" in record));
}
