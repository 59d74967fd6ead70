/**
 * Time as everything else in coldroute sees it: injected, so that tests can move it.
 *
 * Two readings are needed. `nowMs` is the wall clock (UTC epoch milliseconds, may jump); `monotonicMs` only ever
 * grows but may stand still while a laptop sleeps. Ages use the larger of both, cool-downs the monotonic one (DESIGN 4).
 */
export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  /**
   * Runs `task` once after `waitMs` (any finite length), never earlier, and only once what has come by then is read;
   * returns a function that cancels it.
   */
  after(waitMs: number, task: () => void): () => void;
}

/** The longest wait one `setTimeout` holds; anything longer fires at once, so longer waits are chained. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** So late a timer comes only after a standstill: the process was stopped, its machine slept, its thread was kept busy. */
const LATE_MS = 20;

/** The time that there is after a standstill to read what has come meanwhile: an answer of many chunks takes many turns. */
const CATCH_UP_MS = 250;

/** The machine's own clock. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(waitMs, task) {
    let endMs = performance.now() + Math.max(0, waitMs);
    let isCatchingUp = false;
    let timer: NodeJS.Timeout;
    let turn: NodeJS.Immediate | undefined;
    const arm = (): void => {
      timer = setTimeout(due, Math.min(Math.max(0, Math.ceil(endMs - performance.now())), MAX_TIMER_MS));
    };
    const due = (): void => {
      const lateMs = performance.now() - endMs;
      if (lateMs >= LATE_MS && !isCatchingUp) {
        isCatchingUp = true;
        endMs += lateMs + CATCH_UP_MS;
      }
      // Node counts in whole milliseconds, so that a timer may come a part of one early.
      if (performance.now() < endMs) arm();
      // Node runs timers before it reads its sockets, and immediates after.
      else turn = setImmediate(task);
    };
    arm();
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  },
};

/**
 * Resolves `true` after `waitMs`, or `false` as soon as one of `signals` is aborted; never rejects, leaves no listener
 * behind.
 */
export function sleep(clock: Clock, waitMs: number, ...signals: readonly AbortSignal[]): Promise<boolean> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal.aborted)) {
      resolve(false);
      return;
    }
    const finish = (slept: boolean): void => {
      cancel();
      for (const signal of signals) signal.removeEventListener("abort", onAbort);
      resolve(slept);
    };
    const onAbort = (): void => finish(false);
    const cancel = clock.after(waitMs, () => finish(true));
    for (const signal of signals) signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** A moment held in both readings, to measure an age from. */
export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** The present moment in both readings. */
export function moment(clock: Clock): Moment {
  return { wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() };
}

/** Milliseconds since `then`: the larger of wall and monotonic time elapsed, never negative (DESIGN 4, time). */
export function elapsedMs(clock: Clock, then: Moment): number {
  return Math.max(0, clock.nowMs() - then.wallMs, clock.monotonicMs() - then.monotonicMs);
}
