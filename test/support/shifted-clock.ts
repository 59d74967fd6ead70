import { type Clock, systemClock } from "../../src/runtime/clock.ts";

/** Far from midnight, from the ends of a month and from changes to summer time, whenever the tests run. */
const NOON_MS = Date.UTC(2026, 6, 9, 12);

/**
 * The machine's clock with a shift that tests move: sockets keep their real time, coldroute sees minutes go by. A shift
 * makes what falls due by it run at once. It is noon of a day in July, or `startMs`, when the clock is made.
 */
export class ShiftedClock implements Clock {
  #wallShiftMs: number;
  #monotonicShiftMs = 0;
  readonly #timers = new Set<{
    readonly atMs: number;
    cancel: () => void;
    readonly task: () => void;
  }>();

  constructor(startMs: number = NOON_MS) {
    this.#wallShiftMs = startMs - systemClock.nowMs();
  }

  nowMs(): number {
    return systemClock.nowMs() + this.#wallShiftMs;
  }

  monotonicMs(): number {
    return systemClock.monotonicMs() + this.#monotonicShiftMs;
  }

  after(waitMs: number, task: () => void): () => void {
    const timer = {
      atMs: this.monotonicMs() + Math.max(0, waitMs),
      cancel: (): void => undefined,
      task,
    };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancel();
    };
  }

  /** Time goes by for coldroute, on both readings. */
  advance(ms: number): void {
    this.#wallShiftMs += ms;
    this.#monotonicShiftMs += ms;
    for (const timer of this.#timers) {
      timer.cancel();
      this.#arm(timer);
    }
  }

  /** The machine sleeps, or its clock is set: only the wall clock moves. */
  shiftWall(ms: number): void {
    this.#wallShiftMs += ms;
  }

  /** Timers not yet run or cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  #arm(timer: { readonly atMs: number; cancel: () => void; readonly task: () => void }): void {
    const run = (): void => {
      this.#timers.delete(timer);
      timer.task();
    };
    const waitMs = timer.atMs - this.monotonicMs();
    if (waitMs > 0) {
      timer.cancel = systemClock.after(waitMs, run);
      return;
    }
    // Of a shift nothing is to be caught up with, however busy the thread is.
    const soon = setTimeout(run, 0);
    timer.cancel = () => clearTimeout(soon);
  }
}
