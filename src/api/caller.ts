import { setMaxListeners } from "node:events";
import type { TraceContext } from "../domain/trace-context.ts";
import type { WaitLimits } from "../runtime/clock.ts";
import type { Call } from "./api.ts";
import type { Product } from "./failure.ts";
import type { CallUsage } from "./usage.ts";

/** The caller of a request: one call, or all calls that share it. Read it anew at every use: calls come and leave. */
export interface Caller extends WaitLimits {
  /** Of the call that pays. */
  readonly usage: CallUsage;
  /** The trace of who pays. */
  readonly trace: TraceContext | undefined;
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
    usage: call.usage,
    trace: call.trace,
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

/**
 * The calls that wait for one thing, as one caller: it may wait as long as the latest of them, and the oldest pays
 * (G-billing). `waiting` lists them at any time, oldest first; `first` stands in for them when nobody is left. `isStarted`:
 * one of its requests was sent.
 */
export function sharedCaller(
  product: Product,
  waiting: () => readonly Call[],
  first: Call,
  signal: AbortSignal,
): Caller & { readonly isStarted: boolean } {
  let isStarted = false;
  const payer = (): Call => waiting()[0] ?? first;
  return {
    signal,
    get deadlineMs() {
      return Math.max(...waiting().map(({ deadlineMs }) => deadlineMs));
    },
    get usage() {
      return payer().usage;
    },
    get trace() {
      return payer().trace;
    },
    isShared: true,
    get isStarted() {
      return isStarted;
    },
    sawRequestId: (requestId) => {
      for (const { usage } of waiting()) usage.sawRequestId(requestId);
    },
    started: () => {
      isStarted = true;
      for (const { usage } of waiting()) usage.shared(product);
    },
  };
}
