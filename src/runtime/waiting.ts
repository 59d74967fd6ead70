import type { Clock } from "./clock.ts";

export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  /** On the clock's `monotonicMs`. A function, because the deadline of a shared request moves. */
  deadlineMs(): number;
}

export type Waited<T> = { readonly by: "value"; readonly value: T } | { readonly by: "deadline" | "signal" };

export function remainingMs(clock: Clock, limits: Pick<WaitLimits, "deadlineMs">): number {
  return Math.max(0, limits.deadlineMs() - clock.monotonicMs());
}

/** Ends only the wait, never the work. Passes a rejection on. */
export async function waitWithin<T>(clock: Clock, promise: Promise<T>, limits: WaitLimits): Promise<Waited<T>> {
  const { signal } = limits;
  if (signal?.aborted) return { by: "signal" };
  let cancelTimer = (): void => undefined;
  let onAbort = (): void => undefined;
  // `AbortSignal.any` and `.timeout` leak in long-lived processes, and know no injected clock.
  const limit = new Promise<Waited<T>>((resolve) => {
    const startTimer = (): void => {
      cancelTimer = clock.after(remainingMs(clock, limits), () => {
        if (remainingMs(clock, limits) > 0) startTimer();
        else resolve({ by: "deadline" });
      });
    };
    startTimer();
    onAbort = () => resolve({ by: "signal" });
    signal?.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([promise.then((value): Waited<T> => ({ by: "value", value })), limit]);
  } finally {
    cancelTimer();
    signal?.removeEventListener("abort", onAbort);
  }
}

export function limitsAfter(clock: Clock, waitMs: number, signal?: AbortSignal): WaitLimits {
  const endMs = clock.monotonicMs() + waitMs;
  return { signal, deadlineMs: () => endMs };
}

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
