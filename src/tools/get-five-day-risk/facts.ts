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
  areaRisk,
  type DayRecords,
  haveFurtherFields,
  type PlaceRecords,
  type Region,
  recordsOn,
  regionOf,
} from "./region.ts";
import type { Arguments } from "./schema.ts";

/** More places than this are grouped. Without `minRisk`, their areas are then counted and not listed. */
export const MAX_SINGLE_PLACES = 3;
/** The look-up of an area on a day takes as long as the counting of this many records. */
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
  /** How many areas of large regions may be listed: none if a place has no room. */
  readonly listableCount: number;
  /** The places below `minRisk`. */
  readonly below: readonly Region[];
  /** True if the text says all fields of the records of small places, not only the risk. */
  readonly saysFields: boolean;
}

/**
 * Computes the facts of the days that the service answered: at least one. In steps: count the values of each place, set
 * those below `minRisk` apart, order the others by their first values, list areas of large places within `limit`.
 */
export async function riskFacts(
  given: Pick<RiskFacts, "args" | "answered" | "unavailable" | "order">,
): Promise<RiskFacts> {
  const { args, answered, order } = given;
  const { known } = args.locations;
  const counts = known.length === 0 ? countCountry(answered, order) : countPlaces(known, answered, order);
  const { fields, all } = await counts;
  // No value, or one outside the order, is not below.
  const isBelow = (value: string | undefined): boolean =>
    value !== undefined && args.minRisk !== undefined && isAtOrAbove(value, args.minRisk, order) === false;
  const below = all.filter(({ location, firstValue }) => location !== undefined && isBelow(firstValue));
  const others = all.filter((region) => !below.includes(region));
  const isFew = known.length <= MAX_SINGLE_PLACES;
  const isListing = isFew || args.minRisk !== undefined;
  const listedValues = isListing ? fields.values.filter((value) => !isBelow(value)) : [];
  const listing = await withListedAreas(ranked(others, fields), listedValues, answered, args.limit);
  const isWhole = answered.every(({ day }) => day.complete);
  const saysFields = fields.main === undefined || (isFew && haveFurtherFields(others, fields));
  return { ...given, isWhole, fields, below, saysFields, ...listing };
}

/**
 * The country's counts, kept with the first of their days: to count 41,000 records again takes long. They also depend on
 * the order of levels, but a process has only one.
 */
const countries = new WeakMap<RiskDay, Pick<RiskFacts, "answered"> & { readonly counts: Counts }>();

type Counts = ReturnType<typeof countPlaces>;

function countCountry(answered: readonly AnsweredDay[], order: LevelOrder): Counts {
  const [first] = answered;
  const kept = first && countries.get(first.day);
  const isSame =
    kept?.answered.length === answered.length && answered.every(({ day }, at) => day === kept.answered[at]?.day);
  const counts = isSame ? kept.counts : countPlaces([undefined], answered, order);
  if (first !== undefined) countries.set(first.day, { answered, counts });
  return counts;
}

/** Places in the order of `locations`, or the whole country, with their counts. */
async function countPlaces(
  locations: readonly (Location | undefined)[],
  answered: readonly AnsweredDay[],
  order: LevelOrder,
): Promise<Pick<RiskFacts, "fields"> & { readonly all: readonly Region[] }> {
  const slices = new Slices();
  const none: readonly JsonRecord[] = [];
  // Unlike `flatMap`, `concat` takes a day's list at once: 200,000 records in all.
  const riskField = riskFieldOf(none.concat(...answered.map(({ day }) => day.records)), order);
  const places: PlaceRecords[] = [];
  for (const location of locations) {
    const days: DayRecords[] = [];
    for (const day of answered) {
      const records = recordsOn(day, location);
      days.push({ ...day, records, tally: await tallyOf(records, riskField, slices) });
    }
    places.push({ location, days });
  }
  const tallies = places.flatMap(({ days }) => days.map(({ tally }) => tally));
  const fields = fieldsAmong(tallies, riskField, order);
  const all: Region[] = [];
  for (const place of places) all.push(await regionOf(place, fields, slices));
  return { fields, all };
}

/** Regions by their first values, those that have it longest first; those without a record come last. */
function ranked(regions: readonly Region[], { values }: Fields): readonly Region[] {
  const rank = ({ firstValue }: Region): number =>
    firstValue === undefined ? values.length : values.indexOf(firstValue);
  return regions.toSorted((a, b) => rank(a) - rank(b) || b.firstDays.length - a.firstDays.length);
}

/**
 * Shares the rows of `limit`. First each place takes a row for each of its few areas, or one of counts; the rest goes to
 * areas of large places, by `listedValues`. With a limit of 5, Texas (52 areas) takes 1 and Phoenix (2 areas) 2: so two
 * areas of Texas are listed. With a limit of 2, Phoenix has no room: only Texas is shown, without areas.
 */
async function withListedAreas(
  regions: readonly Region[],
  listedValues: readonly string[],
  answered: readonly AnsweredDay[],
  limit: number,
): Promise<Pick<RiskFacts, "regions" | "shownCount" | "listableCount">> {
  let room = limit;
  for (const [index, { location, rows }] of regions.entries()) {
    // The country's counts stand apart.
    const needed = location === undefined ? 0 : Math.max(1, rows.length);
    if (needed > room) return { regions, shownCount: index, listableCount: 0 };
    room -= needed;
  }
  const listed = regions.map((region) => ({ ...region, rows: [...region.rows] }));
  const large = listed.filter(({ isLarge }) => isLarge);
  const slices = new Slices();
  let listableCount = 0;
  for (const value of listedValues)
    for (const { byValue, rows } of large) {
      const areas = byValue.get(value) ?? [];
      listableCount += areas.length;
      for (const area of areas.slice(0, room)) {
        rows.push(areaRisk(area, answered));
        await slices.after(RECORDS_OF_AREA * answered.length);
      }
      room = Math.max(0, room - areas.length);
    }
  return { regions: listed, shownCount: regions.length, listableCount };
}
