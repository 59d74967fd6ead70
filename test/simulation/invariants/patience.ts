import type { AlertSet } from "../../../src/api/model/api.ts";
import type { Ended, SimulatedCall } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

/** With less time than this, a call need not read another page. */
const NO_TIME_MS = 50;

export const nobodyGivesUpEarly: Invariant = {
  name: "no call gives up for want of time that it has",
  clause:
    "G-memory: requests in flight, each with its own deadline; G-rate-limit: a wait that does not fit the call's remaining time fails at once",
  watch: (run) => (event) => {
    if (event.type !== "ended") return undefined;
    const leftMs = event.call.deadlineMs - event.at.monotonicMs;
    if (leftMs <= 0) return undefined;
    const problem = tooEarly(event.call, event.end, leftMs, run.config.timeoutMs);
    return problem && `call ${event.call.number}, with ${leftMs} ms left, ${problem}`;
  },
};

function tooEarly(call: SimulatedCall, end: Ended, leftMs: number, attemptMs: number): string | undefined {
  const failure = failureOf(end);
  // An attempt may time out before the call does, but only after its full time.
  if (failure?.kind === "timeout" && failure.afterMs < attemptMs) return `times out after ${failure.afterMs} ms`;
  if (failure?.kind === "rate_limited" && failure.status === undefined && failure.waitMs < leftMs) {
    return `does not wait for ${failure.waitMs} ms`;
  }
  if (call.ask.kind !== "alerts" || end.report.cached || end.report.stale) return undefined;
  if ("defect" in end.outcome || !end.outcome.ok) return undefined;
  const { incomplete } = end.outcome.value as AlertSet;
  return incomplete?.reason === "time" && leftMs >= NO_TIME_MS ? "leaves pages unread" : undefined;
}
