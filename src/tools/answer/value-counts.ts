import { groupBy } from "../../domain/collections.ts";
import { compareLevels, type LevelOrder } from "../../domain/level-order.ts";

export type Counts = Readonly<Record<string, number>>;

/** The most values of a field that an answer names. */
export const MAX_VALUES = 12;
export const OTHERS = "others";
const MAX_STATES = 8;

/**
 * The values of a field, each with its name in the answer: itself, or `others` after the twelfth. With an `order`, values
 * outside it come first, then the most severe; without one, and among equals, the rarest.
 */
export function valueNames(counts: Iterable<readonly [value: string, count: number]>, order: LevelOrder) {
  const values = [...counts].sort(([one, a], [other, b]) => compareLevels(one, other, order) || a - b);
  return new Map(values.map(([value], index) => [value, index < MAX_VALUES ? value : OTHERS]));
}

/** The size of each group, for `valueNames` and `mostFirst`. */
export function sizesOf<Key>(groups: ReadonlyMap<Key, readonly unknown[]>): (readonly [Key, number])[] {
  return [...groups].map(([key, { length }]) => [key, length]);
}

/** Groups of values as groups of their names, in the order of `names`. Values without a name come last. */
export function namedGroups<Item>(groups: ReadonlyMap<string, readonly Item[]>, names: ReadonlyMap<string, string>) {
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

/** `AZ 5, CA 3 and 40 more`, or `AZ` alone; also `abroad` and `unknown`. */
export function statesText(counts: Counts): string {
  const states = Object.entries(counts);
  if (states.length === 1) return String(states[0]?.[0]);
  const named = states.slice(0, MAX_STATES).map(([state, count]) => `${state} ${count}`);
  const more = states.slice(MAX_STATES).reduce((sum, [, count]) => sum + count, 0);
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
