import type { RiskDay } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { type JsonRecord, ownFields, plainValue, textOf } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { type Counts, groupBy, groupInOrder, MAX_VALUES, mostFirst, takeTurns, valueNames } from "../answer/rows.ts";
import type { Location } from "../areas/location.ts";
import { recordsAt, stateOfRecord } from "../areas/records-at.ts";
import type { Arguments } from "./schema.ts";

/** Areas of one place that are answered one by one; a place of more is counted. */
const MAX_SINGLE_AREAS = 3;
/** Of so many places the areas are listed too where they are counted. */
const MAX_LISTED_PLACES = 3;
const MAX_FIELDS = 12;
const MAX_COUNTED_FIELDS = 6;
const MAX_RECORDS_OF_AREA = 3;
const MAX_VALUE_CHARS = 40;

export type Fields = Readonly<Record<string, unknown>>;
/** The number of areas by field and value. */
export type ValueCounts = Readonly<Record<string, Counts>>;

/** The facts of five-day risk (service.md 4.3), for both channels. */
export type RiskFacts = Readonly<ReturnType<typeof riskFacts>>;
/** The risk at one asked place: up to three areas one by one in `single`; more `counted` by day, and some `listed`. */
export type PlaceRisk = RiskFacts["shown"][number];
/** The records of one area on each day; none where the service has none. */
export type AreaRisk = ReturnType<typeof areaRisk>;
/** All areas of one day, where no place was asked; states by the value of the main field. */
export type DayCounts = ReturnType<typeof dayCounts>;

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Draws the facts of the days that the service answered, of which there is at least one. */
export function riskFacts(
  { locations: { known, unknown }, limit }: Pick<Arguments, "locations" | "limit">,
  answered: readonly AnsweredDay[],
  unavailable: readonly { readonly date: string; readonly failure: Failure }[],
) {
  const isEverywhere = known.length === 0;
  const records = answered.flatMap(({ day }) =>
    isEverywhere ? day.records : known.flatMap(({ areas }) => recordsAt(areas, day)),
  );
  const fields = fieldsAmong(records);
  const days = answered.map(({ day }) => day);
  const granularity = days.find((day) => day.granularity !== null)?.granularity;
  const places = known.map((location) => placeRisk(location, answered, fields));
  return {
    dates: answered.map(({ date }) => date),
    places,
    /** Asked places that are not known. */
    unknown,
    shown: listPlaces(places, answered, fields, limit),
    /** Where no place was asked: the counts of each day, and areas of each value. */
    everywhere: isEverywhere
      ? {
          counts: answered.map((each) => dayCounts(each, fields)),
          listed: takeTurns(byValue(days[0]?.records ?? [], fields), limit)
            .flat()
            .map((record) => areaRisk(record, answered)),
        }
      : undefined,
    /** The field whose values tell areas apart, such as `riskLevel`. */
    mainField: fields.main,
    unavailable,
    horizon: plainValue(days[0]?.horizon ?? null),
    granularity: granularity === undefined || granularity === null ? null : cleanText(granularity, 30),
    /** Whether the service sent all records of each day that it answered. */
    isWhole: days.every((day) => day.complete),
    /** A refused day lies beyond the horizon (service.md 4.3); after any other failure a part is missing. */
    isAnyDayLost: unavailable.some(({ failure }) => failure.kind !== "invalid_request"),
    dataOf: days.flatMap(({ generatedAt }) => generatedAt ?? []).sort()[0] ?? null,
  };
}

function placeRisk(location: Location, answered: readonly AnsweredDay[], fields: AllFields) {
  const days = answered.map(({ date, day }) => ({ date, byArea: groupBy(recordsAt(location.areas, day), zipOf) }));
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()]))]
    .filter((area) => area !== undefined)
    .sort();
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  // At five digits each ZIP of the place is an area, whether it has a record or not.
  const areaCount = areas.every((area) => area.length === 5) ? Math.max(areas.length, location.zipCount) : areas.length;
  const single = areas.map((area) => ({
    area,
    days: days.map(({ date, byArea }) => ({ date, records: ownFieldsOf(byArea.get(area) ?? []) })),
  }));
  const counted = days.map(({ date, byArea }) => ({
    date,
    by: countValues([...byArea.values()].flat(), fields),
    none: areaCount - byArea.size,
  }));
  return {
    location,
    areaCount: areas.length === 0 ? 0 : areaCount,
    single: isCounted ? [] : single,
    counted: isCounted ? counted : [],
    isAnyMissing: areas.length === 0 || counted.some(({ none }) => none > 0),
  };
}

/**
 * As many whole places as their entries fit into the limit. The entries that are left go to areas of counted places, the
 * rarest values of the first day first: these are asked for by name.
 */
function listPlaces(
  places: readonly ReturnType<typeof placeRisk>[],
  answered: readonly AnsweredDay[],
  fields: AllFields,
  limit: number,
) {
  let room = limit;
  const shown = places.filter(({ single }) => {
    room -= Math.max(1, single.length);
    return room >= 0;
  });
  const isListed = places.length <= MAX_LISTED_PLACES && room > 0;
  const order = [...fields.namesOf(fields.main).keys()];
  const rank = (record: JsonRecord): number => order.indexOf(countedValue(record, fields.main));
  const entries = shown
    .filter(({ counted }) => isListed && counted.length > 0)
    .flatMap((place) =>
      answered
        .slice(0, 1)
        .flatMap(({ day }) => byValue(recordsAt(place.location.areas, day), fields).flat())
        .map((record) => ({ place, record })),
    )
    .sort((a, b) => rank(a.record) - rank(b.record))
    .slice(0, Math.max(0, room));
  return shown.map((place) => ({
    ...place,
    listed: entries.filter((entry) => entry.place === place).map(({ record }) => areaRisk(record, answered)),
  }));
}

/** The records of a record's area on each day. */
function areaRisk(record: JsonRecord, answered: readonly AnsweredDay[]) {
  const area = zipOf(record) ?? "";
  const isSame = (other: JsonRecord): boolean => zipOf(other) === area;
  return {
    area,
    days: answered.map(({ date, day }) => ({ date, records: ownFieldsOf(day.at(area).filter(isSame)) })),
  };
}

/** The own fields of an area's records of one day; ZIP and date stand beside them already. */
function ownFieldsOf(records: readonly JsonRecord[]): readonly Fields[] {
  return records.slice(0, MAX_RECORDS_OF_AREA).map((record) => ownFields(record, ["zip", "date"]));
}

function dayCounts({ date, day }: AnsweredDay, fields: AllFields) {
  const groups = [
    ...groupInOrder(day.records, (record) => countedValue(record, fields.main), fields.namesOf(fields.main)),
  ];
  // A field of many values is no category: each value would name a state of its own.
  const categories = fields.isCategory(fields.main) ? groups : [];
  const byState = Object.fromEntries(categories.map(([value, of]) => [value, statesOf(of)]));
  return { date, areas: day.records.length, by: countValues(day.records, fields), byState };
}

function statesOf(records: readonly JsonRecord[]): Counts {
  return mostFirst([...groupBy(records, stateOfRecord)].map(([state, { length }]) => [state, length]));
}

/** Up to six fields of at most twelve different values, the main one first, with the areas of each value. */
function countValues(records: readonly JsonRecord[], fields: AllFields): ValueCounts {
  const counted = fields.counted.map((name) => {
    const having = records.filter((record) => Object.hasOwn(record, name));
    const groups = groupInOrder(having, (record) => countedValue(record, name), fields.namesOf(name));
    return [cleanText(name, 60), Object.fromEntries([...groups].map(([value, of]) => [value, of.length]))] as const;
  });
  return Object.fromEntries(counted);
}

/** A record of each area by the value of the main field, the rarest value of the whole answer first. */
function byValue(records: readonly JsonRecord[], { main, namesOf }: AllFields): readonly (readonly JsonRecord[])[] {
  const areas = [...groupBy(records, zipOf).values()].flatMap((alike) => alike.slice(0, 1));
  return [...groupInOrder(areas, (record) => countedValue(record, main), namesOf(main)).values()];
}

/** A field's value as the text that it is counted under. */
export function countedValue(record: Fields, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return "not given";
  return typeof value === "object"
    ? cleanText(JSON.stringify(plainValue(value)), MAX_VALUE_CHARS)
    : cleanText(textOf(value), MAX_VALUE_CHARS);
}

type AllFields = ReturnType<typeof fieldsAmong>;

/** The fields of all records of an answer but ZIP and date, and the order of their values, the same everywhere. */
function fieldsAmong(records: readonly JsonRecord[]) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((name) => name !== "zip" && name !== "date")
    .slice(0, MAX_FIELDS);
  const values = new Map(
    names.map((name) => {
      const having = records.filter((record) => Object.hasOwn(record, name));
      return [name, valueNames(having.map((record) => countedValue(record, name)))];
    }),
  );
  const namesOf = (name: string | undefined) => values.get(name ?? "") ?? new Map<string, string>();
  const isCategory = (name: string | undefined): boolean => namesOf(name).size <= MAX_VALUES;
  const texts = names.filter((name) => records.some((record) => typeof record[name] === "string"));
  // The first field of few values, texts before numbers: what a reader would call the risk.
  const main = texts.find(isCategory) ?? names.find(isCategory) ?? names[0];
  const others = names.filter((name) => name !== main && isCategory(name));
  const counted = [...(main !== undefined && isCategory(main) ? [main] : []), ...others].slice(0, MAX_COUNTED_FIELDS);
  return { counted, namesOf, isCategory, main };
}
