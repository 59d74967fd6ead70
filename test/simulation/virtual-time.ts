import type { Clock } from "../../src/runtime/clock.ts";

/** One instant: the true time, and the client's two readings. Whole milliseconds. */
export interface Instant {
  readonly trueMs: number;
  readonly wallMs: number;
  /** Counts sleep, and forward jumps of the wall clock, of more than a second (G-time). */
  readonly monotonicMs: number;
}

/** Whether the client counts a sleep or a jump of its wall clock. A short jump may be a correction of the clock. */
export function isCounted(ms: number): boolean {
  return ms > 1_000;
}

interface Timer {
  readonly owner: "client" | "service";
  /** A reading of the owner's monotonic clock. */
  readonly dueMs: number;
  readonly task: () => void;
}

/**
 * The time of a run. It stands still until it is moved: everything that sockets do happens at one instant, so a seed
 * replays. Client and service have a clock each. The service's is true. The client's may be wrong, or asleep.
 */
export class VirtualTime {
  readonly #startWallMs: number;
  #trueMs = 0;
  /** The lead of the client's monotonic reading over the true time. */
  #aheadMs = 0;
  #wallShiftMs = 0;
  #nextTimer = 0;
  readonly #timers = new Map<number, Timer>();
  /** Grows when a timer is set, runs or is cancelled. */
  changes = 0;

  readonly client: Clock = {
    nowMs: () => this.now().wallMs,
    monotonicMs: () => this.now().monotonicMs,
    after: (waitMs, task) => this.#after("client", waitMs, task),
  };
  readonly service: Clock = {
    nowMs: () => this.#startWallMs + this.#trueMs,
    monotonicMs: () => this.#trueMs,
    after: (waitMs, task) => this.#after("service", waitMs, task),
  };

  constructor(startWallMs: number) {
    this.#startWallMs = startWallMs;
  }

  now(): Instant {
    return {
      trueMs: this.#trueMs,
      wallMs: this.#startWallMs + this.#trueMs + this.#wallShiftMs,
      monotonicMs: this.#trueMs + this.#aheadMs,
    };
  }

  /** The number of the client's timers that have neither run nor been cancelled. */
  get pending(): number {
    return [...this.#timers.values()].filter(({ owner }) => owner === "client").length;
  }

  /** The true time at which the next timer is due. Infinite without one. */
  nextDueMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const timer of this.#timers.values()) nextMs = Math.min(nextMs, this.#dueMs(timer));
    return nextMs;
  }

  /** Jumps to `trueMs`. Timers due by then run in order, as after a stall of the process. */
  async moveTo(trueMs: number): Promise<void> {
    this.#trueMs = Math.max(this.#trueMs, trueMs);
    await this.#runDue();
  }

  /** The client's machine sleeps. Its timers run when it wakes. The client does not count a short nap. */
  async sleep(ms: number): Promise<void> {
    if (!isCounted(ms)) this.#aheadMs -= ms;
    await this.moveTo(this.#trueMs + ms);
  }

  /** Sets the client's wall clock forward, or back if `ms` is negative. */
  setWall(ms: number): void {
    this.#wallShiftMs += ms;
    if (isCounted(ms)) this.#aheadMs += ms;
  }

  #after(owner: Timer["owner"], waitMs: number, task: () => void): () => void {
    const clock = owner === "client" ? this.client : this.service;
    this.#nextTimer += 1;
    this.changes += 1;
    const id = this.#nextTimer;
    this.#timers.set(id, { owner, dueMs: Math.ceil(clock.monotonicMs() + Math.max(0, waitMs)), task });
    return () => {
      if (this.#timers.delete(id)) this.changes += 1;
    };
  }

  #dueMs({ owner, dueMs }: Timer): number {
    return owner === "client" ? dueMs - this.#aheadMs : dueMs;
  }

  /** Runs due timers in one phase, as Node does: promises settle between two tasks, sockets come after all. */
  async #runDue(): Promise<void> {
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => this.#dueMs(timer) <= this.#trueMs)
        .sort(([a, one], [b, other]) => this.#dueMs(one) - this.#dueMs(other) || a - b);
      if (due.length === 0) return;
      for (const [id, { task }] of due) {
        setImmediate(() => {
          // A task before it may have cancelled this one.
          if (!this.#timers.delete(id)) return;
          this.changes += 1;
          task();
        });
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
