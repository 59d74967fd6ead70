import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { AlertSet, Call } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import { AlertPages } from "./alert-pages.ts";
import { type AlertReading, AlertRun } from "./alert-run.ts";
import { type FetchedAlerts, incompleteSet } from "./alert-set.ts";
import { awaited, type DataParts, type Fetched, fetchShared, indexed, remembered } from "./data-api.ts";
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
    const reading = this.#running.get(key) ?? this.#resumed(key, minLevel);
    const recalled = this.#recalled(reading);
    if (recalled !== undefined) return remembered(this.#parts, recalled, call);
    if (call.signal.aborted) return failed({ kind: "cancelled", product: "alerts" });
    this.#running.set(key, reading);
    const start = (callers: RequestCallers) => this.#run(key, reading, callers);
    const run = await shared.join({ key: `alerts ${key}`, product: "alerts", start }, call);
    return run.ok ? awaited(this.#parts, run.value, call, askedMs) : this.#standIn(run.failure, reading, askedMs, call);
  }

  /** The reading in memory, without pages as old as their TTL, or an empty one. */
  #resumed(key: string, minLevel: string | undefined): AlertReading {
    const { clock, memory, ttlMs } = this.#parts;
    const { lastWhole, pages } = memory.get<AlertReading>("alerts", key) ?? {};
    const isFresh = pages !== undefined && clock.monotonicMs() - pages.sentMs < ttlMs;
    return { minLevel, lastWhole, pages: isFresh ? pages : new AlertPages() };
  }

  /** Within its TTL, a whole set answers, or pages that no further request can complete. */
  #recalled({ lastWhole, pages }: AlertReading): Fetched<AlertSet> | undefined {
    const { clock, ttlMs } = this.#parts;
    const oldestMs = clock.monotonicMs() - ttlMs;
    if (lastWhole !== undefined && lastWhole.sentMs > oldestMs) return lastWhole;
    if (pages.sentMs <= oldestMs) return undefined;
    const reason = this.#requests.reasonNotToAsk(pages);
    return reason && indexed(incompleteSet(pages, { reason }));
  }

  async #run(key: string, reading: AlertReading, callers: RequestCallers): Promise<Result<Fetched<AlertSet>>> {
    const { memory, ttlMs } = this.#parts;
    // A run that begins again, after its callers left, is not yet among them.
    this.#running.set(key, reading);
    try {
      const fetched = await this.#fetch(key, reading, callers);
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

  /** Pages that this process began are its own to complete. Otherwise the processes share one reading. */
  async #fetch(key: string, reading: AlertReading, callers: RequestCallers): Promise<Result<FetchedAlerts>> {
    const fetch = () => new AlertRun(reading, this.#requests, callers).run();
    if (reading.pages.pagesRead > 0) return fetch();
    return fetchShared(this.#parts, callers.unsentLimits, { name: `alert set ${key}`, fetch });
  }

  /** The last whole set, else the pages so far, else the failure itself. */
  #standIn(failure: Failure, { lastWhole, pages }: AlertReading, askedMs: number, call: Call): Result<AlertSet> {
    const { clock, ttlMs } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (lastWhole !== undefined && mayStandIn(failure, nowMs - lastWhole.sentMs, ttlMs))
      return remembered(this.#parts, lastWhole, call, failure);
    if (failure.kind === "cancelled" || pages.pagesRead === 0) return failed(failure);
    const reason = nowMs >= call.deadlineMs ? "time" : "failure";
    const end = { reason: failure.kind === "billing_limit" ? failure.kind : reason, failure } as const;
    return awaited(this.#parts, indexed(incompleteSet(pages, end)), call, askedMs);
  }
}
