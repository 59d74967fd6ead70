import type { Clock } from "../runtime/clock.ts";
import type { Failure } from "./failure.ts";

/** How long and for whom something may wait. `deadlineMs` is monotonic and may move while waiting (shared requests). */
export interface WaitLimits {
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Told that nothing is sent before `untilMs`, for want of what `failure` says: of several who wait, some may not have that long. */
  heldUntil?(untilMs: number, failure?: Failure): void;
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
 * Waits for `promise` (whose rejection, a defect, is passed on) no longer than `limits` allow. Ends this wait alone, never the work behind
 * the promise; leaves no timer and no listener behind. `AbortSignal.any` and `.timeout` are avoided: they leak in
 * long-lived processes and know no injected clock.
 */
export function within<T>(clock: Clock, promise: Promise<T>, limits: WaitLimits): Promise<Waited<T>> {
  return new Promise((resolve, reject) => {
    let disarm: () => void = () => undefined;
    const finish = (waited: Waited<T>): void => {
      disarm();
      limits.signal.removeEventListener("abort", onAbort);
      resolve(waited);
    };
    const onAbort = (): void => finish({ by: "signal" });
    const arm = (): void => {
      disarm = clock.after(remainingMs(clock, limits), () => {
        if (remainingMs(clock, limits) > 0) arm();
        else finish({ by: "deadline" });
      });
    };
    if (limits.signal.aborted) {
      finish({ by: "signal" });
      return;
    }
    limits.signal.addEventListener("abort", onAbort);
    arm();
    promise.then(
      (value) => finish({ by: "value", value }),
      (error: Error) => {
        disarm();
        limits.signal.removeEventListener("abort", onAbort);
        reject(error);
      },
    );
  });
}
