/**
 * Time as everything else in coldroute sees it: injected, so that tests can move it.
 *
 * `nowMs` is the wall clock (UTC epoch milliseconds, may jump). `monotonicMs` only grows and counts the machine's sleep, so
 * that every moment is one number and every age a difference of two (G-time).
 */
export interface Clock {
  nowMs(): number;
  monotonicMs(): number;
  /**
   * Runs `task` once after `waitMs` (any finite length), never earlier, and after the sockets that are readable by then;
   * returns a function that cancels it.
   */
  after(waitMs: number, task: () => void): () => void;
}

/** A wall clock that runs ahead of the monotonic one by more has jumped: the machine slept, or somebody set it. */
const JUMP_MS = 1_000;

/** A timer looks at the clock at least so often: `setTimeout` stands still while the machine sleeps. */
const MAX_TIMER_MS = 1_000;

/** Where the machine's own clocks are read; tests put their own in their place. */
export interface ClockReadings {
  wallMs(): number;
  monotonicMs(): number;
}

/** A clock over these readings: monotonic time plus the forward jumps of the wall clock. */
export function createClock({ wallMs, monotonicMs }: ClockReadings): Clock {
  let aheadMs = wallMs() - monotonicMs();
  let jumpedMs = 0;
  const elapsed = (): number => {
    const monotonic = monotonicMs();
    const nowAheadMs = wallMs() - monotonic;
    if (nowAheadMs - aheadMs > JUMP_MS) jumpedMs += nowAheadMs - aheadMs;
    aheadMs = nowAheadMs;
    return monotonic + jumpedMs;
  };
  return {
    nowMs: wallMs,
    monotonicMs: elapsed,
    after(waitMs, task) {
      const endMs = elapsed() + Math.max(0, waitMs);
      let timer: NodeJS.Timeout;
      let turn: NodeJS.Immediate | undefined;
      const look = (): void => {
        const restMs = endMs - elapsed();
        // Node runs timers before it reads its sockets, and immediates after.
        if (restMs <= 0) turn = setImmediate(task);
        else timer = setTimeout(look, Math.min(Math.ceil(restMs), MAX_TIMER_MS));
      };
      timer = setTimeout(look, Math.min(Math.max(0, Math.ceil(waitMs)), MAX_TIMER_MS));
      return () => {
        clearTimeout(timer);
        clearImmediate(turn);
      };
    },
  };
}

/** The machine's own clock. */
export const systemClock: Clock = createClock({
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
});

/**
 * Resolves `true` after `waitMs`, or `false` as soon as `signal` is aborted; never rejects, leaves no listener behind.
 */
export function sleep(clock: Clock, waitMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve(false);
      return;
    }
    const finish = (slept: boolean): void => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      resolve(slept);
    };
    const onAbort = (): void => finish(false);
    const cancel = clock.after(waitMs, () => finish(true));
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
