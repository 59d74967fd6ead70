import { plural } from "./words.ts";

/** The most rows that a question may ask for. */
export const MAX_ROWS = 200;

const MAX_STATES = 8;

/** The items of several groups, which take turns. */
export function inTurn<Item>(groups: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => groups.flatMap((group) => group.slice(turn, turn + 1))).flat();
}

/** At most `limit` items of several groups, which take turns; each group's items stay in order and together. */
export function takeTurns<Item>(groups: readonly (readonly Item[])[], limit: number): readonly (readonly Item[])[] {
  const taken = inTurn(groups.map((group, index) => group.slice(0, limit).map(() => index))).slice(0, limit);
  return groups.map((group, index) => group.slice(0, taken.filter((each) => each === index).length));
}

/** Items grouped by key, in the order in which keys appear. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** The number of items by key. */
export type Counts = Readonly<Record<string, number>>;

/** Values that an answer names of one field. */
export const MAX_VALUES = 12;

/** The values of a field, the rarest first, each with its name in the answer: itself, or `others` beyond the twelfth. */
export function valueNames(values: Iterable<string>): ReadonlyMap<string, string> {
  const groups = [...groupBy(values, (value) => value)].sort(([, a], [, b]) => a.length - b.length);
  return new Map(groups.map(([value], index) => [value, index < MAX_VALUES ? value : "others"]));
}

/** Items grouped by the name of their value, in the order of the names; values without a name come last. */
export function groupInOrder<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Item[]> {
  const groups = groupBy(items, (item) => names.get(keyOf(item)) ?? keyOf(item));
  const order = new Set([...names.values(), ...groups.keys()]);
  return new Map([...order].flatMap((name) => (groups.has(name) ? [[name, groups.get(name) ?? []] as const] : [])));
}

/** Counts by key, the most frequent key first. */
export function mostFirst(counts: Iterable<readonly [string, number]>): Counts {
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

/** `AZ 5, CA 3`: counts by state, of which many are told by their number. */
export function statesText(counts: Counts): string {
  const states = Object.entries(counts);
  const rest = states.slice(MAX_STATES);
  const sum = rest.reduce((total, [, count]) => total + count, 0);
  const more = rest.length > 0 ? ` and ${sum} in ${plural(rest.length, "more state")}` : "";
  const named = states.slice(0, MAX_STATES).map(([state, count]) => `${state} ${count}`);
  return `${named.join(", ")}${more}`;
}

/** `; 8 more (AZ 5, CA 3)`: where lies what is counted and not listed; empty where all is listed. */
export function moreText(counted: Counts, listed: readonly (string | undefined)[], hint: string = ""): string {
  const left = Object.entries(counted)
    .map(([state, count]) => [state, count - listed.filter((each) => each === state).length] as const)
    .filter(([, count]) => count > 0);
  const [first] = left;
  if (first === undefined) return "";
  const where = left.length === 1 ? first[0] : statesText(Object.fromEntries(left));
  const sum = left.reduce((total, [, count]) => total + count, 0);
  return `; ${sum} more (${where}${hint === "" ? "" : `; ${hint}`})`;
}
