import type { Allowance } from "../api/model/allowance.ts";
import type { UsageReport } from "../api/model/usage.ts";
import type { Failure } from "../domain/failure.ts";
import type { Progress } from "../tools/tool.ts";
import { drawsViews } from "./view.ts";

/** The caller of a call over HTTP. */
export interface HttpCaller {
  /** Its name in the log: the operator's, or a hash. */
  readonly principal: string;
  /** Its name in the metrics: the operator's, or one that all callers without a name share. */
  readonly payer: string;
  readonly traceId?: string | undefined;
  /** Its share of the day's billable requests, if it has a limit. */
  readonly allowance?: Allowance | undefined;
}

/** The parts of an MCP request that a call may use. */
export interface CallContext {
  /** The id of the JSON-RPC request, as its client chose it. */
  readonly rpcId?: string | number;
  /** Absent on stdio. */
  readonly caller?: HttpCaller;
  readonly signal: AbortSignal;
  /** Reports progress to the caller; absent where it asked for none. Never throws. */
  readonly progress?: (step: Progress) => void;
  /** The request's `_meta`, as sent. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The version of MCP that a handshake settled. */
  readonly protocolVersion?: string | undefined;
  /** The caller draws answers, so marks beyond the listed rows are of use to it. */
  readonly drawsViews?: boolean;
}

/** Hears of every finished tool call, for metrics. Must not throw. `payer`: the caller, as the metrics name it. */
export interface CallObserver {
  called(tool: string, outcome: "answered" | Failure["kind"], tookMs: number, usage: UsageReport, payer?: string): void;
}

/** The context of a call. `capabilities` are the client's; `notify` may reject once nobody listens. */
export function callContext(
  rpcId: string | number,
  signal: AbortSignal,
  meta: Readonly<Record<string, unknown>> | undefined,
  notify: (notification: {
    method: "notifications/progress";
    params: Progress & { progressToken: string | number };
  }) => Promise<void>,
  capabilities?: unknown,
): CallContext {
  const context = { rpcId, signal, drawsViews: drawsViews(capabilities), ...(meta && { meta }) };
  const progressToken = meta?.["progressToken"];
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return context;
  const progress = (step: Progress): void => {
    // No progress may follow a cancelled request (MCP, progress). SDK 2.x would still send it.
    if (signal.aborted) return;
    notify({ method: "notifications/progress", params: { progressToken, ...step } }).catch(() => undefined);
  };
  return { ...context, progress };
}
