/** Items grouped by key; keys stand in the order of their first item. No group is empty. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, [Item, ...Item[]]> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  for (const item of items) addTo(groups, keyOf(item), item);
  return groups;
}

export function addTo<Item, Key>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** The values without those that are absent, empty, or `false` from an unmet condition. */
export function compact<Value = string>(...values: readonly (Value | false | "" | null | undefined)[]): Value[] {
  return values.filter((value) => value !== false && value !== "" && value !== null && value !== undefined) as Value[];
}
