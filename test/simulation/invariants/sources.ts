import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import { pageOf, sizeOf, workOf, workOfRequest } from "./work.ts";

/** One page as it arrived. */
export interface Arrival {
  readonly cameAt: Instant;
  readonly records: readonly string[];
  readonly size: number;
  /** Whether it arrived at the instant at which a call for it ended. The client may not have it. */
  isDoubtful: boolean;
}

/** Pages of alerts that belong together, or one answer of risk. */
export interface Source {
  /** When the client sent the earliest request. */
  sentAt: Instant;
  /** The time of the alerts, if the service sent it. */
  readonly generatedAt: string | undefined;
  /** By the page number in the request. The first page is under "". */
  readonly arrivals: Map<string, Arrival>;
  /** A page did not announce more. */
  hasEnd: boolean;
  /** The greatest total that a page announced. */
  announced: number;
}

/** The longest call. A first page that comes later belongs to another reading. */
const CALL_MS = 60_000;

/** The data behind the answers of calls, as seen on the wire: the sources of each work, the newest last. */
export class Sources {
  readonly #ofWork = new Map<string, Source[]>();
  readonly #accepted = new Set<WireRequest>();
  /** The pages that arrived at this instant, and the works whose calls ended. */
  #now: { readonly work: string; readonly arrival: Arrival }[] = [];
  readonly #ended = new Set<string>();
  readonly #keptMs: number;

  /** @param keptMs How long pages wait for a missing first page. */
  constructor(keptMs: number = CALL_MS) {
    this.#keptMs = Math.min(keptMs, CALL_MS);
  }

  /** All sources of `work`, the newest last. */
  of(work: string): readonly Source[] {
    return this.#ofWork.get(work) ?? [];
  }

  newest(work: string): Source | undefined {
    return this.of(work).at(-1);
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
      case "ended":
        this.#ended.add(workOf(event.call.ask));
        return;
      case "quiet":
        for (const { work, arrival } of this.#now) arrival.isDoubtful = this.#ended.has(work);
        this.#now = [];
        this.#ended.clear();
        return;
      default:
    }
  }

  #noteData({ request, page, isReadable, at }: Extract<SimulationEvent, { type: "finished" }>): void {
    const work = workOfRequest(request);
    if (work === undefined || (request.product === "alerts" ? page === undefined : !isReadable)) return;
    const records = page?.records ?? [];
    const arrival: Arrival = { cameAt: at, records, size: sizeOf(request), isDoubtful: false };
    const number = request.product === "alerts" ? (pageOf(request) ?? "") : "";
    // The client does not keep a page with another number than the one requested.
    if (number !== "" && page?.page !== undefined && Number(number) !== page.page) return;
    const source = this.#sourceFor(work, number, page?.generatedAt, request.startedAt);
    if (source === undefined) return;
    source.arrivals.set(number, arrival);
    if (request.startedAt.trueMs < source.sentAt.trueMs) source.sentAt = request.startedAt;
    source.hasEnd ||= page?.hasMore !== true;
    source.announced = Math.max(source.announced, page?.total ?? 0);
    this.#now.push({ work, arrival });
  }

  /** The source of a page: the newest if the page fits, else a new one. None for a later page of older data. */
  #sourceFor(work: string, number: string, generatedAt: string | undefined, sentAt: Instant): Source | undefined {
    const sources = this.#ofWork.get(work) ?? [];
    this.#ofWork.set(work, sources);
    const newest = sources.at(-1);
    const isOfTime = generatedAt === newest?.generatedAt || [generatedAt, newest?.generatedAt].includes(undefined);
    const isRecent = newest !== undefined && sentAt.trueMs - newest.sentAt.trueMs < this.#keptMs;
    const isNext = newest !== undefined && isOfTime && (number !== "" || (!newest.arrivals.has("") && isRecent));
    if (isNext) return newest;
    if (number !== "" && newest !== undefined && (generatedAt ?? "") < (newest.generatedAt ?? "")) return undefined;
    const begun: Source = { sentAt, generatedAt, arrivals: new Map(), hasEnd: false, announced: 0 };
    sources.push(begun);
    return begun;
  }
}
