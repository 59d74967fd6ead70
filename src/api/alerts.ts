import { AlertPages } from "./alert-pages.ts";
import { AlertReading, type Stop, type Whole } from "./alert-reading.ts";
import type { AlertSet, Call } from "./api.ts";
import { failed, type Result, success } from "./failure.ts";
import { type Memory, mayStandIn } from "./memory.ts";
import { type PageRequestParts, PageRequests } from "./page-requests.ts";
import { notBefore } from "./retry.ts";
import { tellAge } from "./shared.ts";
import { within } from "./wait.ts";

/** The parts that alerts are read with. */
export interface AlertParts extends PageRequestParts {
  readonly memory: Memory;
  readonly ttlMs: number;
}

/**
 * Temperature alerts (G-paging and G-memory). A question is answered from memory, or joins the reading of its
 * `minLevel`, which one call begins and any call goes on with, and is told what there is when its wait ends.
 */
export class Alerts {
  readonly #parts: AlertParts;
  readonly #requests: PageRequests;
  /** Readings that somebody waits for, or whose pages are on the wire; memory keeps the others. */
  readonly #running = new Map<string, AlertReading>();
  #isClosed = false;

  constructor(parts: AlertParts) {
    this.#parts = parts;
    this.#requests = new PageRequests(parts);
  }

  async read({ minLevel }: { readonly minLevel?: string }, call: Call): Promise<Result<AlertSet>> {
    const { clock } = this.#parts;
    const askedMs = clock.monotonicMs();
    const key = JSON.stringify([minLevel ?? null]);
    const reading = this.#readingOf(key, minLevel);
    const known = this.#recall(reading);
    if (known !== undefined) {
      call.usage.answeredFromMemory("alerts", askedMs - known.sentMs);
      return success(known.set);
    }
    if (call.signal.aborted || this.#isClosed) return failed({ kind: "cancelled", product: "alerts" });
    this.#running.set(key, reading);
    const { ended, leave } = reading.join(call);
    const waited = await within(clock, ended, call).finally(leave);
    if (waited.by === "signal") return failed({ kind: "cancelled", product: "alerts" });
    const end = waited.by === "value" ? waited.value : this.#timeUp(askedMs, call);
    return this.#answer(reading, end, askedMs, call);
  }

  /** Levels that pages held, in the order first seen. */
  levels(): readonly string[] {
    return this.#requests.levels.list();
  }

  /** Ends every wait; nothing is asked for afterwards. */
  close(): void {
    this.#isClosed = true;
    for (const reading of this.#running.values()) reading.close();
  }

  /** The reading under `key`, running or kept, or a new one. Pages that nobody reads on are forgotten after their TTL. */
  #readingOf(key: string, minLevel: string | undefined): AlertReading {
    const { clock, memory, ttlMs } = this.#parts;
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const kept = memory.get<AlertReading>("alerts", key);
    if (kept !== undefined) {
      if (clock.monotonicMs() - kept.pages.sentMs >= ttlMs) kept.pages = new AlertPages();
      return kept;
    }
    const begun: AlertReading = new AlertReading(this.#requests, minLevel, () => this.#keep(key, begun));
    return begun;
  }

  /** Keeps what was read when nobody reads on. */
  #keep(key: string, reading: AlertReading): void {
    const { memory, ttlMs } = this.#parts;
    this.#running.delete(key);
    const bytes = (reading.whole?.bytes ?? 0) + reading.pages.bytes;
    if (ttlMs > 0 && bytes > 0) memory.set("alerts", key, reading, bytes);
  }

  /** An answer from memory within its TTL: a whole set, or pages that cannot be added to. */
  #recall(reading: AlertReading): Pick<Whole, "set" | "sentMs"> | undefined {
    const { clock, ttlMs } = this.#parts;
    const { whole, pages } = reading;
    const oldestMs = clock.monotonicMs() - ttlMs;
    if (whole !== undefined && whole.sentMs > oldestMs) return whole;
    if (pages.pagesRead === 0 || pages.sentMs <= oldestMs) return undefined;
    const stop = reading.finalStop();
    return stop && { set: pages.toSet(stop), sentMs: pages.sentMs };
  }

  #timeUp(askedMs: number, { usage }: Call): Stop {
    const { clock, sender } = this.#parts;
    const afterMs = clock.monotonicMs() - askedMs;
    const timeout = { kind: "timeout", product: "alerts", afterMs, sent: usage.isLive("alerts") } as const;
    return { reason: "time", failure: notBefore(timeout, sender.coolDownMs("alerts")) };
  }

  /** The answer after a wait: the whole set, else a stale one, else the pages that came, else the failure. */
  #answer({ whole, pages }: AlertReading, end: Whole | Stop, askedMs: number, { usage }: Call): Result<AlertSet> {
    const { clock, ttlMs } = this.#parts;
    const nowMs = clock.monotonicMs();
    if (!("reason" in end)) {
      tellAge(usage, "alerts", { sentMs: end.sentMs, askedMs, nowMs });
      return success(end.set);
    }
    const { failure } = end;
    if (failure?.kind === "cancelled") return failed(failure);
    if (failure !== undefined && whole !== undefined && mayStandIn(failure, nowMs - whole.sentMs, ttlMs)) {
      usage.answeredFromMemory("alerts", nowMs - whole.sentMs, failure);
      return success(whole.set);
    }
    if (failure !== undefined && pages.pagesRead === 0) return failed(failure);
    tellAge(usage, "alerts", { sentMs: pages.sentMs, askedMs, nowMs });
    return success(pages.toSet(end));
  }
}
