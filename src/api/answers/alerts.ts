import { failed, type Result, success } from "../../domain/failure.ts";
import type { AlertSet, Call, Incomplete } from "../model/api.ts";
import type { Caller } from "../request/shared.ts";
import { AlertPages } from "./alert-pages.ts";
import { AlertReading, type RunEnd, type Whole } from "./alert-reading.ts";
import { type DataAnswer, type DataParts, sharedAnswer } from "./data-api.ts";
import { mayStandIn, REPORTED_AGE_MS } from "./memory.ts";
import { type PageRequests, pageRequests } from "./page-requests.ts";

const CANCELLED = { kind: "cancelled", product: "alerts" } as const;

/** Why a call's wait ended before the set was whole. */
type Stop = Pick<Incomplete, "reason" | "failure">;

/**
 * Reads temperature alerts (G-paging, G-memory) from memory, or page by page. Calls for one `minLevel` share a reading.
 * A call whose wait ends early answers with the pages so far.
 */
export class Alerts {
  readonly #parts: DataParts;
  readonly #requests: PageRequests;
  /** Readings that run. Memory keeps the others. */
  readonly #running = new Map<string | undefined, AlertReading>();

  constructor(parts: DataParts) {
    this.#parts = parts;
    this.#requests = pageRequests(parts);
  }

  async read({ minLevel }: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>> {
    const { clock, shared } = this.#parts;
    const askedMs = clock.monotonicMs();
    const known = this.#readingOf(minLevel);
    const recalled = this.#recall(known);
    if (recalled !== undefined) {
      call.usage.answeredFromMemory("alerts", askedMs - recalled.sentMs);
      return success(recalled.set);
    }
    if (call.signal.aborted) return failed(CANCELLED);
    this.#running.set(minLevel, known);
    const key = `alerts ${queryKey(minLevel)}`;
    const run = await shared.join(key, "alerts", call, (caller) => this.#run(known, caller));
    const { reading, end } = run.ok ? run.value : { reading: known, end: run.failure };
    return this.#answer(reading, end === "whole" ? undefined : this.#stopFor(end, call), askedMs, call);
  }

  /** Runs a reading, or takes the set that another process read. Otherwise, this process reads for all. */
  async #run(reading: AlertReading, caller: Caller): Promise<Result<{ reading: AlertReading; end: RunEnd }>> {
    const { memory, ttlMs } = this.#parts;
    const { minLevel } = reading;
    this.#running.set(minLevel, reading);
    let end: RunEnd | undefined;
    const make = async (): Promise<Result<DataAnswer>> => {
      end = await reading.run(caller);
      return end === "whole" && reading.whole !== undefined ? success(asAnswer(reading.whole)) : failed(CANCELLED);
    };
    try {
      const isBegun = reading.pages.pagesRead > 0;
      const name = `alerts ${queryKey(minLevel)}`;
      const made = isBegun ? await make() : await sharedAnswer(this.#parts, name, caller, make);
      if (made.ok) end ??= reading.take(made.value);
      return end === undefined ? failed(CANCELLED) : success({ reading, end });
    } finally {
      this.#running.delete(minLevel);
      const bytes = (reading.whole?.bytes ?? 0) + reading.pages.bytes;
      if (ttlMs > 0 && bytes > 0) memory.set("alerts", queryKey(minLevel), reading, bytes);
    }
  }

  /** The reading of `minLevel`: a running one, else one from memory, else a new one. Idle pages expire after the TTL. */
  #readingOf(minLevel: string | undefined): AlertReading {
    const { clock, memory, ttlMs } = this.#parts;
    const running = this.#running.get(minLevel);
    if (running !== undefined) return running;
    const kept = memory.get<AlertReading>("alerts", queryKey(minLevel));
    const reading = kept ?? new AlertReading(minLevel, this.#requests);
    if (clock.monotonicMs() - reading.pages.sentMs >= ttlMs) reading.pages = new AlertPages();
    return reading;
  }

  /** An answer from memory within its TTL: a whole set, or pages that no further request can complete. */
  #recall(reading: AlertReading): Pick<Whole, "set" | "sentMs"> | undefined {
    const { clock, ttlMs } = this.#parts;
    const { whole, pages } = reading;
    const oldestMs = clock.monotonicMs() - ttlMs;
    if (whole !== undefined && whole.sentMs > oldestMs) return whole;
    const end = pages.sentMs > oldestMs ? reading.finalEnd() : undefined;
    return end && { set: pages.toSet({ reason: end }), sentMs: pages.sentMs };
  }

  /** Why this call's wait ended early. */
  #stopFor(end: Exclude<RunEnd, "whole">, { deadlineMs, usage }: Call): Stop {
    if (typeof end === "string") return { reason: end };
    if (end.kind === "billing_limit") {
      // A reading ends where no waiting call can pay. Each is told its own limit, never another caller's.
      const own = end.scope === "caller" ? usage.allowance?.exceeded("alerts", this.#parts.clock.nowMs()) : undefined;
      return { reason: "billing_limit", failure: own ?? end };
    }
    return { reason: this.#parts.clock.monotonicMs() >= deadlineMs ? "time" : "failure", failure: end };
  }

  /** The answer after a wait: the whole set, else a stale set, else the pages so far, else the failure. */
  #answer({ whole, pages }: AlertReading, stop: Stop | undefined, askedMs: number, call: Call): Result<AlertSet> {
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

function queryKey(minLevel: string | undefined): string {
  return JSON.stringify([minLevel]);
}

/** A whole set as a single page. */
function asAnswer({ set, bytes, sentMs }: Whole): DataAnswer {
  const { records, generatedAt, granularity, windowHours } = set;
  // A duplicate that was dropped would make the set look short to the process that takes it.
  const meta = {
    total: records.length,
    generatedAt,
    isTimeOfAnswer: false,
    granularity,
    windowHours,
    horizon: undefined,
  };
  return { envelope: { records, ...meta, page: null, pageSize: null, hasMore: false }, bytes, sentMs };
}
