import { addTo } from "./rows.ts";

/** Records that a call handles in one turn of the event loop: a few milliseconds. */
const SLICE = 1_000;

/** Calls that wait for their next slice, the longest wait first. */
const waiting: (() => void)[] = [];

/** Lets one call go on in each turn, so that many calls delay others no longer than one does. */
function serveOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serveOne);
}

/** The counting of one call, in slices between which the process serves others. The first slice never waits. */
export class Slices {
  #left = SLICE;

  /** Counts `records` as handled. Resolves when the call may go on. */
  async after(records: number): Promise<void> {
    this.#left -= records;
    if (this.#left > 0) return;
    await new Promise<void>((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(serveOne);
    });
    this.#left = SLICE;
  }

  /** Passes each item to `take`. */
  async each<Item>(items: Iterable<Item>, take: (item: Item) => void): Promise<void> {
    let handled = 0;
    for (const item of items) {
      take(item);
      handled += 1;
      if (handled < this.#left) continue;
      await this.after(handled);
      handled = 0;
    }
    await this.after(handled);
  }

  /** Like `groupBy` of rows.ts. */
  async groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Promise<Map<Key, Item[]>> {
    const groups = new Map<Key, Item[]>();
    await this.each(items, (item) => addTo(groups, keyOf(item), item));
    return groups;
  }
}
