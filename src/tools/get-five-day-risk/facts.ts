import type { RiskDay } from "../../api/model/api.ts";
import type { Failure } from "../../domain/failure.ts";
import { isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { type Fields, fieldsAmong, tallyOf } from "./fields.ts";
import {
  type AnsweredDay,
  type AreaRisk,
  areaRisk,
  type DayRecords,
  type PlaceRecords,
  type Region,
  recordsOn,
  regionOf,
} from "./region.ts";
import type { Arguments } from "./schema.ts";

/** More places than this are grouped. Without `minRisk`, the areas of so many places are counted and not listed. */
export const MAX_SINGLE_PLACES = 3;
/** To look up an area of a day takes about as long as to count so many records. */
const RECORDS_OF_AREA = 10;

/** The facts about five-day risk (service.md 4.3), for both channels. */
export interface RiskFacts {
  readonly args: Arguments;
  /** The days that the service answered, and those that it did not. */
  readonly answered: readonly AnsweredDay[];
  readonly unavailable: readonly { readonly date: string; readonly failure: Failure }[];
  readonly order: LevelOrder;
  /** True if the service sent all records of every day that it answered. */
  readonly isWhole: boolean;
  readonly fields: Fields;
  /** The places asked about without those below `minRisk`, or the country: the most severe or the rarest value first. */
  readonly regions: readonly Region[];
  /** How many of `regions` the limit leaves room for. */
  readonly shownCount: number;
  /** How many areas of large regions may be listed. */
  readonly listableCount: number;
  /** The places below `minRisk`. */
  readonly below: readonly Region[];
}

/**
 * Computes the facts of the days that the service answered: at least one. In steps: count the values of each place, order
 * the places by their first values, set those below `minRisk` apart, list areas of large places within `limit`.
 */
export async function riskFacts(
  given: Pick<RiskFacts, "args" | "answered" | "unavailable" | "order">,
): Promise<RiskFacts> {
  const { args, answered, order } = given;
  const { known } = args.locations;
  const counted = known.length === 0 ? countedCountry(answered, order) : countedRegions(known, answered, order);
  const { fields, regions: all } = await counted;
  const isBelow = (value: string | undefined): boolean =>
    value !== undefined && args.minRisk !== undefined && isAtOrAbove(value, args.minRisk, order) === false;
  const below = all.filter(({ location, firstValue }) => location !== undefined && isBelow(firstValue));
  const regions = ranked(all, fields).filter((region) => !below.includes(region));
  const isListing = known.length <= MAX_SINGLE_PLACES || args.minRisk !== undefined;
  const listedValues = isListing ? fields.values.filter((value) => !isBelow(value)) : [];
  const isWhole = answered.every(({ day }) => day.complete);
  const listing = await withListedAreas(regions, listedValues, answered, args.limit);
  return { ...given, isWhole, fields, below, ...listing };
}

type Counted = Pick<RiskFacts, "fields" | "regions">;

/**
 * The country's counts, kept with the first of their days: to count 41,000 records again takes long. They also depend on
 * the order of levels, but a process has only one.
 */
const countries = new WeakMap<RiskDay, Pick<RiskFacts, "answered"> & { readonly counted: Promise<Counted> }>();

function countedCountry(answered: readonly AnsweredDay[], order: LevelOrder): Promise<Counted> {
  const [first] = answered;
  const kept = first && countries.get(first.day);
  const isSame =
    kept?.answered.length === answered.length && answered.every(({ day }, at) => day === kept.answered[at]?.day);
  const counted = isSame ? kept.counted : countedRegions([undefined], answered, order);
  if (first !== undefined) countries.set(first.day, { answered, counted });
  return counted;
}

/** Places in the order of `locations`, or the whole country, with their counts. */
async function countedRegions(
  locations: readonly (Location | undefined)[],
  answered: readonly AnsweredDay[],
  order: LevelOrder,
): Promise<Counted> {
  const slices = new Slices();
  const none: readonly JsonRecord[] = [];
  // Unlike `flatMap`, this copies 200,000 records at once.
  const riskField = riskFieldOf(none.concat(...answered.map(({ day }) => day.records)), order);
  const places: PlaceRecords[] = [];
  for (const location of locations) {
    const days: DayRecords[] = [];
    for (const each of answered) {
      const records = recordsOn(each, location);
      days.push({ ...each, records, tally: await tallyOf(records, riskField, slices) });
    }
    places.push({ location, days });
  }
  const tallies = places.flatMap(({ days }) => days.map(({ tally }) => tally));
  const fields = fieldsAmong(tallies, riskField, order);
  const regions: Region[] = [];
  for (const each of places) regions.push(await regionOf(each, fields, slices));
  return { fields, regions };
}

/** Regions by their first values, in the order of the answer; those without a record come last. */
function ranked(regions: readonly Region[], { values }: Fields): readonly Region[] {
  const rank = ({ firstValue }: Region): number =>
    firstValue === undefined ? values.length : values.indexOf(firstValue);
  return regions.toSorted((a, b) => rank(a) - rank(b));
}

/** Gives large regions the rows that the others leave of `limit`, by `listedValues`. */
async function withListedAreas(
  regions: readonly Region[],
  listedValues: readonly string[],
  answered: readonly AnsweredDay[],
  limit: number,
): Promise<Pick<RiskFacts, "regions" | "shownCount" | "listableCount">> {
  // First each place: by a row for each of its few areas, or by one of counts. The country's counts stand apart.
  let room = limit;
  let shownCount = 0;
  for (const { location, rows } of regions) {
    room -= location === undefined ? 0 : Math.max(1, rows.length);
    if (room < 0) break;
    shownCount += 1;
  }
  // Then areas of the large ones, those of one value before those of the next.
  const large = regions.slice(0, shownCount).filter(({ isLarge }) => isLarge);
  const rowsOf = new Map(large.map((region): [Region, AreaRisk[]] => [region, []]));
  const slices = new Slices();
  let listableCount = 0;
  for (const value of listedValues)
    for (const [{ byValue }, rows] of rowsOf) {
      const areas = byValue.get(value) ?? [];
      listableCount += areas.length;
      for (const area of areas.slice(0, Math.max(0, room))) {
        room -= 1;
        rows.push(areaRisk(area, answered));
        await slices.after(RECORDS_OF_AREA * answered.length);
      }
    }
  const withRows = regions.map((region) => ({ ...region, rows: rowsOf.get(region) ?? region.rows }));
  return { regions: withRows, shownCount, listableCount };
}
