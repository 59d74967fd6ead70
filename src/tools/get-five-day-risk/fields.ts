import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, plainValue, textOf } from "../../domain/record.ts";
import { type Counts, groupInOrder, MAX_VALUES, OTHERS, valueNames } from "../answer/rows.ts";
import { levelText, wordText } from "../answer/words.ts";

const MAX_FIELDS = 12;
const MAX_COUNTED_FIELDS = 6;
const MAX_VALUE_CHARS = 40;
const NOT_GIVEN = "not given";

/** The number of areas by field and value. */
export type ValueCounts = Readonly<Record<string, Counts>>;
export type Fields = ReturnType<typeof fieldsAmong>;

/**
 * Orders the fields of an answer's records, all but ZIP and date, and their values: alike for every place and day. `main`
 * is the field that is the risk, if there is one.
 */
export function fieldsAmong(records: readonly JsonRecord[], main: string | undefined, order: LevelOrder) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((name) => name !== "zip" && name !== "date")
    .sort((a, b) => Number(b === main) - Number(a === main))
    .slice(0, MAX_FIELDS);
  const values = new Map(
    names.map((name) => {
      const having = records.filter((record) => Object.hasOwn(record, name));
      return [
        name,
        valueNames(
          having.map((record) => countedValue(record, name)),
          order,
        ),
      ];
    }),
  );
  const valuesOf = (name: string | undefined) => values.get(name ?? "") ?? new Map<string, string>();
  // A field of many values is no category: almost every area would have a value of its own.
  const categories = names.filter((name) => valuesOf(name).size <= MAX_VALUES);
  const counted = [...new Set([main, ...categories])].filter((name) => name !== undefined && categories.includes(name));
  const group = <Item>(items: readonly Item[], recordOf: (item: Item) => JsonRecord, name: string | undefined) =>
    groupInOrder(items, (item) => countedValue(recordOf(item), name), valuesOf(name));
  return {
    isCategory: main !== undefined && categories.includes(main),
    /** Items by their record's value of the main field, the rarest value of the answer first. */
    byMain: <Item>(items: readonly Item[], recordOf: (item: Item) => JsonRecord) => group(items, recordOf, main),
    /** The number of areas by value, for up to six fields of at most twelve values; the main field comes first. */
    countsOf: (some: readonly JsonRecord[]): ValueCounts =>
      Object.fromEntries(
        counted.slice(0, MAX_COUNTED_FIELDS).map((name = "") => {
          const having = some.filter((record) => Object.hasOwn(record, name));
          const groups = [...group(having, (record) => record, name)];
          return [cleanText(name, 60), Object.fromEntries(groups.map(([value, { length }]) => [value, length]))];
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
