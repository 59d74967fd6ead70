import type { SimulationEvent, WirePage } from "../events.ts";
import { pageOf, workBehind } from "./work.ts";

/** When a record came: true time, and its place among the events, many of which share one instant. */
interface Arrival {
  readonly atMs: number;
  readonly place: number;
}

/** What came of the pages of one reading, from its first page on. */
export interface Reading {
  readonly generatedAt: WirePage["generatedAt"];
  /** Each record with its arrival. */
  readonly records: Map<string, Arrival>;
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
  /** How many events were noted. */
  place = 0;

  of(work: string): Reading | undefined {
    return this.#latest.get(work);
  }

  note(event: SimulationEvent): void {
    this.place += 1;
    if (event.type !== "finished" || event.page === undefined) return;
    const work = workBehind(event.request) ?? "";
    const { generatedAt, hasMore, total, page, records } = event.page;
    const asked = pageOf(event.request);
    if (asked === undefined) {
      this.#latest.set(work, { generatedAt, records: new Map(), hasEnd: false, missing: new Set() });
    }
    const reading = this.#latest.get(work);
    // What is of another time than the pages before it belongs to none: the reading starts over, from its first page.
    if (reading === undefined || reading.generatedAt !== generatedAt) return;
    reading.hasEnd ||= hasMore !== true;
    if (total !== undefined) reading.announced = Math.max(total, reading.announced ?? 0);
    if (asked !== undefined && page !== undefined && page !== Number(asked)) reading.missing.add(asked);
    else if (asked !== undefined) reading.missing.delete(asked);
    const arrival = { atMs: event.at.trueMs, place: this.place };
    // What comes once more, as where every page is the first one, is nothing new.
    for (const record of records) if (!reading.records.has(record)) reading.records.set(record, arrival);
  }
}
