import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { AlertSet, Call, IncompleteReason } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import { AlertPages } from "./alert-pages.ts";
import { type AlertReading, AlertRun } from "./alert-run.ts";
import { incompleteSet } from "./alert-set.ts";
import { afterWait, type DataParts, type Fetched, fetchShared, fromMemory, indexed } from "./data-api.ts";
import { mayStandIn } from "./memory.ts";
import { PageRequests } from "./page-requests.ts";

/**
 * Reads temperature alerts (G-paging, G-memory) from memory, or page by page. Calls for one `minLevel` share a reading.
 * A call whose wait ends early answers with the pages so far.
 */
export class Alerts {
  readonly #parts: DataParts;
  readonly #requests: PageRequests;
  /** By key. Memory keeps the readings that do not run. */
  readonly #running = new Map<string, AlertReading>();

  constructor(parts: DataParts) {
    this.#parts = parts;
    this.#requests = new PageRequests(parts);
  }

  async read({ minLevel }: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>> {
    const { clock, shared } = this.#parts;
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([minLevel]);
    const reading = this.#running.get(key) ?? this.#readingFromMemory(key, minLevel);
    const earlier = this.#answerInMemory(reading);
    if (earlier !== undefined) return fromMemory(this.#parts, earlier, call);
    if (call.signal.aborted) return failed({ kind: "cancelled", product: "alerts" });
    this.#running.set(key, reading);
    const start = (callers: RequestCallers) => this.#run(key, reading, callers);
    const run = await shared.join({ key: `alerts ${key}`, product: "alerts", start }, call);
    if (!run.ok) return this.#standIn(run.failure, reading, askedMs, call);
    return afterWait(this.#parts, run.value, call, askedMs);
  }

  /** The reading in memory, without pages as old as their TTL, or an empty one. */
  #readingFromMemory(key: string, minLevel: string | undefined): AlertReading {
    const { lastWhole, pages } = this.#parts.memory.get<AlertReading>("alerts", key) ?? {};
    const canResume = pages !== undefined && this.#isFresh(pages.sentMs);
    return { minLevel, lastWhole, pages: canResume ? pages : new AlertPages() };
  }

  /** Within its TTL, a whole set answers, or pages that no further request can complete. */
  #answerInMemory({ lastWhole, pages }: AlertReading): Fetched<AlertSet> | undefined {
    if (lastWhole !== undefined && this.#isFresh(lastWhole.sentMs)) return lastWhole;
    if (!this.#isFresh(pages.sentMs)) return undefined;
    const reason = this.#requests.reasonNotToAsk(pages);
    return reason && indexed(incompleteSet(pages, { reason }));
  }

  async #run(key: string, reading: AlertReading, callers: RequestCallers): Promise<Result<Fetched<AlertSet>>> {
    const { memory, ttlMs } = this.#parts;
    // `join` may start this again after its callers left, and after `finally` removed the reading.
    this.#running.set(key, reading);
    try {
      const fetch = () => new AlertRun(reading, this.#requests, callers).run();
      const name = `alert set ${key}`;
      // Pages that this process began are its own to complete. Otherwise the processes share one reading.
      const isOwn = reading.pages.pagesRead > 0;
      const fetched = isOwn ? await fetch() : await fetchShared(this.#parts, callers.unsentLimits, { name, fetch });
      if (!fetched.ok) return fetched;
      await letOthersRun(fetched.value.bytes);
      const set = indexed(fetched.value);
      if (set.isWhole) {
        reading.lastWhole = set;
        reading.pages = new AlertPages();
      }
      return success(set);
    } finally {
      this.#running.delete(key);
      const bytes = (reading.lastWhole?.bytes ?? 0) + reading.pages.bytes;
      if (ttlMs > 0 && bytes > 0) memory.set("alerts", key, reading, bytes);
    }
  }

  /** The last whole set, else the pages so far, else the failure itself. */
  #standIn(failure: Failure, { lastWhole, pages }: AlertReading, askedMs: number, call: Call): Result<AlertSet> {
    const { clock, ttlMs } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (lastWhole !== undefined && mayStandIn(failure, nowMs - lastWhole.sentMs, ttlMs))
      return fromMemory(this.#parts, lastWhole, call, failure);
    if (failure.kind === "cancelled" || pages.pagesRead === 0) return failed(failure);
    let reason: IncompleteReason = nowMs >= call.deadlineMs ? "time" : "failure";
    if (failure.kind === "billing_limit") reason = "billing_limit";
    return afterWait(this.#parts, indexed(incompleteSet(pages, { reason, failure })), call, askedMs);
  }

  #isFresh(sentMs: number): boolean {
    return this.#parts.clock.monotonicMs() - sentMs < this.#parts.ttlMs;
  }
}
