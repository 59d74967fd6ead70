import { type Clock, systemClock } from "../../src/runtime/clock.ts";

/**
 * The machine's clock with a shift that tests move: sockets keep their real time, coldroute sees minutes go by. A shift
 * makes what falls due by it run at once.
 */
export class ShiftedClock implements Clock {
  #wallShiftMs = 0;
  #monotonicShiftMs = 0;
  readonly #timers = new Set<{
    readonly atMs: number;
    cancel: () => void;
    readonly task: () => void;
  }>();

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
    timer.cancel = systemClock.after(timer.atMs - this.monotonicMs(), () => {
      this.#timers.delete(timer);
      timer.task();
    });
  }
}
