import { z } from "zod";
import { compact, groupBy } from "../../domain/collections.ts";
import { compareLevels, type LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, wholeRecord } from "../../domain/record.ts";
import { zipRanges } from "../../domain/zip.ts";
import { plural } from "./words.ts";

/** The most rows that a call may ask for. */
export const MAX_ROWS = 200;
export const limitSchema = z.int().min(1).max(MAX_ROWS).default(20).describe(`rows, 1 to ${MAX_ROWS}, default 20`);

const MAX_STATES = 8;

/** A member of a row in an output schema: null if the service did not send it, or if it is uncertain. */
export const text = z.string().nullable();
export const number = z.number().nullable();
export const flag = z.boolean().nullable();

/** A row has the members that it needs, and may have others. */
export function row<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.looseObject(shape).partial();
}

const ALWAYS_SHOWN = new Set(["city", "state", "zip", "zipCode", "country"]);

/** A whole record, cleaned. Without `showRecipient`, the address in `field` keeps city, state, ZIP and country. */
export function withoutRecipient(record: JsonRecord, field: string, showRecipient: boolean) {
  const address = record[field];
  if (showRecipient || address === undefined || address === null) return wholeRecord(record);
  // A text or a list instead of an object may hold a whole address, so no part of it is shown.
  const fields = typeof address === "object" && !Array.isArray(address) ? Object.entries(address) : [];
  return wholeRecord({ ...record, [field]: Object.fromEntries(fields.filter(([name]) => ALWAYS_SHOWN.has(name))) });
}

/** The items of several groups, one of each group in turn. */
export function inTurn<Item>(groups: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  const items: Item[] = [];
  for (let turn = 0; turn < longest; turn += 1)
    for (const group of groups) if (turn < group.length) items.push(group[turn] as Item);
  return items;
}

/** Takes at most `limit` items from the groups in turn. */
export function takeTurns<Item>(groups: readonly (readonly Item[])[], limit: number): readonly (readonly Item[])[] {
  const turns = inTurn(groups.map((group, index) => group.slice(0, limit).map(() => index))).slice(0, limit);
  return groups.map((group, index) => group.slice(0, turns.filter((turn) => turn === index).length));
}

export type Counts = Readonly<Record<string, number>>;

export const MAX_VALUES = 12;
export const OTHERS = "others";

/**
 * The values of a field, each with its name in the answer: itself, or `others` after the twelfth. With an `order`, values
 * outside it come first, then the most severe; without one, and among equals, the rarest.
 */
export function valueNames(
  counts: Iterable<readonly [value: string, count: number]>,
  order: LevelOrder,
): ReadonlyMap<string, string> {
  const values = [...counts].sort(([one, a], [other, b]) => compareLevels(one, other, order) || a - b);
  return new Map(values.map(([value], index) => [value, index < MAX_VALUES ? value : OTHERS]));
}

/** The size of each group, for `valueNames` and `mostFirst`. */
export function sizesOf<Key>(groups: ReadonlyMap<Key, readonly unknown[]>): (readonly [Key, number])[] {
  return [...groups].map(([key, { length }]) => [key, length]);
}

/** In the order of `names`; values without a name come last. */
export function namedGroups<Item>(
  groups: ReadonlyMap<string, readonly Item[]>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Item[]> {
  const values = new Set([...names.keys(), ...groups.keys()].filter((value) => groups.has(value)));
  const named = groupBy(values, (value) => names.get(value) ?? value);
  return new Map([...named].map(([name, sent]) => [name, sent.flatMap((value) => groups.get(value) ?? [])]));
}

/** Counts by key, the highest first. Adds up the counts of a repeated key. */
export function mostFirst(counts: Iterable<readonly [string, number]>): Counts {
  const sums = new Map<string, number>();
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([, a], [, b]) => b - a));
}

/** Counts in the order of `names`. Alone, an object lists numbers first, the smallest before the others. */
export function countsInOrder(counts: Counts, names: readonly string[]): readonly (readonly [string, number])[] {
  return names.flatMap((name) => (Object.hasOwn(counts, name) ? [[name, counts[name] ?? 0] as const] : []));
}

/** `Severe 7, High 25`, or `score 3 in 7, score 2 in 25` */
export function countsText(counts: readonly (readonly [string, number])[], nameOf: (value: string) => string): string {
  return counts
    .map(([value, count]) => `${nameOf(value)}${/\d$/.test(nameOf(value)) ? " in" : ""} ${count}`)
    .join(", ");
}

/** `AZ 5, CA 3 and 40 more`, or `AZ` alone; also `abroad` and `unknown`. */
export function statesText(counts: Counts): string {
  const states = Object.entries(counts);
  if (states.length === 1) return String(states[0]?.[0]);
  const named = states.slice(0, MAX_STATES).map(([state, count]) => `${state} ${count}`);
  const more = states.slice(MAX_STATES).reduce((sum, [, count]) => sum + count, 0);
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** `Phoenix, AZ 85001–85005; Mesa, AZ 85201; no ZIP` */
export function placesText(
  rows: readonly { readonly area: string | undefined; readonly place: string | null }[],
): string {
  const byPlace = [...groupBy(rows, ({ place }) => place ?? "")];
  const texts = byPlace.map(([place, ofPlace]) =>
    compact(place, zipRanges(ofPlace.map(({ area }) => area ?? "no ZIP"))).join(" "),
  );
  return texts.join("; ");
}

/** `20 of 74 alerts listed; …`: a note on rows that the limit left out; empty if it left out none. */
export function restText(listed: number, all: number, noun: string): string {
  if (listed >= all) return "";
  const more = listed < MAX_ROWS ? `limit lists up to ${MAX_ROWS}` : "name smaller places for the rest";
  return `${listed} of ${all} ${noun} listed; ${more}.`;
}

export function unplacedText(count: number, noun: string): string {
  return count === 0 ? "" : `${plural(count, noun)} without a readable ZIP may concern these places.`;
}
