import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, plainValue, textOf } from "../../domain/record.ts";
import { type Counts, MAX_VALUES, namedGroups, OTHERS, valueNames } from "../answer/rows.ts";
import type { Slices } from "../answer/slices.ts";
import { levelText, wordText } from "../answer/words.ts";

const MAX_FIELDS = 12;
const MAX_COUNTED_FIELDS = 6;
const MAX_VALUE_CHARS = 40;
const NOT_GIVEN = "not given";

/** The number of areas by field and value. */
export type ValueCounts = Readonly<Record<string, Counts>>;
export type Fields = ReturnType<typeof fieldsAmong>;

/** How many records have each value, by field: all fields but ZIP and date. */
export type Tally = ReadonlyMap<string, ReadonlyMap<string, number>>;

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
      const counts = tally.get(name) ?? new Map<string, number>();
      tally.set(name, counts);
      if (name === main || counts.size <= MAX_VALUES) add(counts, countedValue(record, name), 1);
    }
  });
  return tally;
}

function add(counts: Map<string, number>, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

/**
 * Orders the fields of an answer's records and their values: alike for every place and day. `main` is the field that is
 * the risk, if there is one.
 */
export function fieldsAmong(tallies: readonly Tally[], main: string | undefined, order: LevelOrder) {
  const names = [...new Set(tallies.flatMap((tally) => [...tally.keys()]))]
    .sort((a, b) => Number(b === main) - Number(a === main))
    .slice(0, MAX_FIELDS);
  const values = new Map(
    names.map((name) => {
      const sums = new Map<string, number>();
      for (const tally of tallies) for (const [value, count] of tally.get(name) ?? []) add(sums, value, count);
      return [name, valueNames(sums, order)];
    }),
  );
  const valuesOf = (name: string | undefined) => values.get(name ?? "") ?? new Map<string, string>();
  // A field of many values is no category: almost every area would have a value of its own.
  const categories = names.filter((name) => valuesOf(name).size <= MAX_VALUES);
  const counted = [...new Set([main, ...categories])].filter((name) => name !== undefined && categories.includes(name));
  return {
    main,
    /** The values of the main field, the rarest value of the answer first, or the most severe. */
    mainValues: [...new Set([...valuesOf(main).values(), NOT_GIVEN])],
    isCategory: main !== undefined && categories.includes(main),
    /** A record's value of the main field. */
    mainValue: (record: JsonRecord): string => countedValue(record, main),
    /** Groups by value of the main field, in the order of `mainValues`. */
    inOrder: <Item>(groups: ReadonlyMap<string, readonly Item[]>) => namedGroups(groups, valuesOf(main)),
    /** The number of areas by value, for up to six fields of at most twelve values; the main field comes first. */
    countsOf: (tally: Tally): ValueCounts =>
      Object.fromEntries(
        counted.slice(0, MAX_COUNTED_FIELDS).map((name = "") => {
          const counts = tally.get(name) ?? new Map<string, number>();
          const present = [...valuesOf(name).keys()].filter((value) => counts.has(value));
          return [cleanText(name, 60), Object.fromEntries(present.map((value) => [value, counts.get(value) ?? 0]))];
        }),
      ),
  };
}

/** A counted value in a sentence. A number needs its field's name: `score 3`. */
export function countedText(value: string, name: string | undefined, order: LevelOrder): string {
  const isOwn = value !== NOT_GIVEN && value !== OTHERS;
  const text = levelText(value, isOwn ? order : undefined);
  return /^-?\d/.test(value) && name !== undefined ? `${wordText(name)} ${text}` : text;
}

/** The text that counts use for a field's value. */
export function countedValue(record: JsonRecord, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return NOT_GIVEN;
  return cleanText(typeof value === "object" ? JSON.stringify(plainValue(value)) : textOf(value), MAX_VALUE_CHARS);
}
