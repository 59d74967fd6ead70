import type { RiskDay } from "../../api/model/api.ts";
import { addTo, groupBy } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import { isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { Slices } from "../answer/slices.ts";
import { countsInOrder, sizesOf } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { recordsAt, recordsOfDate } from "../areas/records-at.ts";
import type { AnsweredDay, DayRecords } from "./area-risk.ts";
import { type Fields, fieldsAmong, tallyOf } from "./fields.ts";
import { listAreas } from "./listed-areas.ts";
import { type PlaceRisk, placeRiskOf } from "./place-risk.ts";
import type { Arguments } from "./schema.ts";

/** More places than this are grouped. Without `minRisk`, their areas are then counted and not listed. */
export const MAX_SINGLE_PLACES = 3;

/** Service.md 4.3. */
export interface RiskFacts {
  readonly args: Arguments;
  /** The days that the service answered: at least one. */
  readonly answered: readonly AnsweredDay[];
  readonly unavailable: readonly { readonly date: string; readonly failure: Failure }[];
  readonly order: LevelOrder;
  /** The service sent all records of every day that it answered. */
  readonly isWhole: boolean;
  readonly isGrouped: boolean;
  readonly fields: Fields;
  /**
   * The places asked about without those below `minRisk`, or the country: by their leading values, those that have it
   * longest first. Those without a record come last.
   */
  readonly places: readonly PlaceRisk[];
  /** The first of `places`: those that the limit leaves room for. */
  readonly shown: readonly PlaceRisk[];
  /** How many areas of counted places have a value to be listed, beyond the limit too; 0 if a place has no room. */
  readonly matchingAreaCount: number;
  readonly below: readonly PlaceRisk[];
}

export async function riskFacts(
  given: Pick<RiskFacts, "args" | "answered" | "unavailable" | "order">,
): Promise<RiskFacts> {
  const { args, answered, order } = given;
  const { minRisk, limit } = args;
  const { known } = args.locations;
  const counting = known.length === 0 ? countCountry(answered, order) : countPlaces(known, answered, order);
  const { fields, places: allPlaces } = await counting;
  // No value, or one outside the order, is not below.
  const isBelow = (value: string | undefined): boolean =>
    value !== undefined && minRisk !== undefined && isAtOrAbove(value, minRisk, order) === false;
  const below = allPlaces.filter(({ location, leading }) => location !== undefined && isBelow(leading?.value));
  const { riskValues } = fields;
  const rankOf = ({ leading }: PlaceRisk) => (leading ? riskValues.indexOf(leading.value) : riskValues.length);
  const dateCountOf = ({ leading }: PlaceRisk) => leading?.dates.length ?? 0;
  const ranked = allPlaces
    .filter((place) => !below.includes(place))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || dateCountOf(b) - dateCountOf(a));
  const isWhole = answered.every(({ day }) => day.complete);
  const isGrouped = known.length > MAX_SINGLE_PLACES;
  const listsAreas = !isGrouped || minRisk !== undefined;
  const listedValues = listsAreas ? riskValues.filter((value) => !isBelow(value)) : [];
  const { places, shown, matchingAreaCount } = await listAreas(ranked, listedValues, answered, limit);
  return { ...given, isWhole, isGrouped, fields, places, shown, matchingAreaCount, below };
}

/** How many of the places below `minRisk` each value leads. */
export function belowCounts({ below, fields }: RiskFacts) {
  const byValue = groupBy(below, ({ leading }) => leading?.value ?? "");
  return countsInOrder(Object.fromEntries(sizesOf(byValue)), fields.riskValues);
}

type CountedPlaces = Pick<RiskFacts, "fields" | "places">;

/**
 * The country's counts, kept with the first of their days: to count 41,000 records again takes long. They also depend on
 * the order of levels, but a process has only one.
 */
const countries = new WeakMap<RiskDay, Pick<RiskFacts, "answered"> & { readonly counting: Promise<CountedPlaces> }>();

function countCountry(answered: readonly AnsweredDay[], order: LevelOrder): Promise<CountedPlaces> {
  const [first] = answered;
  const country = first && countries.get(first.day);
  const hasTheseDays =
    country?.answered.length === answered.length &&
    answered.every(({ day }, index) => day === country.answered[index]?.day);
  const counting = hasTheseDays ? country.counting : countPlaces([undefined], answered, order);
  if (first !== undefined) countries.set(first.day, { answered, counting });
  return counting;
}

async function countPlaces(
  locations: readonly (Location | undefined)[],
  answered: readonly AnsweredDay[],
  order: LevelOrder,
): Promise<CountedPlaces> {
  const slices = new Slices();
  const allRecords: JsonRecord[] = [];
  for (const { day } of answered) for (const record of day.records) allRecords.push(record);
  const riskName = riskFieldOf(allRecords, order);
  const byPlace = new Map<Location | undefined, DayRecords[]>();
  for (const location of locations)
    for (const { date, day } of answered) {
      const records = recordsOfDate(location === undefined ? day.records : recordsAt(location.areas, day), date);
      addTo(byPlace, location, { date, day, records, tally: await tallyOf(records, riskName, slices) });
    }
  const tallies = [...byPlace.values()].flat().map(({ tally }) => tally);
  const fields = fieldsAmong(tallies, riskName, order);
  const places: PlaceRisk[] = [];
  for (const [location, dayRecords] of byPlace) places.push(await placeRiskOf(location, dayRecords, fields, slices));
  return { fields, places };
}
