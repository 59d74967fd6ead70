import type { Allowance } from "../api/model/allowance.ts";
import type { UsageReport } from "../api/model/usage.ts";
import type { Failure } from "../domain/failure.ts";
import type { Progress } from "../tools/tool.ts";
import { drawsViews } from "./view.ts";

export interface HttpCaller {
  /** In the log: the operator's name for the caller, or a hash. */
  readonly principal: string;
  /** In the metrics. Callers without an operator's name share one. */
  readonly payer: string;
  readonly traceId?: string | undefined;
  /** The caller's share of the day's billable requests, if the operator limits them. */
  readonly allowance?: Allowance | undefined;
}

export interface CallContext {
  readonly rpcId?: string | number;
  /** Absent on stdio. */
  readonly caller?: HttpCaller;
  readonly signal: AbortSignal;
  /** Absent unless the caller asked for it. Never throws. */
  readonly progress?: (step: Progress) => void;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The caller draws answers, and so can use marks beyond the listed rows. */
  readonly drawsViews?: boolean;
}

/** Must not throw. */
export interface CallObserver {
  called(tool: string, outcome: "answered" | Failure["kind"], tookMs: number, usage: UsageReport, payer?: string): void;
}

/** A request as both SDKs show it, with the client's capabilities. */
interface SdkRequest {
  readonly rpcId: string | number;
  readonly signal: AbortSignal;
  readonly meta: Readonly<Record<string, unknown>> | undefined;
  readonly capabilities: unknown;
  /** May reject after the client has left. */
  notify(notification: {
    method: "notifications/progress";
    params: Progress & { progressToken: string | number };
  }): Promise<void>;
}

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
