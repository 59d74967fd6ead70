import type { SimulationEvent, WirePage } from "../events.ts";
import { workBehind } from "./work.ts";

/** A record of alerts and when it came first: true time, and its place among the events, many of which share one instant. */
interface Arrival {
  readonly record: string;
  readonly generatedAt: WirePage["generatedAt"];
  readonly atMs: number;
  readonly place: number;
}

/** Every record of alerts that came, whatever page and reading it belongs to. */
export class Arrivals {
  readonly #ofWork = new Map<string, Map<string, Arrival>>();
  /** How many events were noted. */
  place = 0;

  of(work: string): readonly Arrival[] {
    return [...(this.#ofWork.get(work)?.values() ?? [])];
  }

  note(event: SimulationEvent): void {
    this.place += 1;
    if (event.type !== "finished" || event.page === undefined) return;
    const { generatedAt, records } = event.page;
    const work = workBehind(event.request) ?? "";
    const arrived = this.#ofWork.get(work) ?? new Map<string, Arrival>();
    this.#ofWork.set(work, arrived);
    for (const record of records) {
      const key = JSON.stringify([generatedAt, record]);
      if (arrived.has(key)) continue;
      arrived.set(key, { record, generatedAt, atMs: event.at.trueMs, place: this.place });
    }
  }
}
