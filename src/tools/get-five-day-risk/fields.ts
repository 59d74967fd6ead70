import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, plainValue, textOf } from "../../domain/record.ts";
import { type Counts, MAX_VALUES, OTHERS, valueNames } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import { levelText, wordText } from "../answer/words.ts";

const MAX_COUNTED_FIELDS = 6;
const MAX_NAME_CHARS = 60;
const MAX_VALUE_CHARS = 40;
const NOT_GIVEN = "not given";

/** The number of areas by field and value. */
export type ValueCounts = Readonly<Record<string, Counts>>;

/** How many records have each value, by field: all fields but ZIP and date. `riskLevel: Low 5, Severe 1; unit: F 6`. */
export type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * The fields of an answer's records and their values, in one order for all places and days. The tally above gives:
 *
 *     main    riskLevel                  rankOf({ riskLevel: "Low" })   1
 *     values  Severe, Low, not given     countsOf(tally)   { riskLevel: { Severe: 1, Low: 5 }, unit: { F: 6 } }
 */
export interface Fields {
  /** The field that is the risk, if there is one: its cleaned name, as in counts and rows. */
  readonly main: string | undefined;
  /** True if a value of the main field can come first: the most severe, or without an order the rarest of a few. */
  readonly hasFirst: boolean;
  /** The values of the main field: the most severe first, or without an order the rarest of the answer. */
  readonly values: readonly string[];
  /** The rank of a record: the index of its value in `values`, 0 for the first. */
  rankOf(record: JsonRecord): number;
  /** The number of areas by value, for up to six fields of at most twelve values; the main field comes first. */
  countsOf(tally: Tally): ValueCounts;
}

/** Counts values. Of a field other than `main`, a thirteenth value is the last: no answer counts such a field. */
export async function tallyOf(
  records: readonly JsonRecord[],
  main: string | undefined,
  slices: Slices,
): Promise<Tally> {
  const tally = new Map<string, Map<string, number>>();
  await slices.each(records, (record) => {
    for (const name of Object.keys(record)) {
      if (name === "zip" || name === "date") continue;
      const isCounted = name === main || (tally.get(name)?.size ?? 0) <= MAX_VALUES;
      if (isCounted) add(tally, name, countedValue(record, name), 1);
    }
  });
  return tally;
}

function add(tally: Map<string, Map<string, number>>, name: string, value: string, count: number): void {
  const counts = tally.get(name) ?? new Map<string, number>();
  tally.set(name, counts.set(value, (counts.get(value) ?? 0) + count));
}

/** The fields of all places and days of an answer; `riskField` is the main one if a record has it. */
export function fieldsAmong(tallies: readonly Tally[], riskField: string | undefined, order: LevelOrder): Fields {
  const sums = new Map<string, Map<string, number>>();
  for (const tally of tallies)
    for (const [name, counts] of tally) for (const [value, count] of counts) add(sums, name, value, count);
  // The values of each field, with their names in the answer.
  const namesOf = new Map([...sums].map(([name, counts]) => [name, valueNames(counts, order)]));
  const riskNames = namesOf.get(riskField ?? "");
  const values = [...new Set([...(riskNames?.values() ?? []), NOT_GIVEN])];
  // A field of many values is no category: almost every area would have a value of its own.
  const counted = [...namesOf]
    .filter(([, names]) => names.size <= MAX_VALUES)
    .sort(([a], [b]) => Number(b === riskField) - Number(a === riskField))
    .slice(0, MAX_COUNTED_FIELDS);
  return {
    main: riskNames && riskField && cleanText(riskField, MAX_NAME_CHARS),
    hasFirst: riskNames !== undefined && (order !== undefined || riskNames.size <= MAX_VALUES),
    values,
    rankOf: (record) => values.indexOf(riskNames?.get(countedValue(record, riskField)) ?? NOT_GIVEN),
    countsOf: (tally) =>
      Object.fromEntries(
        counted.map(([name, names]) => {
          const present = [...names.keys()].map((value) => [value, tally.get(name)?.get(value) ?? 0] as const);
          return [cleanText(name, MAX_NAME_CHARS), Object.fromEntries(present.filter(([, count]) => count > 0))];
        }),
      ),
  };
}

/** A counted value in a sentence. A number needs its field's name: `score 3`. */
export function countedText(value: string, name: string | undefined, order: LevelOrder): string {
  const isOwn = value !== NOT_GIVEN && value !== OTHERS;
  const text = isOwn ? levelText(value, order) : value;
  return /^-?\d/.test(value) && name !== undefined ? `${wordText(name)} ${text}` : text;
}

/** The text that counts use for a field's value. */
export function countedValue(record: JsonRecord, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return NOT_GIVEN;
  return cleanText(typeof value === "object" ? JSON.stringify(plainValue(value)) : textOf(value), MAX_VALUE_CHARS);
}
