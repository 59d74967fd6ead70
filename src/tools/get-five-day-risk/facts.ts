import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import { plainValue } from "../../domain/record.ts";
import { riskFieldOf, sampleOf } from "../../domain/risk-field.ts";
import { zipOf } from "../../domain/zip.ts";
import { groupBy } from "../answer/rows.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt } from "../areas/records-at.ts";
import { countryOf, everywhere } from "./country.ts";
import { type Fields, fieldsAmong } from "./fields.ts";
import { type AnsweredDay, areaRisk, areasByValue, type RegionDay, regionOf } from "./region.ts";
import type { Arguments } from "./schema.ts";

/** A place with up to this many areas gets a row for each; the answer counts the areas of a larger place. */
const MAX_SINGLE_AREAS = 3;
/** More places than this are grouped. Without `minRisk`, the areas of so many places are counted and not listed. */
export const MAX_SINGLE_PLACES = 3;

/** The facts about five-day risk (service.md 4.3), for both channels. */
export type RiskFacts = Readonly<Awaited<ReturnType<typeof riskFacts>>>;
/** The risk at one asked place: its areas in `rows`; if they are many, counts by day and some of the areas. */
export type PlaceRisk = Awaited<ReturnType<typeof placeRisk>>;

/** Computes the facts of the days that the service answered: at least one. */
export async function riskFacts(
  { locations: { known, unknown }, limit, minRisk, granularity: asked }: Omit<Arguments, "date" | "days">,
  answered: readonly AnsweredDay[],
  unavailable: readonly { readonly date: string; readonly failure: Failure }[],
  order: LevelOrder,
) {
  const days = answered.map(({ day }) => day);
  const slices = new Slices();
  const sample = days.flatMap(({ records }) => sampleOf(records));
  const mainField = riskFieldOf(sample, order);
  const country = known.length === 0 ? await countryOf(answered, mainField, order, slices) : undefined;
  const regions: Region[] = [];
  for (const location of known) {
    const days = await regionOf(answered, (day) => recordsAt(location.areas, day), mainField, slices);
    regions.push({ location, days });
  }
  const tallies = regions.flatMap((region) => region.days.map(({ tally }) => tally));
  const fields = country?.fields ?? fieldsAmong(tallies, mainField, order);
  const found: PlaceRisk[] = [];
  for (const region of regions) found.push(await placeRisk(region, fields, answered, slices));
  const hasRecords = country === undefined ? found.some(({ areaCount }) => areaCount > 0) : sample.length > 0;
  const entries = found.reduce((sum, { rows }) => sum + Math.max(1, rows.length), 0);
  const isGrouped = found.length > 0 && (found.length > MAX_SINGLE_PLACES || minRisk !== undefined || entries > limit);
  const reaches = (value: string): boolean => minRisk === undefined || isAtOrAbove(value, minRisk, order) !== false;
  const places = (isGrouped ? ranked(found, fields) : found).filter(
    ({ value }) => value === undefined || reaches(value),
  );
  const granularity = days.find((day) => day.granularity !== null)?.granularity;
  return {
    dates: answered.map(({ date }) => date),
    ...listed(places, fields, answered, { limit, reaches: minRisk === undefined ? undefined : reaches }),
    isGrouped,
    minRisk,
    reaches,
    inOrder: fields.inOrder,
    mainValues: fields.mainValues,
    askedCount: found.length,
    /** The places below `minRisk`. */
    below: found.filter(({ value }) => value !== undefined && !reaches(value)),
    /** Places that could not be read. */
    unknown,
    everywhere: country && everywhere(country, answered, limit, reaches),
    /** The field that is the risk; undefined if no field qualifies. */
    mainField: hasRecords ? mainField : undefined,
    hasRecords,
    /** True if a place has no record of its own ZIPs, where its larger area may have one. */
    isFinerWithout: asked === "zip5" && found.some(({ isAnyMissing }) => isAnyMissing),
    /** How many records of all days have no readable ZIP: they may concern any place. */
    unplaced: days.reduce((sum, { unplaced }) => sum + unplaced, 0),
    /** The days for which the service sent records of another date alone. */
    otherDates: answered.flatMap(({ date, day }) => {
      const other = otherDateOf(day.records, date);
      return other === undefined ? [] : [{ date, other }];
    }),
    order,
    unavailable,
    horizon: plainValue(days[0]?.horizon ?? null),
    granularity: granularity === undefined || granularity === null ? null : cleanText(granularity, 30),
    /** True if the service sent all records of every day that it answered. */
    isWhole: days.every((day) => day.complete),
    /** A refused day lies beyond the horizon (service.md 4.3); any other failure loses a day that may exist. */
    isAnyDayLost: unavailable.some(({ failure }) => failure.kind !== "invalid_request"),
    dataOf: days.flatMap(({ generatedAt }) => generatedAt ?? []).sort()[0] ?? null,
  };
}

/** The records at a place on each day. */
interface Region {
  readonly location: Location;
  readonly days: readonly RegionDay[];
}

async function placeRisk({ location, days }: Region, fields: Fields, answered: readonly AnsweredDay[], slices: Slices) {
  const byValue = await areasByValue(days, fields, slices);
  const areas = [...byValue.values()].flat().sort();
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  // At zip5, every ZIP of the place counts as an area, with or without a record.
  const isFine = areas.length > 0 && areas.every((area) => area.length === 5);
  const areaCount = isFine ? Math.max(areas.length, location.zipCount) : areas.length;
  const counts = days.map(({ date, records, tally }) => {
    return { date, by: fields.countsOf(tally), none: areaCount - new Set(records.map(zipOf)).size };
  });
  const single = areas.length === 0 ? [null] : areas;
  const [value] = fields.main === undefined ? [] : byValue.keys();
  return {
    location,
    byValue,
    /** The first of the place's values on any day, in the order of the answer: the most severe or the rarest. */
    value,
    areaCount,
    isCounted,
    counts,
    isAnyMissing: areaCount === 0 || counts.some(({ none }) => none > 0),
    rows: isCounted ? [] : single.map((area) => areaRisk(area, answered)),
  };
}

/** Places by their values, in the order of the answer. A place without a record comes last. */
function ranked(places: readonly PlaceRisk[], { mainValues }: Fields): readonly PlaceRisk[] {
  const rank = ({ value }: PlaceRisk): number => (value === undefined ? mainValues.length : mainValues.indexOf(value));
  return places.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The places, of which `limit` has room for the first `shownCount`. Areas of larger places take the rest of it, the first
 * values of the answer first, and those that reach a bound alone.
 */
function listed(
  places: readonly PlaceRisk[],
  { mainValues }: Fields,
  answered: readonly AnsweredDay[],
  { limit, reaches }: { readonly limit: number; readonly reaches: ((value: string) => boolean) | undefined },
) {
  let room = limit;
  const shown = places.filter(({ rows }) => {
    room -= Math.max(1, rows.length);
    return room >= 0;
  });
  const open =
    reaches === undefined && places.length > MAX_SINGLE_PLACES ? [] : shown.filter(({ isCounted }) => isCounted);
  const areas = mainValues
    .filter((value) => reaches?.(value) !== false)
    .flatMap((value) => open.flatMap((place) => (place.byValue.get(value) ?? []).map((area) => ({ place, area }))));
  const chosen = groupBy(areas.slice(0, Math.max(0, room)), ({ place }) => place);
  const areasOf = (place: PlaceRisk): string[] => (chosen.get(place) ?? []).map(({ area }) => area).sort();
  return {
    /** The places asked, or those that `minRisk` leaves; if they are grouped, the most severe or the rarest first. */
    places: places.map((place) => ({
      ...place,
      rows: [...place.rows, ...areasOf(place).map((area) => areaRisk(area, answered))],
    })),
    shownCount: shown.length,
    /** How many areas of larger places may be listed. */
    listable: areas.length,
  };
}
