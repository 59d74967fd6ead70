import type { RiskDay } from "../../api/model/api.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { ownFields } from "../../domain/shown-record.ts";
import type { Slices } from "../answer/slices.ts";
import type { Counts } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { countAreas, countStates, groupByFirstValue } from "./area-counts.ts";
import { countsByField, type Fields, riskCountsOf, type Tally, type ValueCounts } from "./fields.ts";

/** A place with up to this many areas gets a row for each; the answer counts the areas of a larger place. */
const MAX_SINGLE_AREAS = 3;
const MAX_RECORDS_OF_AREA = 3;

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

export interface DayRecords extends AnsweredDay {
  readonly records: readonly JsonRecord[];
  readonly tally: Tally;
}

/** The fields of an area's records on each day, without ZIP and date; `area` is null for a place without areas. */
export interface AreaRisk {
  readonly area: string | null;
  readonly days: readonly { readonly date: string; readonly records: readonly JsonRecord[] }[];
}

export interface DayCounts {
  readonly date: string;
  readonly by: ValueCounts;
  /** The areas without a record. */
  readonly none: number;
  /** By risk value, for the country only. */
  readonly byState: Readonly<Record<string, Counts>>;
}

export interface PlaceRisk {
  /** Undefined for the whole country. */
  readonly location: Location | undefined;
  readonly areaCount: number;
  /** US areas, as `groupByFirstValue` orders them. */
  readonly areasByFirstValue: ReadonlyMap<string, readonly string[]>;
  /** The first of those values. Undefined without a record, or without `Fields.canRank`. */
  readonly firstValue: string | undefined;
  /** The dates on which an area has it. Empty for a field of more than twelve values, which is not counted. */
  readonly firstDates: readonly string[];
  readonly days: readonly DayCounts[];
  /** The answer counts the areas, and lists only some. */
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
  const areasByFirstValue = await groupByFirstValue(recordsByDay, fields, slices);
  const recordedAreas = [...areasByFirstValue.values()].flat();
  const areaCount = countAreas(recordedAreas, location, recordsByDay);
  const [firstValue] = fields.canRank ? areasByFirstValue.keys() : [];
  const firstDates: string[] = [];
  const days: DayCounts[] = [];
  let isUniform = true;
  for (const { date, records, tally } of recordDays) {
    const none = areaCount - (location === undefined ? records.length : new Set(records.map(zipOf)).size);
    const by = countsByField(tally, fields);
    const byState = location === undefined ? await countStates(records, fields, slices) : {};
    days.push({ date, by, none, byState });
    const riskCounts = riskCountsOf(by, fields);
    if (firstValue !== undefined && Object.hasOwn(riskCounts, firstValue)) firstDates.push(date);
    // Not `areaCount`: an area may have several records.
    if (none > 0 || !Object.values(riskCounts).includes(records.length)) isUniform = false;
  }
  // Not `areaCount`: the ZIPs of a city that have no record get no rows.
  const isCounted = location === undefined || recordedAreas.length > MAX_SINGLE_AREAS;
  const listedAreas = isCounted ? [] : rowsOf(recordedAreas, recordDays);
  return { location, areaCount, areasByFirstValue, firstValue, firstDates, days, isCounted, isUniform, listedAreas };
}

function rowsOf(areas: readonly string[], days: readonly AnsweredDay[]): readonly AreaRisk[] {
  const listed = areas.length === 0 ? [null] : areas.toSorted();
  return listed.map((area) => areaRisk(area, days));
}

export function areaRisk(area: string | null, answered: readonly AnsweredDay[]): AreaRisk {
  const days = answered.map(({ date, day }) => {
    const records = area === null ? [] : recordsAt([area], day).filter((record) => zipOf(record) === area);
    const fieldsOf = (record: JsonRecord): JsonRecord => {
      const recordDate = otherDateOf([record], date);
      return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
    };
    return { date, records: recordsOfDate(records, date).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
  });
  return { area, days };
}

export function isAreaOfPlace({ area }: AreaRisk, location: Location | undefined): boolean {
  return area === null || location?.areas.includes(area) === true;
}
