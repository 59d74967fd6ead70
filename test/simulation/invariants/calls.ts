import type { Failure } from "../../../src/domain/failure.ts";
import type { Ended, SimulatedCall } from "../events.ts";
import { LISTED_KINDS } from "../world.ts";
import type { Invariant } from "./invariant.ts";

/** The failure that a call ended with. */
export function failureOf({ outcome }: Ended): Failure | undefined {
  return "ok" in outcome && !outcome.ok ? outcome.failure : undefined;
}

export const endsInTime: Invariant = {
  name: "every call ends within its time",
  clause:
    "G-time: COLDROUTE_MAX_WAIT_MS, one tool call in all, waits included; G-time: own deadlines on an injected clock",
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

export const endsAsDataOrListedKind: Invariant = {
  name: "every call ends as data or as a listed error",
  clause: "G-errors: kinds; G-errors: every failure is a value, only a defect rejects",
  watch: () => (event) => {
    if (event.type !== "ended") return undefined;
    const { outcome } = event.end;
    if ("defect" in outcome) return `call ${event.call.number} rejects: ${String(outcome.defect)}`;
    const { kind } = failureOf(event.end) ?? {};
    if (kind === undefined || LISTED_KINDS.has(kind)) return undefined;
    return `call ${event.call.number} ends as ${kind}`;
  },
};

export const cancelsOnlyItsOwn: Invariant = {
  name: "one caller's cancellation never ends another's answer",
  clause: "G-memory: a request in flight is aborted when its last waiter leaves",
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
  name: "a cancelled call ends at once",
  clause: "G-errors: cancelled; api: the signal ends this caller's wait; G-plan-once: a plan being sent is finished",
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
