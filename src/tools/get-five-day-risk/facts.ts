import type { RiskDay } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { Failure } from "../../domain/failure.ts";
import { type JsonRecord, ownFields, plainValue, textOf } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { type Counts, countRarestFirst, groupBy, mostFirst, takeTurns } from "../answer/rows.ts";
import type { Location } from "../areas/location.ts";
import { recordsAt, stateOfRecord } from "../areas/records-at.ts";
import type { Arguments } from "./schema.ts";

/** Areas of one place that are answered one by one; a place of more is counted. */
const MAX_SINGLE_AREAS = 3;
/** A field with more different values is no category, and is not counted. */
const MAX_VALUES = 12;

export type Fields = Readonly<Record<string, unknown>>;
/** The number of areas by field and value, the rarest value first. */
export type ValueCounts = Readonly<Record<string, Counts>>;

/** The facts of five-day risk (service.md 4.3), for both channels. */
export type RiskFacts = Readonly<ReturnType<typeof riskFacts>>;
/** The risk at one asked place: up to three areas one by one in `single`, more of them `counted` by day. */
export type PlaceRisk = ReturnType<typeof placeRisk>;
/** The records of one area on each day; none where the service has none. */
export type AreaRisk = PlaceRisk["single"][number];
/** All areas of one day, where no place was asked; states by the value of the main field. */
export type DayCounts = ReturnType<typeof dayCounts>;

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Draws the facts of the days that the service answered, of which there is at least one. */
export function riskFacts(
  { locations, limit }: Pick<Arguments, "locations" | "limit">,
  answered: readonly AnsweredDay[],
  unavailable: readonly { readonly date: string; readonly failure: Failure }[],
) {
  const isEverywhere = locations.length === 0;
  const records = answered.flatMap(({ day }) =>
    isEverywhere ? day.records : locations.flatMap(({ areas }) => recordsAt(areas, day)),
  );
  const mainField = mainFieldOf(records);
  const days = answered.map(({ day }) => day);
  const granularity = days.find((day) => day.granularity !== null)?.granularity;
  const places = locations.map((location) => placeRisk(location, answered));
  let room = limit;
  const counts = isEverywhere ? answered.map((each) => dayCounts(each, mainField)) : [];
  return {
    dates: answered.map(({ date }) => date),
    places,
    /** As many whole places as their entries fit into the limit. */
    shown: places.filter(({ single }) => {
      room -= Math.max(1, single.length);
      return room >= 0;
    }),
    /** Where no place was asked: the counts of each day, and areas of each value. */
    everywhere: isEverywhere ? { counts, listed: listedAreas(answered, mainField, limit) } : undefined,
    /** The field whose values tell areas apart, such as `riskLevel`. */
    mainField,
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

function placeRisk(location: Location, answered: readonly AnsweredDay[]) {
  const days = answered.map(({ date, day }) => ({ date, byArea: groupBy(recordsAt(location.areas, day), zipOf) }));
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()]))]
    .filter((area) => area !== undefined)
    .sort();
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  // At five digits each ZIP of the place is an area, whether it has a record or not.
  const areaCount = areas.every((area) => area.length === 5) ? Math.max(areas.length, location.zipCount) : areas.length;
  const single = areas.map((area) => ({
    area,
    days: days.map(({ date, byArea }) => ({ date, records: (byArea.get(area) ?? []).map(fieldsOf) })),
  }));
  const counted = days.map(({ date, byArea }) => ({
    date,
    by: countValues([...byArea.values()].flat()),
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

/** The record's own fields; ZIP and date stand beside them already. */
function fieldsOf(record: JsonRecord): Fields {
  return ownFields(record, ["zip", "date"]);
}

/** Areas of each value of the first day, values in turn and the rarest first, with all days of each. */
function listedAreas(answered: readonly AnsweredDay[], mainField: string | undefined, limit: number): AreaRisk[] {
  const byValue = groupBy(answered[0]?.day.records ?? [], (record) => countedValue(record, mainField));
  const queues = [...byValue.values()].sort((a, b) => a.length - b.length);
  return takeTurns(queues, limit)
    .flat()
    .map((record) => {
      const area = zipOf(record) ?? "";
      const isSame = (other: JsonRecord): boolean => zipOf(other) === area;
      return {
        area,
        days: answered.map(({ date, day }) => ({ date, records: day.at(area).filter(isSame).map(fieldsOf) })),
      };
    });
}

function dayCounts({ date, day }: AnsweredDay, mainField: string | undefined) {
  const byValue = groupBy(day.records, (record) => countedValue(record, mainField));
  // A field of many values is no category: each value would name a state of its own.
  const categories = byValue.size > MAX_VALUES ? [] : [...byValue];
  const byState = Object.fromEntries(categories.map(([value, of]) => [value, statesOf(of)]));
  return { date, areas: day.records.length, by: countValues(day.records), byState };
}

function statesOf(records: readonly JsonRecord[]): Counts {
  return mostFirst(Object.entries(countRarestFirst(records, stateOfRecord)));
}

/** Every field but ZIP and date that has at most twelve different values, with the areas of each value. */
function countValues(records: readonly JsonRecord[]): ValueCounts {
  const counts = fieldNames(records).map((name) => {
    const having = records.filter((record) => Object.hasOwn(record, name));
    return [cleanText(name, 60), countRarestFirst(having, (record) => countedValue(record, name))] as const;
  });
  return Object.fromEntries(counts.filter(([, values]) => Object.keys(values).length <= MAX_VALUES));
}

function fieldNames(records: readonly JsonRecord[]): readonly string[] {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].filter((name) => name !== "zip" && name !== "date");
}

/** A field's value as the text that it is counted under. */
export function countedValue(record: Fields, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return "not given";
  return typeof value === "object" ? cleanText(JSON.stringify(plainValue(value)), 60) : cleanText(textOf(value), 60);
}

/** The first field with few different values, texts before numbers: what a reader would call the risk. */
function mainFieldOf(records: readonly JsonRecord[]): string | undefined {
  const sample = records.slice(0, 1000);
  const names = fieldNames(sample);
  const isCategory = (name: string): boolean =>
    new Set(sample.map((record) => countedValue(record, name))).size <= MAX_VALUES;
  const texts = names.filter((name) => sample.some((record) => typeof record[name] === "string"));
  return texts.find(isCategory) ?? names.find(isCategory) ?? names[0];
}
