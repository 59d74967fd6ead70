import { readTraceparent, type TraceContext } from "../domain/trace-context.ts";

/** How far a call is (MCP, progress): `progress` only ever grows; `total` is left out while it is not known. */
export type Progress = {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
};

/** What a call may use of the request that it came in. */
export interface CallContext {
  /** Cancels the call. */
  readonly signal: AbortSignal;
  /** The trace that the request belongs to, where it names one. */
  readonly trace?: TraceContext;
  /** Tells the caller how far the call is. Absent where the caller did not ask to be told. Never throws. */
  readonly progress?: (step: Progress) => void;
}

/** `notifications/progress`, as either SDK takes it. */
interface ProgressNotification {
  readonly method: "notifications/progress";
  readonly params: Progress & { readonly progressToken: string | number };
}

/** The context of the call that a request makes. `meta` is its `_meta` as sent; `notify` may reject once nobody listens. */
export function callContext(
  signal: AbortSignal,
  meta: Readonly<Record<string, unknown>> | undefined,
  notify: (notification: ProgressNotification) => Promise<void>,
): CallContext {
  const trace = readTraceparent(meta?.["traceparent"]);
  const context = trace === undefined ? { signal } : { signal, trace };
  const progressToken = meta?.["progressToken"];
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return context;
  const progress = (step: Progress): void => {
    // Progress ends with its request (MCP, progress), a cancelled one too; SDK 2.x would send it all the same.
    if (signal.aborted) return;
    notify({ method: "notifications/progress", params: { progressToken, ...step } }).catch(() => undefined);
  };
  return { ...context, progress };
}
