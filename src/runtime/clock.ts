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

/** Readings of the machine's clocks. Tests supply their own. */
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

/** The ends of a wait: an abort signal and a deadline. */
export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  /** On the clock's `monotonicMs`. A function, because the deadline of a shared request moves. */
  deadlineMs(): number;
}

/** How a bounded wait ended. */
type Waited<T> = { readonly by: "value"; readonly value: T } | { readonly by: "deadline" } | { readonly by: "signal" };

/** Milliseconds left until the deadline; never negative. */
export function remainingMs(clock: Clock, limits: Pick<WaitLimits, "deadlineMs">): number {
  return Math.max(0, limits.deadlineMs() - clock.monotonicMs());
}

/** Waits for `promise` within `limits`. Ends only the wait, never the work. Passes a rejection on. */
export function waitWithin<T>(clock: Clock, promise: Promise<T>, limits: WaitLimits): Promise<Waited<T>> {
  const { signal } = limits;
  if (signal?.aborted) return Promise.resolve({ by: "signal" });
  let cancel = (): void => undefined;
  // `AbortSignal.any` and `.timeout` leak in long-lived processes, and know no injected clock.
  const limit = new Promise<Waited<T>>((resolve) => {
    let cancelTimer = (): void => undefined;
    const arm = (): void => {
      cancelTimer = clock.after(remainingMs(clock, limits), () => {
        if (remainingMs(clock, limits) > 0) arm();
        else resolve({ by: "deadline" });
      });
    };
    const onAbort = (): void => resolve({ by: "signal" });
    signal?.addEventListener("abort", onAbort);
    arm();
    cancel = () => {
      cancelTimer();
      signal?.removeEventListener("abort", onAbort);
    };
  });
  const came = promise.then((value): Waited<T> => ({ by: "value", value }));
  return Promise.race([came, limit]).finally(() => cancel());
}

/** The limits of a wait that ends `waitMs` from now. */
export function limitsAfter(clock: Clock, waitMs: number, signal?: AbortSignal): WaitLimits {
  const endMs = clock.monotonicMs() + waitMs;
  return { signal, deadlineMs: () => endMs };
}

/** Waits at most `waitMs` for `done`. Resolves with whether `done` resolved in time. */
export async function isDoneWithin(clock: Clock, waitMs: number, done: Promise<unknown>): Promise<boolean> {
  const { by } = await waitWithin(clock, done, limitsAfter(clock, waitMs));
  return by === "value";
}

/** Resolves `true` after `waitMs`, or `false` as soon as `signal` is aborted; never rejects. */
export async function sleep(clock: Clock, waitMs: number, signal?: AbortSignal): Promise<boolean> {
  const never = new Promise<never>(() => undefined);
  const { by } = await waitWithin(clock, never, limitsAfter(clock, waitMs, signal));
  return by === "deadline";
}
