import type { Failure } from "../../../src/api/failure.ts";
import type { Ended, SimulatedCall } from "../events.ts";
import type { Invariant } from "./invariant.ts";

/** The kinds of DESIGN 3, errors, that the schedules can bring about. */
const KINDS: ReadonlySet<string> = new Set([
  "invalid_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limited",
  "unavailable",
  "upstream_error",
  "network",
  "timeout",
  "unexpected_response",
  "outcome_unknown",
  "billing_limit",
  "cancelled",
]);

/** The failure that a call ended with. */
export function failureOf({ outcome }: Ended): Failure | undefined {
  return "ok" in outcome && !outcome.ok ? outcome.failure : undefined;
}

export const endsInTime: Invariant = {
  name: "every call ends within its time",
  clause: "2, COLDROUTE_MAX_WAIT_MS: one tool call in all, waits included; 4, time: own deadlines on an injected clock",
  watch: (run) => (event) => {
    if (event.type !== "quiet") return undefined;
    const late = run.calls.find((call) => call.ended === undefined && event.at.monotonicMs >= call.deadlineMs);
    return late && `call ${late.number} is open ${event.at.monotonicMs - late.deadlineMs} ms after its time`;
  },
};

export const endsAsDataOrListedKind: Invariant = {
  name: "every call ends as data or as a listed error",
  clause: "3, errors: kinds; 4: every failure is a value, only a defect rejects",
  watch: () => (event) => {
    if (event.type !== "ended") return undefined;
    const { outcome } = event.end;
    if ("defect" in outcome) return `call ${event.call.number} rejects: ${String(outcome.defect)}`;
    const { kind } = failureOf(event.end) ?? {};
    if (kind === undefined || KINDS.has(kind)) return undefined;
    return `call ${event.call.number} ends as ${kind}`;
  },
};

export const cancelsOnlyItsOwn: Invariant = {
  name: "one caller's cancellation never ends another's answer",
  clause: "4, memory: a request in flight is aborted when its last waiter leaves",
  watch: () => {
    let isClosed = false;
    return (event) => {
      if (event.type === "trouble" && event.what === "close") isClosed = true;
      if (event.type !== "ended" || isClosed || event.call.cancelledAt !== undefined) return undefined;
      return isCancelled(event.end) ? `call ${event.call.number} ends as cancelled, and nobody did` : undefined;
    };
  },
};

/** As `cancelled`, or for a plan as unknown, which then says so itself and may be anything else's doing too. */
function isCancelled(end: Ended): boolean {
  return failureOf(end)?.kind === "cancelled";
}

export const cancellationEndsAtOnce: Invariant = {
  name: "a cancelled call ends at once",
  clause: "3, errors: cancelled; api: the signal ends this caller's wait",
  watch: (run) => {
    const cancelled = new Set<SimulatedCall>();
    return (event) => {
      if (event.type === "cancelled") cancelled.add(event.call);
      if (event.type !== "quiet" || cancelled.size === 0) return undefined;
      const open = run.calls.find((call) => cancelled.has(call) && call.ended === undefined);
      cancelled.clear();
      return open && `call ${open.number} goes on after it was cancelled`;
    };
  },
};
