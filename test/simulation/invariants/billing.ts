import type { UsageReport } from "../../../src/api/model/usage.ts";
import type { Run } from "../driver.ts";
import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";

const DAY_MS = 86_400_000;

/** The usage of every call: at its end, or so far. */
function reports(run: Run): readonly UsageReport[] {
  return run.calls.map((call) => call.ended?.report ?? call.usage.report());
}

export const ledgerLiesBetween: Invariant = {
  name: "G-billing: the ledger lies between what is billed and what may be",
  watch: (run) => (event) => {
    if (event.type !== "quiet" && event.type !== "closed") return undefined;
    const all = reports(run);
    const least = all.reduce((sum, { billableRequests }) => sum + billableRequests, 0);
    const most = all.reduce((sum, { maybeBilled }) => sum + maybeBilled, least);
    const billed = run.sandbox.ledger.billed();
    return billed < least || billed > most
      ? `the service billed ${billed}, the calls tell of ${least} to ${most}`
      : undefined;
  },
};

export const dailyLimitHolds: Invariant = {
  name: "G-billing: the daily billing limit is never exceeded",
  watch: (run) => {
    const days = new Map<number, number>();
    const unanswered = new Set<WireRequest>();
    let seen = 0;
    // Requests that the client gave up before midnight, or before time jumped, may be billed to the day after.
    let unforeseen = 0;
    let lastDay = 0;
    return (event) => {
      const isBillable = event.type === "started" && event.request.product !== "token";
      if (isBillable) unanswered.add(event.request);
      if (event.type === "answered") unanswered.delete(event.request);
      // A billable request begins a day. A clock that is set back begins none again.
      const day = isBillable ? Math.max(lastDay, dayOf(event.at)) : lastDay;
      if (isJump(event) || day !== lastDay) unforeseen = unanswered.size;
      lastDay = day;
      const billed = run.sandbox.ledger.billed();
      const today = (days.get(day) ?? 0) + billed - seen;
      days.set(day, today);
      seen = billed;
      const { billableLimit = Number.POSITIVE_INFINITY } = run.config;
      return today > billableLimit + unforeseen
        ? `${today} requests are billed on a day of at most ${billableLimit}`
        : undefined;
    };
  },
};

function isJump(event: SimulationEvent): boolean {
  return event.type === "stalled" || (event.type === "trouble" && (event.what === "setWall" || event.what === "sleep"));
}

function dayOf({ wallMs }: Instant): number {
  return Math.floor(wallMs / DAY_MS);
}

export const callLimitHolds: Invariant = {
  name: "G-billing: a call's billing limit is never exceeded",
  watch: (run) => (event) => {
    if (event.type !== "quiet" && event.type !== "closed") return undefined;
    const most = run.config.maxBillablePerCall;
    const over = run.calls.find(({ usage }) => {
      const { billableRequests, maybeBilled } = usage.report();
      return billableRequests + maybeBilled > most;
    });
    return over && `call ${over.number} may be billed more than ${most} requests`;
  },
};
