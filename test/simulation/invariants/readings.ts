import type { SimulationEvent, WirePage } from "../events.ts";
import { pageOf, workBehind } from "./work.ts";

/** What came of the pages of one reading, from its first page on. */
export interface Reading {
  readonly generatedAt: WirePage["generatedAt"];
  /** A page said that there is no more. */
  hasEnd: boolean;
  /** The most records that a page announced; nothing where none did. */
  announced?: number | undefined;
  /** The pages in whose place another one came, by its own number. */
  readonly missing: Set<string>;
}

/** The readings of alerts, as their pages came. */
export class Readings {
  readonly #latest = new Map<string, Reading>();

  of(work: string): Reading | undefined {
    return this.#latest.get(work);
  }

  note(event: SimulationEvent): void {
    if (event.type !== "finished" || event.page === undefined) return;
    const work = workBehind(event.request) ?? "";
    const { generatedAt, hasMore, total, page } = event.page;
    const asked = pageOf(event.request);
    if (asked === undefined) {
      this.#latest.set(work, { generatedAt, hasEnd: false, missing: new Set() });
    }
    const reading = this.#latest.get(work);
    // What is of another time than the pages before it belongs to none: the reading starts over, from its first page.
    if (reading === undefined || reading.generatedAt !== generatedAt) return;
    reading.hasEnd ||= hasMore !== true;
    if (total !== undefined) reading.announced = Math.max(total, reading.announced ?? 0);
    if (asked !== undefined && page !== undefined && page !== Number(asked)) reading.missing.add(asked);
    else if (asked !== undefined) reading.missing.delete(asked);
  }
}
