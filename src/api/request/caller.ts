import type { WaitLimits } from "../../runtime/clock.ts";
import type { Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";

/** The caller of a request: one call, or the calls that share it. Those come and go, so functions tell the present state. */
export interface Caller extends WaitLimits {
  readonly signal: AbortSignal;
  /** Whether other calls may join. An attempt on the wire then has its full time-out, and outlives an aborted `signal`. */
  readonly isShared: boolean;
  /** The bill of the call that pays. */
  payer(): CallUsage;
  /** The bills of the calls that wait. */
  waiting(): readonly CallUsage[];
  /** A request is being written. */
  started(): void;
}

/** One call that shares its request with no other. */
export function onlyCaller({ signal, deadlineMs, usage }: Call): Caller {
  return {
    signal,
    isShared: false,
    deadlineMs: () => deadlineMs,
    payer: () => usage,
    waiting: () => [usage],
    started: () => undefined,
  };
}
