import type { SimulationEvent, WireRequest } from "../events.ts";
import { pageOf, workOfRequest } from "./work.ts";

/** Pages of alerts that belong together, as they arrived. */
export interface Source {
  /** The true time at which the client sent the first request. */
  readonly sentMs: number;
  /** The time of the alerts, if the service sent it. */
  readonly generatedAt: string | undefined;
  /** The records of each page, by the page number in the request. The first page is under "". */
  readonly pages: Map<string, readonly string[]>;
  /** A page did not announce more. */
  hasEnd: boolean;
  /** The greatest total that a page announced. */
  announced: number;
}

/** The longest call. A first page that comes later belongs to another reading. */
const CALL_MS = 60_000;

/** The data behind the alerts that calls get, as seen on the wire. */
export class Sources {
  readonly #ofWork = new Map<string, Source[]>();
  readonly #accepted = new Set<WireRequest>();

  /** All sources of `work`, the newest last. */
  of(work: string): readonly Source[] {
    return this.#ofWork.get(work) ?? [];
  }

  note(event: SimulationEvent): void {
    if (event.type === "answered" && event.answer.status === 200) this.#accepted.add(event.request);
    if (event.type === "finished" && this.#accepted.delete(event.request)) this.#notePage(event);
  }

  #notePage({ request, page }: Extract<SimulationEvent, { type: "finished" }>): void {
    const work = workOfRequest(request);
    if (work === undefined || page === undefined) return;
    const number = pageOf(request) ?? "";
    // The client does not keep a page with another number than the one requested.
    if (number !== "" && page.page !== undefined && Number(number) !== page.page) return;
    const source = this.#sourceFor(work, number, page.generatedAt, request.startedAt.trueMs);
    if (source === undefined) return;
    source.pages.set(number, page.records);
    source.hasEnd ||= page.hasMore !== true;
    source.announced = Math.max(source.announced, page.total ?? 0);
  }

  /** The source of a page: the newest if the page fits, else a new one. None for a later page of older data. */
  #sourceFor(work: string, number: string, generatedAt: string | undefined, sentMs: number): Source | undefined {
    const sources = this.#ofWork.get(work) ?? [];
    this.#ofWork.set(work, sources);
    const newest = sources.at(-1);
    if (newest !== undefined) {
      const isOfTime = generatedAt === newest.generatedAt || [generatedAt, newest.generatedAt].includes(undefined);
      const isFirst = number === "" && (newest.pages.has("") || sentMs - newest.sentMs >= CALL_MS);
      if (isOfTime && !isFirst) return newest;
      if (number !== "" && (generatedAt ?? "") < (newest.generatedAt ?? "")) return undefined;
    }
    const begun: Source = { sentMs, generatedAt, pages: new Map(), hasEnd: false, announced: 0 };
    sources.push(begun);
    return begun;
  }
}
