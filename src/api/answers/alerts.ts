import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import { letOthersRun } from "../../runtime/turns.ts";
import type { AlertSet, Call, IncompleteReason } from "../model/api.ts";
import type { RequestCallers } from "../request/callers.ts";
import type { Work } from "../request/shared.ts";
import { AlertPages } from "./alert-pages.ts";
import { type AlertReading, AlertRun } from "./alert-run.ts";
import { incompleteSet } from "./alert-set.ts";
import { afterWait, type DataParts, type Fetched, fetchShared, fromMemory, indexed } from "./data-api.ts";
import { mayStandIn } from "./memory.ts";
import { PageRequests } from "./page-requests.ts";

/** The run of a reading. While it is under way, calls get the reading from it, and otherwise from memory. */
type AlertWork = Work<Fetched<AlertSet>> & { readonly reading: AlertReading };

/**
 * Reads temperature alerts (G-paging, G-memory) from memory, or page by page. Calls for one `minLevel` share a reading.
 * A call whose wait ends early answers with the pages so far.
 */
export class Alerts {
  readonly #parts: DataParts;
  readonly #requests: PageRequests;

  constructor(parts: DataParts) {
    this.#parts = parts;
    this.#requests = new PageRequests(parts);
  }

  async read({ minLevel }: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>> {
    const { clock, shared } = this.#parts;
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([minLevel]);
    const work = shared.workOf<AlertWork>(`alerts ${key}`) ?? this.#newWork(key, minLevel);
    const earlier = this.#answerInMemory(work.reading);
    if (earlier !== undefined) return fromMemory(this.#parts, earlier, call);
    const run = await shared.join(work, call);
    if (!run.ok) return this.#standIn(run.failure, work.reading, askedMs, call);
    return afterWait(this.#parts, run.value, call, askedMs);
  }

  /** For the reading in memory, without pages as old as their TTL, or an empty one. */
  #newWork(key: string, minLevel: string | undefined): AlertWork {
    const inMemory = this.#parts.memory.get<AlertReading>("alerts", key);
    const reading = inMemory ?? { minLevel, lastWhole: undefined, pages: new AlertPages() };
    if (!this.#isFresh(reading.pages.sentMs)) reading.pages = new AlertPages();
    const start = (callers: RequestCallers) => this.#run(key, reading, callers);
    return { key: `alerts ${key}`, product: "alerts", reading, start };
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
