import type { Clock } from "../runtime/clock.ts";

/** How long and for whom something may wait. `deadlineMs` may move while waiting: of a shared request it is the latest. */
export interface WaitLimits {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
}

/** Milliseconds left until the deadline; never negative. */
export function remainingMs(clock: Clock, limits: WaitLimits): number {
  return Math.max(0, limits.deadlineMs - clock.monotonicMs());
}

/** How a bounded wait ended. */
export type Waited<T> =
  | { readonly by: "value"; readonly value: T }
  | { readonly by: "deadline" }
  | { readonly by: "signal" };

/**
 * Waits for `promise` (whose rejection, a defect, is passed on) no longer than `limits` allow. Ends this wait alone, never
 * the work behind the promise; leaves no timer and no listener behind. `AbortSignal.any` and `.timeout` are avoided: they
 * leak in long-lived processes and know no injected clock.
 */
export function within<T>(clock: Clock, promise: Promise<T>, limits: WaitLimits): Promise<Waited<T>> {
  return new Promise((resolve, reject) => {
    let cancelTimer: () => void = () => undefined;
    const stop = (): void => {
      cancelTimer();
      limits.signal.removeEventListener("abort", onAbort);
    };
    const finish = (waited: Waited<T>): void => {
      stop();
      resolve(waited);
    };
    const onAbort = (): void => finish({ by: "signal" });
    const arm = (): void => {
      cancelTimer = clock.after(remainingMs(clock, limits), () => {
        if (remainingMs(clock, limits) > 0) arm();
        else finish({ by: "deadline" });
      });
    };
    if (limits.signal.aborted) {
      resolve({ by: "signal" });
      return;
    }
    limits.signal.addEventListener("abort", onAbort);
    arm();
    promise.then(
      (value) => finish({ by: "value", value }),
      (defect: Error) => {
        stop();
        reject(defect);
      },
    );
  });
}
