import type { Clock } from "../../src/runtime/clock.ts";

/**
 * A clock that the test moves. It serves modules without a socket, and decisions to the millisecond. Everything else
 * runs on a `ShiftedClock`.
 */
export class ManualClock implements Clock {
  #wallMs: number;
  #monotonicMs = 0;
  readonly #timers = new Map<symbol, { readonly atMs: number; readonly task: () => void }>();

  constructor(startMs: number = Date.UTC(2026, 6, 9, 12)) {
    this.#wallMs = startMs;
  }

  nowMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  after(waitMs: number, task: () => void): () => void {
    const id = Symbol();
    this.#timers.set(id, {
      atMs: this.#monotonicMs + Math.max(0, waitMs),
      task,
    });
    return () => this.#timers.delete(id);
  }

  /** Timers not yet run or cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves both readings and runs due timers in order. Promises settle in between. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#monotonicMs + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(([, timer]) => timer.atMs <= endMs).sort((a, b) => a[1].atMs - b[1].atMs)[0];
      if (due === undefined) break;
      const [id, timer] = due;
      this.#timers.delete(id);
      this.#move(timer.atMs - this.#monotonicMs);
      timer.task();
    }
    this.#move(endMs - this.#monotonicMs);
    await settle();
  }

  #move(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }
}

/** Lets the reactions to resolved promises run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
