import { addTo } from "../../domain/collections.ts";
import { ownTurn } from "../../runtime/turns.ts";

/** Records that a call handles in one turn of the event loop: a few milliseconds. */
const SLICE = 1_000;
/** The look-up of a name, or of an area, counts as many as this: it takes up to some milliseconds. */
const LOOK_UP = 300;

/** The counting of one call, in slices between which the process serves others. The first slice never waits. */
export class Slices {
  #left = SLICE;

  /** Counts `records` as handled. Resolves when the call may go on. */
  async after(records: number): Promise<void> {
    this.#left -= records;
    if (this.#left > 0) return;
    await ownTurn();
    this.#left = SLICE;
  }

  afterLookUp(): Promise<void> {
    return this.after(LOOK_UP);
  }

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

  async groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Promise<Map<Key, Item[]>> {
    const groups = new Map<Key, Item[]>();
    await this.each(items, (item) => addTo(groups, keyOf(item), item));
    return groups;
  }
}
