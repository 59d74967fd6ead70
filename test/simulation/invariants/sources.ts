import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import { pageOf, workBehind, workOf } from "./work.ts";

/** One page as it came. */
interface Arrival {
  readonly cameAt: Instant;
  readonly records: readonly string[];
  /** Whether it came in the very moment in which a call for it gave up: the client need not have it. */
  isDoubtful: boolean;
}

/** What one reading of alerts brought, or one answer of risk. */
export interface Source {
  /** When its first page was asked for, successfully: no other part is older. */
  readonly sentAt: Instant;
  /** The same, or where all was asked for at once after some pages: when the first of them was. */
  readonly begunAt: Instant;
  /** Of alerts; nothing where it is not told. */
  readonly generatedAt: string | undefined;
  /** By the page that was asked for. */
  readonly arrivals: Map<string | undefined, Arrival>;
  /** Path and query of its first request. */
  readonly path: string;
}

/** Where what calls are told comes from, as seen on the wire: the data of each work, the newest last. */
export class Sources {
  readonly #ofWork = new Map<string, Source[]>();
  readonly #accepted = new Set<WireRequest>();
  /** What came, and whose calls gave up, at this moment. */
  #now: { readonly work: string; readonly arrival: Arrival }[] = [];
  readonly #givenUp = new Set<string>();

  /** All of `work`, the newest last. */
  of(work: string): readonly Source[] {
    return this.#ofWork.get(work) ?? [];
  }

  note(event: SimulationEvent): void {
    switch (event.type) {
      case "answered":
        if (event.answer.status === 200) this.#accepted.add(event.request);
        return;
      case "finished":
        if (this.#accepted.delete(event.request)) this.#noteData(event);
        return;
      case "cancelled":
        this.#givenUp.add(workOf(event.call.ask));
        return;
      case "ended": {
        const { outcome, at } = event.end;
        const isLate = at.monotonicMs >= event.call.deadlineMs;
        if (isLate || !("ok" in outcome) || !outcome.ok) this.#givenUp.add(workOf(event.call.ask));
        return;
      }
      case "quiet":
        for (const { work, arrival } of this.#now) arrival.isDoubtful = this.#givenUp.has(work);
        this.#now = [];
        this.#givenUp.clear();
        return;
      default:
    }
  }

  #noteData({ request, page, isReadable, at }: Extract<SimulationEvent, { type: "finished" }>): void {
    const work = workBehind(request);
    if (work === undefined || (request.product === "alerts" ? page === undefined : !isReadable)) return;
    const arrival: Arrival = { cameAt: at, records: page?.records ?? [], isDoubtful: false };
    const generatedAt = page?.generatedAt;
    const number = request.product === "alerts" ? pageOf(request) : undefined;
    const sources = this.#ofWork.get(work) ?? [];
    this.#ofWork.set(work, sources);
    const source = sources.at(-1);
    if (number === undefined) {
      const sentAt = request.startedAt;
      const isAfterPages = source !== undefined && source.arrivals.size > 1 && source.path !== request.path;
      // What is of another time took the place of those pages.
      const isOfOtherTime = source?.generatedAt !== generatedAt && source?.generatedAt !== undefined;
      const begunAt = isAfterPages && !(isOfOtherTime && generatedAt !== undefined) ? source.sentAt : sentAt;
      sources.push({ sentAt, begunAt, generatedAt, arrivals: new Map([[number, arrival]]), path: request.path });
    } else {
      // What is of another time than the pages before it belongs to none.
      if (source === undefined || source.generatedAt !== generatedAt) return;
      source.arrivals.set(number, arrival);
    }
    this.#now.push({ work, arrival });
  }
}
