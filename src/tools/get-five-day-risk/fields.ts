import { cleanText } from "../../domain/clean.ts";
import { type JsonRecord, plainValue, textOf } from "../../domain/record.ts";
import { type Counts, groupInOrder, MAX_VALUES, valueNames } from "../answer/rows.ts";
import { wordText } from "../answer/words.ts";

const MAX_FIELDS = 12;
const MAX_COUNTED_FIELDS = 6;
const MAX_VALUE_CHARS = 40;

/** The number of areas by field and value. */
export type ValueCounts = Readonly<Record<string, Counts>>;
export type Fields = ReturnType<typeof fieldsAmong>;

/** The fields of an answer's records but ZIP and date, and the order of their values, the same everywhere. */
export function fieldsAmong(records: readonly JsonRecord[]) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((name) => name !== "zip" && name !== "date")
    .slice(0, MAX_FIELDS);
  const values = new Map(
    names.map((name) => {
      const having = records.filter((record) => Object.hasOwn(record, name));
      return [name, valueNames(having.map((record) => countedValue(record, name)))];
    }),
  );
  const valuesOf = (name: string | undefined) => values.get(name ?? "") ?? new Map<string, string>();
  // A field of many values is no category: each value would name an area of its own.
  const categories = names.filter((name) => valuesOf(name).size <= MAX_VALUES);
  const isText = (name: string) => records.some((record) => typeof record[name] === "string");
  // The first field of few values, texts before numbers: what a reader would call the risk.
  const main = categories.find(isText) ?? categories[0] ?? names[0];
  const counted = [...new Set([main, ...categories])].filter((name) => name !== undefined && categories.includes(name));
  const group = <Item>(items: readonly Item[], recordOf: (item: Item) => JsonRecord, name: string | undefined) =>
    groupInOrder(items, (item) => countedValue(recordOf(item), name), valuesOf(name));
  return {
    /** The field whose values tell areas apart, such as `riskLevel`. */
    main,
    isCategory: main !== undefined && categories.includes(main),
    /** Items by the value that their record has in the main field, the rarest value of the answer first. */
    byMain: <Item>(items: readonly Item[], recordOf: (item: Item) => JsonRecord) => group(items, recordOf, main),
    /** Up to six fields of at most twelve different values, the main one first, with the areas of each value. */
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

/** A counted value in a sentence: a number says nothing without its field, `score 3`. */
export function countedText(value: string, name: string | undefined): string {
  return /^-?\d/.test(value) && name !== undefined ? `${wordText(name)} ${wordText(value)}` : wordText(value);
}

/** A field's value as the text that it is counted under. */
export function countedValue(record: JsonRecord, name: string | undefined): string {
  const value = name === undefined ? undefined : record[name];
  if (value === null || value === undefined) return "not given";
  return cleanText(typeof value === "object" ? JSON.stringify(plainValue(value)) : textOf(value), MAX_VALUE_CHARS);
}
