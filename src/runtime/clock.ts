/** Time (G-time), injected so that tests can move it. */
export interface Clock {
  /** The wall clock: epoch milliseconds, which may jump. */
  nowMs(): number;
  /** Never decreases, and includes the machine's sleep. Every age is a difference of two such times. */
  monotonicMs(): number;
  /** Runs `task` once, at least `waitMs` from now and after Node has read its sockets. Returns a cancel function. */
  after(waitMs: number, task: () => void): () => void;
}

/** A wall clock that gains more than this on the monotonic one has jumped: the machine slept, or its clock was set. */
const JUMP_MS = 1_000;
/** A waiting timer checks the clock this often, because `setTimeout` stands still while the machine sleeps. */
const MAX_TIMER_MS = 1_000;

/** The machine's clocks, or those of a test. */
export interface ClockReadings {
  wallMs(): number;
  monotonicMs(): number;
}

/** Counts monotonic time plus the forward jumps of the wall clock. */
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
      const check = (): void => {
        const restMs = endMs - elapsed();
        // Node runs timers before it reads its sockets, and immediates after.
        if (restMs <= 0) turn = setImmediate(task);
        else timer = setTimeout(check, Math.min(Math.ceil(restMs), MAX_TIMER_MS));
      };
      timer = setTimeout(check, Math.min(Math.max(0, Math.ceil(waitMs)), MAX_TIMER_MS));
      return () => {
        clearTimeout(timer);
        clearImmediate(turn);
      };
    },
  };
}

export const systemClock = createClock({ wallMs: () => Date.now(), monotonicMs: () => performance.now() });
