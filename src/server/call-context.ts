import type { Allowance } from "../api/model/allowance.ts";
import type { UsageReport } from "../api/model/usage.ts";
import type { Failure } from "../domain/failure.ts";
import type { Progress } from "../tools/tool.ts";
import { drawsViews } from "./view.ts";

/** The caller of a tool over HTTP. */
export interface HttpCaller {
  /** The caller's name in the log: the operator's name for it, or a hash. */
  readonly principal: string;
  /** The caller's name in the metrics. Callers without an operator's name share one. */
  readonly payer: string;
  readonly traceId?: string | undefined;
  /** The caller's share of the day's billable requests, if the operator limits it. */
  readonly allowance?: Allowance | undefined;
}

/** The parts of an MCP request that a call may use. */
export interface CallContext {
  /** The id of the JSON-RPC request, chosen by the client. */
  readonly rpcId?: string | number;
  /** Absent on stdio. */
  readonly caller?: HttpCaller;
  readonly signal: AbortSignal;
  /** Reports progress to the caller; absent unless the caller asked for it. Never throws. */
  readonly progress?: (step: Progress) => void;
  /** The request's `_meta`, as sent. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** True if the caller draws answers, and so can use marks beyond the listed rows. */
  readonly drawsViews?: boolean;
}

/** Receives every finished tool call, for metrics. Must not throw. `payer` is the caller's name in the metrics. */
export interface CallObserver {
  called(tool: string, outcome: "answered" | Failure["kind"], tookMs: number, usage: UsageReport, payer?: string): void;
}

/** A request as both SDKs show it. `capabilities` are the client's; `notify` may reject after the client has left. */
interface SdkRequest {
  readonly rpcId: string | number;
  readonly signal: AbortSignal;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly capabilities: unknown;
  notify(notification: {
    method: "notifications/progress";
    params: Progress & { progressToken: string | number };
  }): Promise<void>;
}

/** Makes the context of a call. */
export function callContext({ rpcId, signal, meta, capabilities, notify }: SdkRequest): CallContext {
  const context = { rpcId, signal, drawsViews: drawsViews(capabilities), ...(meta && { meta }) };
  const progressToken = meta?.["progressToken"];
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return context;
  const progress = (step: Progress): void => {
    // Progress must stop after a cancellation (MCP, progress). SDK 2.x would still send it.
    if (signal.aborted) return;
    notify({ method: "notifications/progress", params: { progressToken, ...step } }).catch(() => undefined);
  };
  return { ...context, progress };
}
