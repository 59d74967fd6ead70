import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { compareLevels, isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import { plainValue } from "../../domain/record.ts";
import { riskFieldOf, sampleOf } from "../../domain/risk-field.ts";
import { zipOf } from "../../domain/zip.ts";
import { groupBy, mostFirst } from "../answer/rows.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { type AnsweredDay, type AreaDay, areaRisk } from "./area-risk.ts";
import { countryOf, everywhere } from "./country.ts";
import { type Fields, fieldsAmong, tallyOf } from "./fields.ts";
import type { Arguments } from "./schema.ts";

/** A place with up to this many areas gets a row for each; the answer counts the areas of a larger place. */
const MAX_SINGLE_AREAS = 3;
/** Counts of a place come with listed areas only if the call names at most this many places. */
export const MAX_LISTED_PLACES = 3;

/** The facts about five-day risk (service.md 4.3), for both channels. */
export type RiskFacts = Readonly<Awaited<ReturnType<typeof riskFacts>>>;
/** The risk at one asked place: its areas in `rows`; if they are many, counts by day and some of the areas. */
export type PlaceRisk = Omit<Awaited<ReturnType<typeof placeRisk>>, "region">;

/** Computes the facts of the days that the service answered: at least one. */
export async function riskFacts(
  { locations: { known, unknown }, limit, minRisk }: Pick<Arguments, "locations" | "limit" | "minRisk">,
  answered: readonly AnsweredDay[],
  unavailable: readonly { readonly date: string; readonly failure: Failure }[],
  order: LevelOrder,
) {
  const days = answered.map(({ day }) => day);
  const slices = new Slices();
  const mainField = riskFieldOf(
    days.flatMap(({ records }) => sampleOf(records)),
    order,
  );
  const regions: Region[] = [];
  for (const location of known) regions.push(await regionOf(location, answered, mainField, slices));
  const tallies = regions.flatMap((region) => region.days.map(({ tally }) => tally));
  const fields = fieldsAmong(tallies, mainField, order);
  const all: FoundPlace[] = [];
  for (const region of regions) all.push(await placeRisk(region, fields, mainField, slices));
  const whole = known.length === 0 ? await countryOf(answered, mainField, order, slices) : undefined;
  const hasRecords = tallies.some(({ size }) => size > 0) || whole?.counts.some(({ areas }) => areas > 0) === true;
  const isGrouped = all.length > MAX_LISTED_PLACES || (minRisk !== undefined && all.length > 0);
  const ranked = isGrouped ? rankedPlaces(all, order) : all;
  const reaches = (value: string): boolean => minRisk === undefined || isAtOrAbove(value, minRisk, order) !== false;
  const places = ranked.filter(({ values }) => values.length === 0 || values.some(reaches));
  const granularity = days.find((day) => day.granularity !== null)?.granularity;
  return {
    dates: answered.map(({ date }) => date),
    /** The places asked, or those that `minRisk` leaves; if they are grouped, the most severe or the rarest first. */
    places,
    isGrouped,
    minRisk,
    askedCount: all.length,
    /** How many places lie below `minRisk`, by the most severe value. */
    below: mostFirst(ranked.flatMap((place) => (places.includes(place) ? [] : [[place.values[0] ?? "", 1] as const]))),
    /** Places that could not be read. */
    unknown,
    shown: await listed(places, fields, limit, slices),
    everywhere: whole && everywhere(whole, answered, limit, minRisk === undefined ? undefined : reaches),
    /** The field that is the risk; undefined if no field qualifies. */
    mainField: hasRecords ? mainField : undefined,
    hasRecords,
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

type Region = Awaited<ReturnType<typeof regionOf>>;

/** The records of a place on each day. */
async function regionOf(
  location: Location,
  answered: readonly AnsweredDay[],
  mainField: string | undefined,
  slices: Slices,
) {
  const days = [];
  for (const { date, day } of answered) {
    const records = recordsOfDate(recordsAt(location.areas, day), date);
    const byArea = groupBy(records, zipOf);
    const recordsIn: AreaDay["recordsIn"] = (area) => byArea.get(area ?? undefined) ?? [];
    days.push({ date, records, byArea, recordsIn, tally: await tallyOf(records, mainField, slices) });
  }
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()]))].filter((area) => area !== undefined);
  return { location, days, areas: areas.sort() };
}

type FoundPlace = Awaited<ReturnType<typeof placeRisk>>;

async function placeRisk(region: Region, fields: Fields, mainField: string | undefined, slices: Slices) {
  const { location, days, areas } = region;
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  // At zip5, every ZIP of the place counts as an area, with or without a record.
  const isFine = areas.length > 0 && areas.every((area) => area.length === 5);
  const areaCount = isFine ? Math.max(areas.length, location.zipCount) : areas.length;
  const counts = days.map(({ date, tally, byArea }) => {
    return { date, by: fields.countsOf(tally), none: areaCount - byArea.size };
  });
  const single = areas.length === 0 ? [null] : areas;
  const records = days.flatMap((day) => day.records);
  const values = fields.inOrder(await slices.groupBy(records, fields.mainValue));
  return {
    location,
    region,
    /** The place's values of the main field on any day, in the order of the answer. */
    values: mainField === undefined ? [] : [...values.keys()],
    areaCount,
    isCounted,
    counts,
    isAnyMissing: areaCount === 0 || counts.some(({ none }) => none > 0),
    rows: isCounted ? [] : single.map((area) => areaRisk(area, days)),
  };
}

/** Places with the most severe value first; without an order, with the value that the fewest places have. */
function rankedPlaces(places: readonly FoundPlace[], order: LevelOrder) {
  const holders = new Map([
    ...groupBy(
      places.flatMap(({ values }) => values),
      (value) => value,
    ),
  ]);
  const rarity = (value: string): number => holders.get(value)?.length ?? 0;
  const sorted = places.map((place) => {
    const values = place.values.toSorted((a, b) => compareLevels(a, b, order) || rarity(a) - rarity(b));
    return { ...place, values };
  });
  return sorted.sort(({ values: [a] }, { values: [b] }) => {
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return compareLevels(a, b, order) || rarity(a) - rarity(b);
  });
}

/** Lists places while `limit` has room. Areas of counted places take the rest, the rarest values of any day first. */
async function listed(
  places: readonly FoundPlace[],
  fields: Fields,
  limit: number,
  slices: Slices,
): Promise<readonly PlaceRisk[]> {
  let room = limit;
  const shown = places.filter(({ isCounted, rows }) => {
    room -= isCounted ? 1 : rows.length;
    return room >= 0;
  });
  const counted = places.length > MAX_LISTED_PLACES ? [] : shown.filter(({ isCounted }) => isCounted);
  const alike = [];
  for (const index of counted[0]?.region.days.keys() ?? []) {
    const entries = counted.flatMap((place) => entriesOf(place, index));
    const groups = await slices.groupBy(entries, ({ record }) => fields.mainValue(record));
    alike.push(...fields.inOrder(groups).values());
  }
  const byRarity = alike.sort((a, b) => a.length - b.length).flat();
  const once = await slices.groupBy(byRarity, ({ place, area }) => `${area} ${place.location.asked}`);
  const chosen = [...once.values()].slice(0, Math.max(0, room)).flatMap(([first]) => first ?? []);
  return shown.map(({ region, ...place }) => {
    const own = chosen.filter((entry) => entry.place.location === place.location).map(({ area }) => area);
    return { ...place, rows: [...place.rows, ...own.sort().map((area) => areaRisk(area, region.days))] };
  });
}

/** The areas of a place on a day, each with its first record. */
function entriesOf(place: FoundPlace, day: number) {
  return [...(place.region.days[day]?.byArea ?? [])].flatMap(([area, [record]]) =>
    area === undefined || record === undefined ? [] : [{ place, area, record }],
  );
}
