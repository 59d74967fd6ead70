import { type Clock, createClock } from "../../src/runtime/clock.ts";

/** A fixed noon, far from midnight, the ends of a month and changes to summer time. */
const NOON_MS = Date.UTC(2026, 6, 9, 12);

/**
 * The machine's clock with a shift that tests move: coldroute sees minutes pass while sockets keep real time. A shift
 * runs due timers at once. The clock starts at noon of a day in July, or at `startMs`.
 */
export class ShiftedClock implements Clock {
  #wallShiftMs: number;
  #monotonicShiftMs = 0;
  readonly #clock: Clock;
  readonly #timers = new Set<{ readonly atMs: number; cancel: () => void; readonly task: () => void }>();

  constructor(startMs: number = NOON_MS) {
    this.#wallShiftMs = startMs - Date.now();
    this.#clock = createClock({
      wallMs: () => Date.now() + this.#wallShiftMs,
      monotonicMs: () => performance.now() + this.#monotonicShiftMs,
    });
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  monotonicMs(): number {
    return this.#clock.monotonicMs();
  }

  after(waitMs: number, task: () => void): () => void {
    const timer = { atMs: this.monotonicMs() + Math.max(0, waitMs), cancel: (): void => undefined, task };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => {
      this.#timers.delete(timer);
      timer.cancel();
    };
  }

  /** Lets time pass for coldroute. */
  advance(ms: number): void {
    this.#wallShiftMs += ms;
    this.#monotonicShiftMs += ms;
    this.#armAll();
  }

  /** The machine sleeps, or its clock is set: only the wall clock moves. */
  shiftWall(ms: number): void {
    this.#wallShiftMs += ms;
    this.#armAll();
  }

  /** Timers not yet run or cancelled. */
  get pending(): number {
    return this.#timers.size;
  }

  #armAll(): void {
    for (const timer of this.#timers) {
      timer.cancel();
      this.#arm(timer);
    }
  }

  #arm(timer: { readonly atMs: number; cancel: () => void; readonly task: () => void }): void {
    timer.cancel = this.#clock.after(timer.atMs - this.monotonicMs(), () => {
      this.#timers.delete(timer);
      timer.task();
    });
  }
}
