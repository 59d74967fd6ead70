import type { RiskDay } from "../../api/api.ts";
import type { Failure } from "../../api/failure.ts";
import type { ServiceRecord } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";
import { stateOfArea } from "../../places/zip-codes.ts";
import type { Location } from "../areas/location.ts";
import { areaOf, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { countRarestFirst, groupBy, ownFields, plainValue, takeTurns } from "../kit/rows.ts";
import { textOf } from "../kit/words.ts";

/** Areas of one place that are answered one by one; a place of more is counted. */
const MAX_SINGLE_AREAS = 3;
/** A field with more different values is no category, and is not counted. */
const MAX_VALUES = 12;

type Fields = Readonly<Record<string, unknown>>;
/** How many areas have each value of each field, the rarest value first. */
export type ValueCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** One area of a place: the records of each day, empty where there is none. */
export interface AreaRisk {
  readonly kind: "area";
  /** Null for an area that no place was asked for. */
  readonly location: Location | null;
  readonly area: string | null;
  readonly place: string | null;
  readonly days: readonly { readonly date: string; readonly records: readonly Fields[] }[];
}

/** A place of many areas, counted. */
export interface CountedRisk {
  readonly kind: "counted";
  readonly location: Location;
  readonly place: string | null;
  readonly areas: number;
  readonly days: readonly { readonly date: string; readonly by: ValueCounts; readonly none: number }[];
}

export type PlaceRisk = AreaRisk | CountedRisk;

/** All areas of one day, where no place was asked. */
export interface DayCounts {
  readonly date: string;
  readonly areas: number;
  readonly by: ValueCounts;
  readonly byState: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What the text and the structured answer say of five-day risk (spec 4.3). */
export interface RiskFacts {
  readonly dates: readonly string[];
  readonly locations: readonly Location[];
  /** The listed places; `found` counts all. */
  readonly places: readonly PlaceRisk[];
  readonly found: number;
  readonly counts?: readonly DayCounts[];
  /** The field whose values tell areas apart, `riskLevel` for example. */
  readonly mainField: string | undefined;
  readonly unavailable: readonly { readonly date: string; readonly failure: Failure }[];
  /** Places without a record on any day. */
  readonly uncovered: readonly Location[];
  readonly horizon: unknown;
  readonly granularity: string | null;
  readonly complete: boolean;
  readonly dataOf: string | undefined;
}

export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
}

/** Draws the facts of the days that the service answered. */
export function riskFacts(
  locations: readonly Location[],
  limit: number,
  answered: readonly AnsweredDay[],
  unavailable: RiskFacts["unavailable"],
): RiskFacts {
  const places = locations.flatMap((location) => placeRisk(location, answered));
  const uncovered = places.flatMap((each) => (each.kind === "area" && each.area === null ? (each.location ?? []) : []));
  const all = answered.flatMap(({ day }) => (locations.length === 0 ? day.records : []));
  const seen =
    locations.length === 0
      ? all
      : locations.flatMap(({ areas }) => answered.flatMap(({ day }) => recordsAt(areas, day)));
  const mainField = mainFieldOf(seen);
  const listed = locations.length === 0 ? everywhere(answered, mainField, limit) : places.slice(0, limit);
  return {
    dates: answered.map(({ date }) => date),
    locations,
    places: listed,
    found: locations.length === 0 ? (answered[0]?.day.records.length ?? 0) : places.length,
    ...(locations.length === 0 ? { counts: answered.map((each) => dayCounts(each, mainField)) } : {}),
    mainField,
    unavailable,
    uncovered,
    horizon: plainValue(answered[0]?.day.horizon ?? null),
    granularity: granularityOf(answered),
    complete: answered.every(({ day }) => day.complete),
    dataOf: answered
      .flatMap(({ day }) => day.generatedAt ?? [])
      .sort()
      .map((text) => cleanText(text, 40))[0],
  };
}

function granularityOf(answered: readonly AnsweredDay[]): string | null {
  const sent = answered.find(({ day }) => day.granularity !== null)?.day.granularity;
  return sent === undefined || sent === null ? null : cleanText(sent, 30);
}

function placeRisk(location: Location, answered: readonly AnsweredDay[]): PlaceRisk[] {
  const { place } = location;
  const days = answered.map(({ date, day }) => ({ date, byArea: groupBy(recordsAt(location.areas, day), areaOf) }));
  const areas = [...new Set(days.flatMap(({ byArea }) => [...byArea.keys()].filter((area) => area !== null)))].sort();
  if (areas.length === 0) {
    return [{ kind: "area", location, place, area: null, days: days.map(({ date }) => ({ date, records: [] })) }];
  }
  if (areas.length <= MAX_SINGLE_AREAS) {
    return areas.map((area) => ({
      kind: "area" as const,
      location,
      place,
      area,
      days: days.map(({ date, byArea }) => ({ date, records: (byArea.get(area) ?? []).map(fieldsOf) })),
    }));
  }
  const counted = days.map(({ date, byArea }) => ({
    date,
    by: countValues([...byArea.values()].flat()),
    none: areas.filter((area) => !byArea.has(area)).length,
  }));
  return [{ kind: "counted", location, place, areas: areas.length, days: counted }];
}

/** The record's own fields; ZIP and date stand beside them already. */
function fieldsOf(record: ServiceRecord): Fields {
  return ownFields(record, ["zip", "date"]);
}

/** The areas of the rarest values of the first day, values in turn, with all days of each. */
function everywhere(answered: readonly AnsweredDay[], mainField: string | undefined, limit: number): AreaRisk[] {
  const [first] = answered;
  if (first === undefined) return [];
  const queues = [...groupBy(first.day.records, (record) => countedValue(record, mainField))].sort(
    ([, a], [, b]) => a.length - b.length,
  );
  const listed = takeTurns(
    queues.map(([, records]) => records),
    limit,
  ).flat();
  return listed.map((record) => {
    const area = areaOf(record);
    const days = answered.map(({ date, day }) => ({
      date,
      records:
        area === null
          ? []
          : day
              .at(area)
              .filter((other) => areaOf(other) === area)
              .map(fieldsOf),
    }));
    return { kind: "area", location: null, area, place: area === null ? null : (stateOfArea(area) ?? null), days };
  });
}

const daysCounted = new WeakMap<RiskDay, DayCounts>();

function dayCounts({ date, day }: AnsweredDay, mainField: string | undefined): DayCounts {
  const known = daysCounted.get(day);
  if (known !== undefined) return known;
  const byValue = groupBy(day.records, (record) => countedValue(record, mainField));
  const counts: DayCounts = {
    date,
    areas: day.records.length,
    by: countValues(day.records),
    // A field of many values is no category: of each it would name a state.
    byState: Object.fromEntries(
      (byValue.size > MAX_VALUES ? [] : [...byValue]).map(([value, records]) => {
        const states = Object.entries(countRarestFirst(records, stateOfRecord));
        return [value, Object.fromEntries(states.reverse())];
      }),
    ),
  };
  daysCounted.set(day, counts);
  return counts;
}

/** Every field but ZIP and date that has at most twelve different values, with the areas of each value. */
function countValues(records: readonly ServiceRecord[]): ValueCounts {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const counts = [...names]
    .filter((name) => name !== "zip" && name !== "date")
    .map((name) => {
      const having = records.filter((record) => Object.hasOwn(record, name));
      return [cleanText(name, 60), countRarestFirst(having, (record) => countedValue(record, name))] as const;
    });
  return Object.fromEntries(counts.filter(([, values]) => Object.keys(values).length <= MAX_VALUES));
}

/** A field's value as the text that it is counted under. */
export function countedValue(record: Readonly<Record<string, unknown>>, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return "not given";
  return typeof value === "object" ? cleanText(JSON.stringify(plainValue(value)), 60) : cleanText(textOf(value), 60);
}

/** The first field with few different values, texts before numbers: what a reader would call the risk. */
function mainFieldOf(records: readonly ServiceRecord[]): string | undefined {
  const sample = records.slice(0, 1000);
  const names = [...new Set(sample.flatMap((record) => Object.keys(record)))].filter(
    (name) => name !== "zip" && name !== "date",
  );
  const isCategory = (name: string): boolean =>
    new Set(sample.map((record) => countedValue(record, name))).size <= MAX_VALUES;
  const texts = names.filter((name) => sample.some((record) => typeof record[name] === "string"));
  return texts.find(isCategory) ?? names.find(isCategory) ?? names[0];
}
