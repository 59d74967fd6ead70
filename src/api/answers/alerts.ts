import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { AlertSet, Call } from "../model/api.ts";
import type { Caller, Wait } from "../request/shared.ts";
import { AlertPages } from "./alert-pages.ts";
import { AlertReading, type ReadingEnd, type Whole } from "./alert-reading.ts";
import { type DataAnswer, type DataParts, takeAnswer } from "./data-api.ts";
import { mayStandIn, REPORTED_AGE_MS } from "./memory.ts";
import { pageRequests } from "./page-requests.ts";

/**
 * Reads temperature alerts (G-paging, G-memory) from memory, or page by page. Calls for one `minLevel` share its pages.
 * A call whose wait ends early answers with the pages so far.
 */
export class Alerts {
  readonly #parts: DataParts;
  readonly #requests: ReturnType<typeof pageRequests>;
  /** Readings with a waiting call or a page on the wire. Memory keeps the others. */
  readonly #running = new Map<string | undefined, AlertReading>();

  constructor(parts: DataParts) {
    this.#parts = parts;
    this.#requests = pageRequests(parts);
  }

  async read({ minLevel }: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>> {
    const askedMs = this.#parts.clock.monotonicMs();
    const reading = this.#readingOf(minLevel);
    const known = this.#recall(reading);
    if (known !== undefined) {
      call.usage.answeredFromMemory("alerts", askedMs - known.sentMs);
      return success(known.set);
    }
    const stop = await this.#whileRunning(reading, () => this.#readOn(reading, call));
    return this.#answer(reading, stop, askedMs, call);
  }

  /** Waits for pages until the set is whole, or something stops this call. */
  async #readOn(reading: AlertReading, call: Call): Promise<ReadingEnd | undefined> {
    const { whole: before, replacements } = reading;
    const waits = new Map<number, Wait<ReadingEnd | undefined>>();
    let stop = this.#finalStop(reading);
    while (stop === undefined && reading.whole === before) {
      const { pages } = reading;
      for (const number of reading.wanted()) {
        if (!waits.has(number)) waits.set(number, this.#join(number, reading, call));
      }
      const landings = [...waits].map(async ([number, { result }]) => ({ number, landed: await result }));
      const { number, landed } = await Promise.race(landings);
      waits.delete(number);
      call.onPage?.(pages.pagesRead, pages.pagesTotal);
      stop = landed.ok ? landed.value : this.#stopFor(landed.failure, call);
      // Each call follows one replacement.
      if (reading.replacements - replacements > 1) stop ??= { reason: "changed" };
      stop ??= this.#finalStop(reading);
    }
    // A stopped call still waits for requests on the wire, but pays for no more.
    for (const wait of waits.values()) wait.leave();
    for (const landed of await Promise.all([...waits.values()].map(({ result }) => result))) {
      // A stale set must not stand in for a refusal.
      const isRefused = !landed.ok && ["unauthorized", "forbidden"].includes(landed.failure.kind);
      if (isRefused) stop = { reason: "failure", failure: landed.failure };
    }
    return reading.whole === before ? stop : undefined;
  }

  /** Waits for one page within the call's time. The first call that wants a page starts its request. */
  #join(number: number, reading: AlertReading, call: Call): Wait<ReadingEnd | undefined> {
    const key = `alerts ${JSON.stringify([reading.minLevel, number])}`;
    return this.#parts.shared.join(key, "alerts", call, (caller) =>
      this.#whileRunning(reading, () => this.#load(number, reading, caller)),
    );
  }

  async #load(number: number, reading: AlertReading, caller: Caller): Promise<Result<ReadingEnd | undefined>> {
    const { pages, whole: before } = reading;
    reading.underWay.add(number);
    const page = await this.#ask(number, reading, caller).finally(() => reading.underWay.delete(number));
    if (!page.ok) return page;
    const reason = reading.land(number, page.value, pages);
    if (reading.whole !== undefined && reading.whole !== before)
      reading.turn?.end(asAnswer(reading.whole), this.#parts.ttlMs);
    if (reason === "page_ignored" && !reading.pages.isPageHonoured) this.#requests.noteIgnored();
    return success(reason && { reason });
  }

  /** Instead of a first page, another process may give the whole set. Otherwise this process reads for all. */
  async #ask(number: number, reading: AlertReading, caller: Caller): Promise<Result<DataAnswer>> {
    const { pages, minLevel } = reading;
    if (pages.pagesRead === 0 && reading.turn === undefined) {
      const taken = await takeAnswer(this.#parts, `alerts ${JSON.stringify([minLevel])}`, caller);
      if (taken?.value !== undefined) return success(taken.value);
      reading.turn = taken;
    }
    return this.#requests.load(minLevel, number, pages, caller);
  }

  /** The reading of `minLevel`: a running one, else one from memory, else a new one. Idle pages expire after the TTL. */
  #readingOf(minLevel: string | undefined): AlertReading {
    const { clock, memory, ttlMs } = this.#parts;
    const running = this.#running.get(minLevel);
    if (running !== undefined) return running;
    const reading = memory.get<AlertReading>("alerts", JSON.stringify([minLevel])) ?? new AlertReading(minLevel);
    if (clock.monotonicMs() - reading.pages.sentMs >= ttlMs) reading.pages = new AlertPages();
    return reading;
  }

  /** Keeps the reading in `#running` during `work`. The last holder to end moves it to memory. */
  async #whileRunning<T>(reading: AlertReading, work: () => Promise<T>): Promise<T> {
    const { memory, ttlMs } = this.#parts;
    this.#running.set(reading.minLevel, reading);
    reading.holders += 1;
    try {
      return await work();
    } finally {
      reading.holders -= 1;
      if (reading.holders === 0) {
        reading.turn?.end();
        reading.turn = undefined;
        this.#running.delete(reading.minLevel);
        const bytes = (reading.whole?.bytes ?? 0) + reading.pages.bytes;
        if (ttlMs > 0 && bytes > 0) memory.set("alerts", JSON.stringify([reading.minLevel]), reading, bytes);
      }
    }
  }

  /** An answer from memory within its TTL: a whole set, or pages that no further request can complete. */
  #recall(reading: AlertReading): Pick<Whole, "set" | "sentMs"> | undefined {
    const { clock, ttlMs } = this.#parts;
    const { whole, pages } = reading;
    const oldestMs = clock.monotonicMs() - ttlMs;
    if (whole !== undefined && whole.sentMs > oldestMs) return whole;
    const stop = pages.sentMs > oldestMs ? this.#finalStop(reading) : undefined;
    return stop && { set: pages.toSet(stop), sentMs: pages.sentMs };
  }

  /** The reason why no further page of this data can be read, if any. */
  #finalStop({ pages }: AlertReading): ReadingEnd | undefined {
    if (pages.isShort) return { reason: "short" };
    return pages.pagesRead > 0 && this.#requests.isPageIgnored() ? { reason: "page_ignored" } : undefined;
  }

  /** The reason to end a call's wait after a page failed. */
  #stopFor(failure: Failure, { deadlineMs }: Call): ReadingEnd {
    if (failure.kind === "billing_limit") return { reason: "billing_limit", failure };
    return { reason: this.#parts.clock.monotonicMs() >= deadlineMs ? "time" : "failure", failure };
  }

  /** The answer after a wait: the whole set, else a stale set, else the pages so far, else the failure. */
  #answer({ whole, pages }: AlertReading, stop: ReadingEnd | undefined, askedMs: number, call: Call): Result<AlertSet> {
    const { clock, ttlMs } = this.#parts;
    const { usage } = call;
    const nowMs = clock.monotonicMs();
    if (stop === undefined && whole !== undefined) {
      if (whole.sentMs <= askedMs - REPORTED_AGE_MS) usage.answeredFromMemory("alerts", nowMs - whole.sentMs);
      return success(whole.set);
    }
    const failure = stop?.failure;
    if (failure !== undefined && whole !== undefined && mayStandIn(failure, nowMs - whole.sentMs, ttlMs)) {
      usage.answeredFromMemory("alerts", nowMs - whole.sentMs, failure);
      return success(whole.set);
    }
    if (failure !== undefined && (failure.kind === "cancelled" || pages.pagesRead === 0)) return failed(failure);
    if (pages.sentMs <= askedMs - REPORTED_AGE_MS) usage.answeredFromMemory("alerts", nowMs - pages.sentMs);
    return success(pages.toSet(stop));
  }
}

/** A whole set as a single page. */
function asAnswer({ set, bytes, sentMs }: Whole): DataAnswer {
  const { records, total, generatedAt, granularity, windowHours } = set;
  const meta = { total, generatedAt, granularity, windowHours, horizon: undefined };
  return { envelope: { records, ...meta, page: null, pageSize: null, hasMore: false }, bytes, sentMs };
}
