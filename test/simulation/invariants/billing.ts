import type { UsageReport } from "../../../src/api/usage.ts";
import type { Run } from "../driver.ts";
import type { WireRequest } from "../events.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

const DAY_MS = 86_400_000;

/** The bill of every call: as told at its end, or as it stands. */
function reports(run: Run): readonly UsageReport[] {
  return run.calls.map((call) => call.ended?.report ?? call.usage.report());
}

export const ledgerLiesBetween: Invariant = {
  name: "the ledger lies between what is billed and what may be",
  clause: "4, billing: a 2xx status line counts at once; sent without an answer counts as maybeBilled",
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
  name: "the daily billing limit is never exceeded",
  clause:
    "2, COLDROUTE_BILLABLE_LIMIT: the most billable requests per UTC day; reserved before sending, never exceeded",
  watch: (run) => {
    const days = new Map<number, number>();
    const unanswered = new Set<WireRequest>();
    let seen = 0;
    // What was given up before the clock was set, and is billed only after it, falls on a day that nobody could foresee.
    let unforeseen = 0;
    return (event) => {
      if (event.type === "started" && event.request.product !== "token") unanswered.add(event.request);
      if (event.type === "answered") unanswered.delete(event.request);
      if (event.type === "trouble" && event.what === "setWall") unforeseen = unanswered.size;
      const billed = run.sandbox.ledger.billed();
      const day = Math.floor(event.at.wallMs / DAY_MS);
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

export const dailyLimitIsReached: Invariant = {
  name: "the daily billing limit stops nobody before it is reached",
  clause: "2, COLDROUTE_BILLABLE_LIMIT: reserved before sending, given back on refusal",
  watch: (run) => (event) => {
    if (event.type !== "ended" || event.at.monotonicMs >= event.call.deadlineMs) return undefined;
    const failure = failureOf(event.end);
    if (failure?.kind !== "billing_limit" || failure.scope !== "day") return undefined;
    const most = reports(run).reduce(
      (sum, { billableRequests, maybeBilled }) => sum + billableRequests + maybeBilled,
      0,
    );
    return most < failure.limit
      ? `call ${event.call.number} is stopped at ${failure.limit}, and at most ${most} requests were billed`
      : undefined;
  },
};

export const callLimitHolds: Invariant = {
  name: "a call's billing limit is never exceeded",
  clause: "2, COLDROUTE_MAX_BILLABLE_PER_CALL: the most one tool call may bill",
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
