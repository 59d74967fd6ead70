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
