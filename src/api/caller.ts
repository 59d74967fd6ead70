import { setMaxListeners } from "node:events";
import type { WaitLimits } from "../runtime/clock.ts";
import type { Call } from "./api.ts";

/** The caller of a request: one call, or all calls that share it. Read it anew at every use: calls come and leave. */
export interface Caller extends WaitLimits {
  /** The call that pays. */
  readonly payer: Call;
  /** Whether an attempt on the wire goes on when `signal` is aborted: its answer is kept for whoever asks next. */
  readonly isShared: boolean;
  sawRequestId(requestId: string): void;
  /** A request is being written. */
  started(): void;
}

/** A call on its own, which also ends when `closing` is aborted. `release` after use. */
export function soleCaller(call: Call, closing: AbortSignal): { readonly caller: Caller; release(): void } {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const end = (): void => controller.abort();
  const sources = [call.signal, closing];
  if (sources.some(({ aborted }) => aborted)) end();
  for (const source of sources) source.addEventListener("abort", end);
  const caller: Caller = {
    signal: controller.signal,
    deadlineMs: call.deadlineMs,
    payer: call,
    isShared: false,
    sawRequestId: (requestId) => call.usage.sawRequestId(requestId),
    started: () => undefined,
  };
  return {
    caller,
    release: () => {
      for (const source of sources) source.removeEventListener("abort", end);
    },
  };
}
