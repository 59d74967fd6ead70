import type { RiskDay } from "../../api/model/api.ts";
import { foreignCountry } from "../../domain/country.ts";
import { type JsonRecord, ownFields } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { type Counts, mostFirst } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt, recordsOfDate, stateOfRecord } from "../areas/records-at.ts";
import { countedValue, type Fields, type Tally, type ValueCounts } from "./fields.ts";

/** A place with up to this many areas gets a row for each; the answer counts the areas of a larger place. */
const MAX_SINGLE_AREAS = 3;
const MAX_RECORDS_OF_AREA = 3;
/** Up to this many areas are told with further fields. */
const MAX_AREAS_WITH_FIELDS = 5;

/** A day that the service answered. */
export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** The records of a region on a day, and how often each value occurs. */
export interface DayRecords extends AnsweredDay {
  readonly records: readonly JsonRecord[];
  readonly tally: Tally;
}

/** The fields of an area's records on each day, without ZIP and date; `area` is null for a place without areas. */
export interface AreaRisk {
  readonly area: string | null;
  readonly days: readonly { readonly date: string; readonly records: readonly JsonRecord[] }[];
}

/** How many areas have each value and how many have no record on a day; for the country also by value and state. */
export interface DayCounts {
  readonly date: string;
  readonly by: ValueCounts;
  readonly none: number;
  readonly byState: Readonly<Record<string, Counts>>;
}

/** The risk of a place asked about, or of the whole country. */
export interface Region {
  /** Undefined for the whole country. */
  readonly location: Location | undefined;
  readonly areaCount: number;
  /** The areas by the first of their values on any day, in the order of the answer: those that have it longest first. */
  readonly byValue: ReadonlyMap<string, readonly string[]>;
  /** The most severe value of any day, or without an order the rarest. Undefined without a record, or without `hasFirst`. */
  readonly firstValue: string | undefined;
  /** The days on which an area has it. Empty for a field of more than twelve values, which is not counted. */
  readonly firstDays: readonly DayCounts[];
  readonly days: readonly DayCounts[];
  /** True if the answer counts the areas, and lists only some. */
  readonly isLarge: boolean;
  /** True if all areas have one value on each day, so that the text need not list them. */
  readonly isUniform: boolean;
  /** The listed areas. */
  readonly rows: readonly AreaRisk[];
}

/** The records of a place, or of the whole country, on a day. */
export function recordsOn({ date, day }: AnsweredDay, location: Location | undefined): readonly JsonRecord[] {
  return recordsOfDate(location === undefined ? day.records : recordsAt(location.areas, day), date);
}

/** A place, or the whole country, with its records on each day. */
export interface PlaceRecords {
  readonly location: Location | undefined;
  readonly days: readonly DayRecords[];
}

/** Sums up the records of a place, or of the whole country. Lists the areas of a place that has few. */
export async function regionOf(place: PlaceRecords, fields: Fields, slices: Slices): Promise<Region> {
  const { location } = place;
  const byValue = await areasByValue(place.days, fields, slices);
  const areas = [...byValue.values()].flat();
  const areaCount = countAreas(areas, place);
  const days: DayCounts[] = [];
  for (const { date, records, tally } of place.days) {
    const recorded = location === undefined ? records.length : new Set(records.map(zipOf)).size;
    const byState = location === undefined ? await countStates(records, fields, slices) : {};
    days.push({ date, by: fields.countsOf(tally), none: areaCount - recorded, byState });
  }
  const isLarge = location === undefined || areas.length > MAX_SINGLE_AREAS;
  const single = areas.length === 0 ? [null] : areas.sort();
  const rows = isLarge ? [] : single.map((area) => areaRisk(area, place.days));
  const [firstValue] = fields.hasFirst ? byValue.keys() : [];
  const firstDays = days.filter(({ by }) => (by[fields.main ?? ""]?.[firstValue ?? ""] ?? 0) > 0);
  const isUniform = days.every(({ by }) => Object.values(by[fields.main ?? ""] ?? {}).includes(areaCount));
  return { location, areaCount, byValue, firstValue, firstDays, days, isLarge, isUniform, rows };
}

/**
 * How many areas a place has: those with a record on any day; at zip5 all its ZIPs. The country has as many as a day has
 * records (one per area, as a rule): records abroad and without a ZIP count, too, though `areas` lacks them.
 */
function countAreas(areas: readonly string[], { location, days }: PlaceRecords): number {
  if (location === undefined) return Math.max(areas.length, ...days.map(({ records }) => records.length));
  const isZip5 = areas.length > 0 && areas.every((area) => area.length === 5);
  return Math.max(areas.length, isZip5 ? location.zipCount : 0);
}

/**
 * The US areas by the first of their values; the most records of it come first, ordinarily one a day. A rank is an index in
 * `values`: the lowest of an area is its first value.
 */
async function areasByValue(days: readonly DayRecords[], { values, rankOf }: Fields, slices: Slices) {
  const firsts = new Map<string, { rank: number; count: number }>();
  for (const { records } of days)
    await slices.each(records, (record) => {
      const area = zipOf(record);
      if (area === undefined || foreignCountry(record) !== undefined) return;
      const rank = rankOf(record);
      const first = firsts.get(area);
      if (first === undefined || rank < first.rank) firsts.set(area, { rank, count: 1 });
      else if (rank === first.rank) first.count += 1;
    });
  const byRank = await slices.groupBy(firsts, ([, { rank }]) => rank);
  const byValue = new Map<string, readonly string[]>();
  // Unlike `flatMap`, `concat` takes a list at once: up to 41,000 areas.
  const none: readonly string[] = [];
  for (const [rank, alike] of [...byRank].sort(([a], [b]) => a - b)) {
    const byCount = await slices.groupBy(alike, ([, { count }]) => count);
    const longestFirst = [...byCount].sort(([a], [b]) => b - a).map(([, some]) => some.map(([area]) => area));
    byValue.set(values[rank] ?? "", none.concat(...longestFirst));
  }
  return byValue;
}

/** Counts by value and state. */
async function countStates(records: readonly JsonRecord[], { hasFirst, values, rankOf }: Fields, slices: Slices) {
  const byState: Record<string, Counts> = {};
  if (!hasFirst) return byState;
  const byRank = await slices.groupBy(records, rankOf);
  for (const [rank, alike] of [...byRank].sort(([a], [b]) => a - b)) {
    const states = await slices.groupBy(alike, stateOfRecord);
    byState[values[rank] ?? ""] = mostFirst([...states].map(([state, { length }]) => [state, length]));
  }
  return byState;
}

/** An area's records by day. */
export function areaRisk(area: string | null, answered: readonly AnsweredDay[]): AreaRisk {
  const days = answered.map(({ date, day }) => {
    const own = area === null ? [] : recordsAt([area], day).filter((record) => zipOf(record) === area);
    const fieldsOf = (record: JsonRecord): JsonRecord => {
      const recordDate = otherDateOf([record], date);
      return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
    };
    return { date, records: recordsOfDate(own, date).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
  });
  return { area, days };
}

/** True if few areas are told and their records say more than the risk, or say it as a number. */
export function haveFurtherFields(regions: readonly Region[], { main }: Fields): boolean {
  const areas = regions.flatMap(({ isLarge, rows }) => (isLarge ? [] : rows));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const saysMore = (record: JsonRecord): boolean =>
    Object.keys(record).length > 1 || /^-?\d/.test(countedValue(record, main));
  return areas.length <= MAX_AREAS_WITH_FIELDS && records.some(saysMore);
}
