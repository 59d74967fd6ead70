import type { RiskDay } from "../../api/api.ts";
import type { Failure } from "../../api/failure.ts";
import type { ServiceRecord } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";
import { ownFields, plainValue, textOf } from "../../domain/record.ts";
import type { Location } from "../areas/location.ts";
import { areaOf, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { countRarestFirst, groupBy, takeTurns } from "../kit/rows.ts";

/** Areas of one place that are answered one by one; a place of more is counted. */
const MAX_SINGLE_AREAS = 3;
/** A field with more different values is no category, and is not counted. */
const MAX_VALUES = 12;

export type Fields = Readonly<Record<string, unknown>>;
/** How many areas have each value of each field, the rarest value first. */
export type ValueCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The records of one area on each day; none where the service has none. */
export interface AreaRisk {
  readonly area: string;
  readonly days: readonly { readonly date: string; readonly records: readonly Fields[] }[];
}

/** What was found at one asked place. */
export interface PlaceRisk {
  readonly location: Location;
  /** Areas with a record on any day; up to three are told one by one in `single`, more are counted by day. */
  readonly areaCount: number;
  readonly single: readonly AreaRisk[];
  readonly counted: readonly { readonly date: string; readonly by: ValueCounts; readonly none: number }[];
}

/** All areas of one day, where no place was asked; states by the value of the main field. */
export interface DayCounts {
  readonly date: string;
  readonly areas: number;
  readonly by: ValueCounts;
  readonly byState: ValueCounts;
}

/** What the text and the structured answer say of five-day risk (spec 4.3). */
export interface RiskFacts {
  readonly dates: readonly string[];
  readonly places: readonly PlaceRisk[];
  /** Where no place was asked: the counts of each day, and areas of each value. */
  readonly everywhere?: { readonly counts: readonly DayCounts[]; readonly listed: readonly AreaRisk[] };
  /** The field whose values tell areas apart, such as `riskLevel`. */
  readonly mainField: string | undefined;
  readonly unavailable: readonly { readonly date: string; readonly failure: Failure }[];
  readonly horizon: unknown;
  readonly granularity: string | null;
  readonly complete: boolean;
  readonly dataOf: string | undefined;
}

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Draws the facts of the days that the service answered, of which there is at least one. */
export function riskFacts(
  locations: readonly Location[],
  limit: number,
  answered: readonly AnsweredDay[],
  unavailable: RiskFacts["unavailable"],
): RiskFacts {
  const isEverywhere = locations.length === 0;
  const records = answered.flatMap(({ day }) =>
    isEverywhere ? day.records : locations.flatMap(({ areas }) => recordsAt(areas, day)),
  );
  const mainField = mainFieldOf(records);
  const days = answered.map(({ day }) => day);
  const granularity = days.find((day) => day.granularity !== null)?.granularity;
  const counts = isEverywhere ? answered.map((each) => dayCounts(each, mainField)) : [];
  return {
    dates: answered.map(({ date }) => date),
    places: locations.map((location) => placeRisk(location, answered)),
    ...(isEverywhere ? { everywhere: { counts, listed: listedAreas(answered, mainField, limit) } } : {}),
    mainField,
    unavailable,
    horizon: plainValue(days[0]?.horizon ?? null),
    granularity: granularity === undefined || granularity === null ? null : cleanText(granularity, 30),
    complete: days.every((day) => day.complete),
    dataOf: days.flatMap(({ generatedAt }) => generatedAt ?? []).sort()[0],
  };
}

function placeRisk(location: Location, answered: readonly AnsweredDay[]): PlaceRisk {
  const days = answered.map(({ date, day }) => ({ date, byArea: groupBy(recordsAt(location.areas, day), areaOf) }));
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()]))].filter((area) => area !== null).sort();
  const isCounted = areas.length > MAX_SINGLE_AREAS;
  const single = areas.map((area) => ({
    area,
    days: days.map(({ date, byArea }) => ({ date, records: (byArea.get(area) ?? []).map(fieldsOf) })),
  }));
  const counted = days.map(({ date, byArea }) => ({
    date,
    by: countValues([...byArea.values()].flat()),
    none: areas.length - byArea.size,
  }));
  return { location, areaCount: areas.length, single: isCounted ? [] : single, counted: isCounted ? counted : [] };
}

/** The record's own fields; ZIP and date stand beside them already. */
function fieldsOf(record: ServiceRecord): Fields {
  return ownFields(record, ["zip", "date"]);
}

/** Areas of each value of the first day, values in turn and the rarest first, with all days of each. */
function listedAreas(answered: readonly AnsweredDay[], mainField: string | undefined, limit: number): AreaRisk[] {
  const byValue = groupBy(answered[0]?.day.records ?? [], (record) => countedValue(record, mainField));
  const queues = [...byValue.values()].sort((a, b) => a.length - b.length);
  return takeTurns(queues, limit)
    .flat()
    .map((record) => {
      const area = areaOf(record) ?? "";
      const isSame = (other: ServiceRecord): boolean => areaOf(other) === area;
      return {
        area,
        days: answered.map(({ date, day }) => ({ date, records: day.at(area).filter(isSame).map(fieldsOf) })),
      };
    });
}

const countedDays = new WeakMap<RiskDay, DayCounts>();

function dayCounts({ date, day }: AnsweredDay, mainField: string | undefined): DayCounts {
  const known = countedDays.get(day);
  if (known !== undefined) return known;
  const byValue = groupBy(day.records, (record) => countedValue(record, mainField));
  const mostFirst = (records: readonly ServiceRecord[]) =>
    Object.fromEntries(Object.entries(countRarestFirst(records, stateOfRecord)).reverse());
  // A field of many values is no category: each value would name a state of its own.
  const categories = byValue.size > MAX_VALUES ? [] : [...byValue];
  const byState = Object.fromEntries(categories.map(([value, records]) => [value, mostFirst(records)]));
  const counts = { date, areas: day.records.length, by: countValues(day.records), byState };
  countedDays.set(day, counts);
  return counts;
}

/** Every field but ZIP and date that has at most twelve different values, with the areas of each value. */
function countValues(records: readonly ServiceRecord[]): ValueCounts {
  const counts = fieldNames(records).map((name) => {
    const having = records.filter((record) => Object.hasOwn(record, name));
    return [cleanText(name, 60), countRarestFirst(having, (record) => countedValue(record, name))] as const;
  });
  return Object.fromEntries(counts.filter(([, values]) => Object.keys(values).length <= MAX_VALUES));
}

function fieldNames(records: readonly ServiceRecord[]): readonly string[] {
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
function mainFieldOf(records: readonly ServiceRecord[]): string | undefined {
  const sample = records.slice(0, 1000);
  const names = fieldNames(sample);
  const isCategory = (name: string): boolean =>
    new Set(sample.map((record) => countedValue(record, name))).size <= MAX_VALUES;
  const texts = names.filter((name) => sample.some((record) => typeof record[name] === "string"));
  return texts.find(isCategory) ?? names.find(isCategory) ?? names[0];
}
