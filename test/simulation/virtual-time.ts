import type { Clock } from "../../src/runtime/clock.ts";

/** One instant: the true time, and what the client's two readings show at it. Whole milliseconds. */
export interface Instant {
  readonly trueMs: number;
  readonly wallMs: number;
  /** Counts sleep, and forward jumps of the wall clock, of more than a second (G-time). */
  readonly monotonicMs: number;
}

/** Whether the client counts a sleep or a jump of its wall clock: a shorter one may be a clock that is being corrected. */
export function isCounted(ms: number): boolean {
  return ms > 1_000;
}

interface Timer {
  readonly owner: "client" | "service";
  /** On the owner's own monotonic reading. */
  readonly dueMs: number;
  readonly task: () => void;
}

/**
 * Time of a run, which stands still unless it is told to move: whatever the sockets do happens at one instant, so a seed
 * replays. Client and service are two machines: the service's clock is true, the client's machine may sleep or be set wrong.
 */
export class VirtualTime {
  readonly #startWallMs: number;
  #trueMs = 0;
  /** By how much the client's monotonic reading is ahead of the true time. */
  #aheadMs = 0;
  #wallShiftMs = 0;
  #nextTimer = 0;
  readonly #timers = new Map<number, Timer>();
  /** Grows with every timer set, run or cancelled. */
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

  /** The client's timers that have neither run nor been cancelled. */
  get pending(): number {
    return [...this.#timers.values()].filter(({ owner }) => owner === "client").length;
  }

  /** The true time at which the next timer falls due; infinite without one. */
  nextDueMs(): number {
    let nextMs = Number.POSITIVE_INFINITY;
    for (const timer of this.#timers.values()) nextMs = Math.min(nextMs, this.#dueMs(timer));
    return nextMs;
  }

  /** Moves to `trueMs` at once: timers that fell due meanwhile run then, in their order (a stalled process sees the same). */
  async moveTo(trueMs: number): Promise<void> {
    this.#trueMs = Math.max(this.#trueMs, trueMs);
    await this.#runDue();
  }

  /** The client's machine sleeps: a nap is not counted, and its timers fall due when it wakes. */
  async sleep(ms: number): Promise<void> {
    if (!isCounted(ms)) this.#aheadMs -= ms;
    await this.moveTo(this.#trueMs + ms);
  }

  /** The client's wall clock is set, back or forth. */
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

  /** As Node does: in one phase, promises that a task settles being followed up before the next task, sockets after all. */
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

/** Time gone by as the client must count it (G-time). */
export function elapsedMs(since: Instant, now: Instant): number {
  return now.monotonicMs - since.monotonicMs;
}
