import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { plainValue } from "../../domain/shown-record.ts";
import type { Slices } from "../answer/slices.ts";
import { type Counts, MAX_VALUES, valueNames } from "../answer/value-counts.ts";

const MAX_COUNTED_FIELDS = 6;
const MAX_NAME_CHARS = 60;
const MAX_VALUE_CHARS = 40;
export const NOT_GIVEN = "not given";

/** By field, how many records (one per area, as a rule) have each value: `{ riskLevel: { Severe: 1, Low: 5 } }`. */
export type ValueCounts = Readonly<Record<string, Counts>>;
/** The same by field as sent, of all fields but ZIP and date. */
export type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The fields of an answer's records and their values, in one order for all places and days. */
export interface Fields {
  /** The field that is the risk, if a record has it. */
  readonly risk: RiskField | undefined;
  /** Its values' names, and `NOT_GIVEN`: those outside the order, then the most severe; without one the rarest. */
  readonly riskValues: readonly string[];
  /** The values of the fields that are counted, by field as sent, the risk first. */
  readonly countedValues: ReadonlyMap<string, readonly string[]>;
}

interface RiskField {
  /** Cleaned, as in counts and in the rows of areas. */
  readonly name: string;
  readonly sentName: string;
  /** By value, the value's name in the answer. */
  readonly valueNames: ReadonlyMap<string, string>;
  /** There is an order, or at most twelve values. */
  readonly canRank: boolean;
}

export async function tallyOf(records: readonly JsonRecord[], riskName: string | undefined, slices: Slices) {
  const tally = new Map<string, Map<string, number>>();
  await slices.each(records, (record) => {
    for (const name of Object.keys(record)) {
      if (name === "zip" || name === "date") continue;
      // The thirteenth value shows that a field has too many.
      const isCounted = name === riskName || (tally.get(name)?.size ?? 0) <= MAX_VALUES;
      if (isCounted) add(tally, name, countedValue(record, name), 1);
    }
  });
  return tally;
}

function add(tally: Map<string, Map<string, number>>, name: string, value: string, count: number): void {
  const counts = tally.get(name) ?? new Map<string, number>();
  tally.set(name, counts.set(value, (counts.get(value) ?? 0) + count));
}

/** The field sent as `riskName` is the risk if a record has it. */
export function fieldsAmong(tallies: readonly Tally[], riskName: string | undefined, order: LevelOrder): Fields {
  const sums = new Map<string, Map<string, number>>();
  for (const tally of tallies)
    for (const [name, counts] of tally) for (const [value, count] of counts) add(sums, name, value, count);
  const valueNamesByField = new Map([...sums].map(([name, counts]) => [name, valueNames(counts, order)]));
  // A field of many values is no category: almost every area would have a value of its own.
  const categories = [...valueNamesByField].filter(([, names]) => names.size <= MAX_VALUES);
  const riskFirst = categories.toSorted(([a], [b]) => Number(b === riskName) - Number(a === riskName));
  const sentRisk = [...valueNamesByField].find(([name]) => name === riskName);
  const risk = sentRisk && riskField(...sentRisk, order);
  return {
    risk,
    riskValues: [...new Set([...(risk?.valueNames.values() ?? []), NOT_GIVEN])],
    countedValues: new Map(riskFirst.slice(0, MAX_COUNTED_FIELDS).map(([name, names]) => [name, [...names.keys()]])),
  };
}

function riskField(sentName: string, names: ReadonlyMap<string, string>, order: LevelOrder): RiskField {
  const canRank = order !== undefined || names.size <= MAX_VALUES;
  return { name: cleanText(sentName, MAX_NAME_CHARS), sentName, valueNames: names, canRank };
}

export function countsByField(tally: Tally, recordCount: number, { countedValues, risk }: Fields): ValueCounts {
  const counted = [...countedValues].map(([name, values]) => {
    const counts = new Map(values.map((value) => [value, tally.get(name)?.get(value) ?? 0]));
    // A record without the risk counts as one that sends null.
    const absent = recordCount - [...counts.values()].reduce((sum, count) => sum + count, 0);
    if (name === risk?.sentName) counts.set(NOT_GIVEN, (counts.get(NOT_GIVEN) ?? 0) + absent);
    const present = [...counts].filter(([, count]) => count > 0);
    return [cleanText(name, MAX_NAME_CHARS), Object.fromEntries(present)] as const;
  });
  return Object.fromEntries(counted);
}

export function riskCountsOf(by: ValueCounts, { risk }: Fields): Counts {
  return risk === undefined ? {} : (by[risk.name] ?? {});
}

/** The risk of a record as sent: the value's name in the answer. */
export function riskOf(record: JsonRecord, { risk }: Fields): string {
  return risk?.valueNames.get(countedValue(record, risk.sentName)) ?? NOT_GIVEN;
}

/** The risk of a record of `AreaRisk`, whose fields have their cleaned names. */
export function riskOfRow(record: JsonRecord, { risk }: Fields): string {
  return risk === undefined ? NOT_GIVEN : countedValue(record, risk.name);
}

/** The text that counts use for a field's value. */
function countedValue(record: JsonRecord, name: string): string {
  const value = record[name];
  if (value === null || value === undefined) return NOT_GIVEN;
  const text = typeof value === "object" ? JSON.stringify(plainValue(value)) : textOf(value);
  return cleanText(text, MAX_VALUE_CHARS) || NOT_GIVEN;
}
