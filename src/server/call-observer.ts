import type { UsageReport } from "../api/model/usage.ts";
import type { Failure } from "../domain/failure.ts";

/** Hears of every finished tool call, for metrics. Must not throw. `payer`: the caller, as the metrics name it. */
export interface CallObserver {
  called(
    tool: string,
    outcome: "answered" | Failure["kind"],
    tookMs: number,
    usage: UsageReport,
    payer: string | undefined,
  ): void;
}
