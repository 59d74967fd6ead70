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
  /** The field that is the risk, if there is one: its cleaned name, as in counts and rows. */
  readonly riskField: string | undefined;
  /** The same field as sent. */
  readonly sentRiskField: string | undefined;
  /** By value of this field, the value's name in the answer. */
  readonly riskValueNames: ReadonlyMap<string, string>;
  /** Those names and `NOT_GIVEN`: the most severe first, or without an order the rarest of the answer. */
  readonly riskValues: readonly string[];
  /** There is an order, or at most twelve values. */
  readonly canRank: boolean;
  /** The values of the fields that are counted, by field as sent, the risk first. */
  readonly countedValues: ReadonlyMap<string, readonly string[]>;
}

export async function tallyOf(records: readonly JsonRecord[], riskField: string | undefined, slices: Slices) {
  const tally = new Map<string, Map<string, number>>();
  await slices.each(records, (record) => {
    for (const name of Object.keys(record)) {
      if (name === "zip" || name === "date") continue;
      // The thirteenth value shows that a field has too many.
      const isCounted = name === riskField || (tally.get(name)?.size ?? 0) <= MAX_VALUES;
      if (isCounted) add(tally, name, countedValue(record, name), 1);
    }
  });
  return tally;
}

function add(tally: Map<string, Map<string, number>>, name: string, value: string, count: number): void {
  const counts = tally.get(name) ?? new Map<string, number>();
  tally.set(name, counts.set(value, (counts.get(value) ?? 0) + count));
}

/** `sentRiskField` is the risk if a record has it. */
export function fieldsAmong(tallies: readonly Tally[], sentRiskField: string | undefined, order: LevelOrder): Fields {
  const sums = new Map<string, Map<string, number>>();
  for (const tally of tallies)
    for (const [name, counts] of tally) for (const [value, count] of counts) add(sums, name, value, count);
  const valueNamesByField = new Map([...sums].map(([name, counts]) => [name, valueNames(counts, order)]));
  const riskValueNames = valueNamesByField.get(sentRiskField ?? "") ?? new Map<string, string>();
  // A field of many values is no category: almost every area would have a value of its own.
  const categories = [...valueNamesByField].filter(([, names]) => names.size <= MAX_VALUES);
  const risk = categories.filter(([name]) => name === sentRiskField);
  const others = categories.filter(([name]) => name !== sentRiskField);
  const counted = [...risk, ...others].slice(0, MAX_COUNTED_FIELDS);
  return {
    riskField: riskValueNames.size > 0 && sentRiskField ? cleanText(sentRiskField, MAX_NAME_CHARS) : undefined,
    sentRiskField,
    riskValueNames,
    riskValues: [...new Set([...riskValueNames.values(), NOT_GIVEN])],
    canRank: riskValueNames.size > 0 && (order !== undefined || riskValueNames.size <= MAX_VALUES),
    countedValues: new Map(counted.map(([name, names]) => [name, [...names.keys()]])),
  };
}

export function riskOf(record: JsonRecord, { sentRiskField, riskValueNames }: Fields): string {
  return riskValueNames.get(countedValue(record, sentRiskField)) ?? NOT_GIVEN;
}

export function countsByField(tally: Tally, { countedValues }: Fields): ValueCounts {
  const counted = [...countedValues].map(([name, values]) => {
    const counts = values.map((value) => [value, tally.get(name)?.get(value) ?? 0] as const);
    return [cleanText(name, MAX_NAME_CHARS), Object.fromEntries(counts.filter(([, count]) => count > 0))] as const;
  });
  return Object.fromEntries(counted);
}

export function riskCountsOf(by: ValueCounts, { riskField }: Fields): Counts {
  return by[riskField ?? ""] ?? {};
}

/** The text that counts use for a field's value. */
export function countedValue(record: JsonRecord, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return NOT_GIVEN;
  return cleanText(typeof value === "object" ? JSON.stringify(plainValue(value)) : textOf(value), MAX_VALUE_CHARS);
}
