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

/** Computes the facts of the days that the service answered: at least one. */
export async function riskFacts(
  given: Pick<RiskFacts, "args" | "answered" | "unavailable" | "order">,
): Promise<RiskFacts> {
  const { args, answered, order } = given;
  const { known } = args.locations;
  const { fields, all } = await (known.length === 0 ? countryOf(answered, order) : count(known, answered, order));
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

type Counted = Pick<RiskFacts, "fields"> & { readonly all: readonly Region[] };

/**
 * The country's counts, kept with the first of their days: to count 41,000 records again takes long. They also depend on
 * the order of levels, but a process has only one.
 */
const countries = new WeakMap<RiskDay, Pick<RiskFacts, "answered"> & { readonly counts: Promise<Counted> }>();

function countryOf(answered: readonly AnsweredDay[], order: LevelOrder): Promise<Counted> {
  const [first] = answered;
  const kept = first && countries.get(first.day);
  const isSame =
    kept?.answered.length === answered.length && answered.every(({ day }, at) => day === kept.answered[at]?.day);
  const counts = isSame ? kept.counts : count([undefined], answered, order);
  if (first !== undefined) countries.set(first.day, { answered, counts });
  return counts;
}

/** Counts the records of places, or of the whole country. */
async function count(
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
    const read: DayRecords[] = [];
    for (const each of answered) {
      const records = recordsOn(each, location);
      read.push({ ...each, records, tally: await tallyOf(records, riskField, slices) });
    }
    places.push({ location, read });
  }
  const tallies = places.flatMap(({ read }) => read.map(({ tally }) => tally));
  const fields = fieldsAmong(tallies, riskField, order);
  const all: Region[] = [];
  for (const each of places) all.push(await regionOf(each, fields, slices));
  return { fields, all };
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
  let room = limit;
  let shownCount = 0;
  for (const { location, rows } of regions) {
    room -= location === undefined ? 0 : Math.max(1, rows.length);
    if (room < 0) break;
    shownCount += 1;
  }
  const large = regions.slice(0, shownCount).filter(({ isLarge }) => isLarge);
  // At zip5 a region has 41,000 areas, so no list is made of all.
  const listable = listedValues.flatMap((value) =>
    large.map((region) => ({ region, areas: region.byValue.get(value) ?? [] })),
  );
  const slices = new Slices();
  const listed = new Map<Region, AreaRisk[]>();
  for (const { region, areas } of listable) {
    const rows: AreaRisk[] = [];
    for (const area of areas.slice(0, Math.max(0, room))) {
      rows.push(areaRisk(area, answered));
      await slices.after(RECORDS_OF_AREA * answered.length);
    }
    room -= rows.length;
    listed.set(region, [...(listed.get(region) ?? []), ...rows]);
  }
  return {
    regions: regions.map((region) => (region.isLarge ? { ...region, rows: listed.get(region) ?? [] } : region)),
    shownCount,
    listableCount: listable.reduce((sum, { areas }) => sum + areas.length, 0),
  };
}
