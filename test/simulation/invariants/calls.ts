import type { Failure } from "../../../src/domain/failure.ts";
import type { Ended, SimulatedCall } from "../events.ts";
import type { Invariant } from "./invariant.ts";

/** The failure that a call ended with. */
export function failureOf({ outcome }: Ended): Failure | undefined {
  return "ok" in outcome && !outcome.ok ? outcome.failure : undefined;
}

export const endsInTime: Invariant = {
  name: "G-time: every call ends within its time",
  watch: (run) => {
    let stall = { fromMs: 0, untilMs: 0 };
    return (event) => {
      const nowMs = event.at.monotonicMs;
      if (event.type === "stalled") stall = { fromMs: nowMs, untilMs: event.untilMs };
      if (event.type === "ended") {
        const { number, deadlineMs } = event.call;
        // A call whose deadline passed while the process stood still ends as soon as the process goes on.
        const isExcused = deadlineMs >= stall.fromMs && nowMs === stall.untilMs;
        return nowMs > deadlineMs && !isExcused
          ? `call ${number} ends ${nowMs - deadlineMs} ms after its time`
          : undefined;
      }
      if (event.type !== "quiet") return undefined;
      const late = run.calls.find((call) => call.ended === undefined && nowMs >= call.deadlineMs);
      return late && `call ${late.number} is open ${nowMs - late.deadlineMs} ms after its time`;
    };
  },
};

export const noCallRejects: Invariant = {
  name: "G-errors: every call ends as data or as a failure",
  watch: () => (event) =>
    event.type === "ended" && "defect" in event.end.outcome
      ? `call ${event.call.number} rejects: ${String(event.end.outcome.defect)}`
      : undefined,
};

export const cancelsOnlyItsOwn: Invariant = {
  name: "G-memory: one caller's cancellation never ends another's answer",
  watch: () => {
    let isClosed = false;
    return (event) => {
      if (event.type === "trouble" && event.what === "close") isClosed = true;
      if (event.type !== "ended" || isClosed || event.call.cancelledAt !== undefined) return undefined;
      return isCancelled(event.end) ? `call ${event.call.number} ends as cancelled, and nobody did` : undefined;
    };
  },
};

/** Whether a call ended as cancelled. `outcome_unknown` has other causes, too, and does not count. */
function isCancelled(end: Ended): boolean {
  return failureOf(end)?.kind === "cancelled";
}

export const cancellationEndsAtOnce: Invariant = {
  name: "G-errors: a cancelled call ends at once",
  watch: (run) => {
    const cancelled = new Set<SimulatedCall>();
    return (event) => {
      if (event.type === "cancelled" && event.call.ask.kind !== "plan") cancelled.add(event.call);
      if (event.type !== "quiet" || cancelled.size === 0) return undefined;
      // The client finishes a plan on the wire.
      const open = run.calls.find(
        (call) => cancelled.has(call) && call.ended === undefined && call.ask.kind !== "plan",
      );
      cancelled.clear();
      return open && `call ${open.number} goes on after it was cancelled`;
    };
  },
};
