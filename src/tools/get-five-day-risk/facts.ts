import type { RiskDay } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { compareLevels, isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, ownFields, plainValue } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { zipOf } from "../../domain/zip.ts";
import { stateOfArea } from "../../places/zip-codes.ts";
import { groupBy, mostFirst, takeTurns } from "../answer/rows.ts";
import type { Location } from "../areas/location.ts";
import { otherDateOf, recordsAt, recordsOfDate, stateOfRecord } from "../areas/records-at.ts";
import { type Fields, fieldsAmong } from "./fields.ts";
import type { Arguments } from "./schema.ts";

/** A place with up to this many areas gets a row for each; the answer counts the areas of a larger place. */
const MAX_SINGLE_AREAS = 3;
/** Counts of a place come with listed areas only if the call names at most this many places. */
export const MAX_LISTED_PLACES = 3;
const MAX_RECORDS_OF_AREA = 3;

/** The facts about five-day risk (service.md 4.3), for both channels. */
export type RiskFacts = Readonly<ReturnType<typeof riskFacts>>;
/** The risk at one asked place: its areas in `rows`; if they are many, counts by day and some of the areas. */
export type PlaceRisk = Omit<ReturnType<typeof placeRisk>, "region">;
/** The fields of an area's records on each day. A place without areas has one row, whose `area` is null. */
export type AreaRisk = ReturnType<typeof areaRisk<string | null>>;

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Computes the facts of the days that the service answered: at least one. */
export function riskFacts(
  { locations: { known, unknown }, limit, minRisk }: Pick<Arguments, "locations" | "limit" | "minRisk">,
  answered: readonly AnsweredDay[],
  unavailable: readonly { readonly date: string; readonly failure: Failure }[],
  order: LevelOrder,
) {
  const days = answered.map(({ day }) => day);
  const whole = known.length === 0 ? regionOf(answered, ({ records }) => records) : undefined;
  const asked = known.map((location) => {
    return { location, region: regionOf(answered, (day) => recordsAt(location.areas, day)) };
  });
  const regions = whole === undefined ? asked.map(({ region }) => region) : [whole];
  const used = regions.flatMap((region) => region.days.flatMap(({ records }) => records));
  // All records of the answered days show best which field varies.
  const everyRecord = days.flatMap(({ records }) => records);
  const mainField = used.length === 0 ? undefined : riskFieldOf(everyRecord, order);
  const fields = fieldsAmong(used, mainField, order);
  const all = asked.map(({ location, region }) => placeRisk(location, region, fields, mainField));
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
    shown: listed(places, fields, limit),
    everywhere:
      whole === undefined ? undefined : everywhere(whole, fields, limit, minRisk === undefined ? undefined : reaches),
    /** The field that is the risk; undefined if no field qualifies. */
    mainField,
    hasRecords: used.length > 0,
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

type Region = ReturnType<typeof regionOf>;

/** The records of a place, or of the whole country, on each day. */
function regionOf(answered: readonly AnsweredDay[], recordsOf: (day: RiskDay) => readonly JsonRecord[]) {
  const days = answered.map(({ date, day }) => {
    const records = recordsOfDate(recordsOf(day), date);
    return { date, records, byArea: groupBy(records, zipOf) };
  });
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()]))].filter((area) => area !== undefined);
  return { days, areas: areas.sort() };
}

/**
 * All areas: counts by day, by main value and state; and rows of areas, of each value in turn: the first day's areas, or
 * those whose most severe value of any day `reaches` a bound.
 */
function everywhere(whole: Region, fields: Fields, limit: number, reaches?: (value: string) => boolean) {
  const values = reaches === undefined ? areasByValue(whole, fields) : areasByWorst(whole, fields, reaches);
  return {
    /** How many areas may be listed. */
    listable: values.reduce((sum, { length }) => sum + length, 0),
    counts: whole.days.map(({ date, records }) => {
      const groups = fields.isCategory ? [...fields.byMain(records, (record) => record)] : [];
      const byState = groups.map(([value, of]) => {
        return [value, mostFirst(of.map((record) => [stateOfRecord(record), 1]))] as const;
      });
      return { date, areas: records.length, by: fields.countsOf(records), byState: Object.fromEntries(byState) };
    }),
    rows: takeTurns(values, limit).flatMap((areas) =>
      areas.map(({ area }) => ({ state: stateOfArea(area) ?? null, ...areaRisk(area, whole) })),
    ),
  };
}

function placeRisk(location: Location, region: Region, fields: Fields, mainField: string | undefined) {
  const { days, areas } = region;
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  // At zip5, every ZIP of the place counts as an area, with or without a record.
  const isFine = areas.length > 0 && areas.every((area) => area.length === 5);
  const areaCount = isFine ? Math.max(areas.length, location.zipCount) : areas.length;
  const counts = days.map(({ date, records, byArea }) => {
    return { date, by: fields.countsOf(records), none: areaCount - byArea.size };
  });
  const single = areas.length === 0 ? [null] : areas;
  const records = days.flatMap((day) => day.records);
  return {
    location,
    region,
    /** The place's values of the main field on any day, in the order of the answer. */
    values: mainField === undefined ? [] : [...fields.byMain(records, (record) => record).keys()],
    areaCount,
    isCounted,
    counts,
    isAnyMissing: areaCount === 0 || counts.some(({ none }) => none > 0),
    rows: isCounted ? [] : single.map((area) => areaRisk(area, region)),
  };
}

/** Places with the most severe value first; without an order, with the value that the fewest places have. */
function rankedPlaces(places: readonly ReturnType<typeof placeRisk>[], order: LevelOrder) {
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
function listed(places: readonly ReturnType<typeof placeRisk>[], fields: Fields, limit: number): readonly PlaceRisk[] {
  let room = limit;
  const shown = places.filter(({ isCounted, rows }) => {
    room -= isCounted ? 1 : rows.length;
    return room >= 0;
  });
  const counted = places.length > MAX_LISTED_PLACES ? [] : shown.filter(({ isCounted }) => isCounted);
  const ofDays = (counted[0]?.region.days ?? []).map((_, day) =>
    counted.flatMap((place) => entriesOf(place.region, day).map((entry) => ({ place, ...entry }))),
  );
  const alike = ofDays.flatMap((entries) => [...fields.byMain(entries, ({ record }) => record).values()]);
  const byRarity = alike.sort((a, b) => a.length - b.length).flat();
  const once = [...groupBy(byRarity, ({ place, area }) => `${area} ${place.location.asked}`).values()];
  const chosen = once.flatMap(([first]) => first ?? []).slice(0, Math.max(0, room));
  return shown.map(({ region, ...place }) => {
    const own = chosen.filter((entry) => entry.place.location === place.location).map(({ area }) => area);
    return { ...place, rows: [...place.rows, ...own.sort().map((area) => areaRisk(area, region))] };
  });
}

/** The first day's areas by value, the rarest value of the whole answer first. */
function areasByValue(region: Region, fields: Fields) {
  return [...fields.byMain(entriesOf(region, 0), ({ record }) => record).values()];
}

/** The areas of all days by value in the configured order, each once, under its most severe value that `reaches`. */
function areasByWorst(region: Region, fields: Fields, reaches: (value: string) => boolean) {
  const entries = region.days.flatMap((_, day) => entriesOf(region, day));
  const seen = new Set<string>();
  return [...fields.byMain(entries, ({ record }) => record)].flatMap(([value, alike]) => {
    const areas = new Map(alike.filter(({ area }) => !seen.has(area)).map((entry) => [entry.area, entry]));
    for (const area of areas.keys()) seen.add(area);
    return reaches(value) ? [[...areas.values()]] : [];
  });
}

/** The areas of a day, each with its first record. */
function entriesOf({ days }: Region, day: number) {
  return [...(days[day]?.byArea ?? [])].flatMap(([area, [record]]) =>
    area === undefined || record === undefined ? [] : [{ area, record }],
  );
}

/** An area's records by day, without ZIP and date, which stand beside their fields. */
function areaRisk<Area extends string | null>(area: Area, { days }: Region) {
  return {
    area,
    days: days.map(({ date, byArea }) => {
      const fieldsOf = (record: JsonRecord): JsonRecord => {
        const recordDate = otherDateOf([record], date);
        return { ...ownFields(record, ["zip", "date"]), ...(recordDate && { recordDate }) };
      };
      return { date, records: (byArea.get(area ?? undefined) ?? []).slice(0, MAX_RECORDS_OF_AREA).map(fieldsOf) };
    }),
  };
}
