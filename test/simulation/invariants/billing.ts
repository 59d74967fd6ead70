import type { UsageReport } from "../../../src/api/model/usage.ts";
import type { Failure } from "../../../src/domain/failure.ts";
import type { Run } from "../driver.ts";
import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Instant } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The service may bill a request this long after the client gave it up. */
const LATE_MS = 3_600_000;

/** The usage of every call: at its end, or so far. */
function reports(run: Run): readonly UsageReport[] {
  return run.calls.map((call) => call.ended?.report ?? call.usage.report());
}

export const ledgerLiesBetween: Invariant = {
  name: "the ledger lies between what is billed and what may be",
  clause: "G-billing: a 2xx status line counts at once; sent without an answer counts as maybeBilled",
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
    "G-billing: COLDROUTE_BILLABLE_LIMIT, the most billable requests per UTC day; reserved before sending, never exceeded",
  watch: (run) => {
    const days = new Map<number, number>();
    const unanswered = new Set<WireRequest>();
    let seen = 0;
    // Requests that the client gave up before midnight, or before time jumped, may be billed to the day after.
    let unforeseen = 0;
    let lastDay = Number.NaN;
    return (event) => {
      if (event.type === "started" && event.request.product !== "token") unanswered.add(event.request);
      if (event.type === "answered") unanswered.delete(event.request);
      const day = dayOf(event.at);
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

/** The requests that may count for each UTC day of the client's clock: all that the service did not refuse. */
class DayBooks {
  readonly #days = new Map<number, Set<WireRequest>>();
  readonly #answered = new Set<WireRequest>();
  readonly #open = new Set<WireRequest>();

  note(event: SimulationEvent): void {
    // If the clock is set, open requests also count for the new day.
    for (const request of this.#open) this.#add(dayOf(event.at), request);
    if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
    const { request, at } = event;
    if (request.product === "token") return;
    if (event.type === "started") this.#open.add(request);
    else this.#open.delete(request);
    if (event.type === "answered") this.#answered.add(request);
    if (event.type === "answered" && event.answer.status >= 300) {
      for (const requests of this.#days.values()) requests.delete(request);
    } else if (event.type !== "finished") {
      this.#add(dayOf(at), request);
      // If the clock is set back to the last minute before midnight, the client stays in the new day.
      this.#add(Math.floor((at.wallMs + MINUTE_MS) / DAY_MS), request);
    } else if (!this.#answered.has(request)) {
      // The service may bill a lost request later.
      this.#add(dayOf(at), request);
      this.#add(Math.floor((at.wallMs + LATE_MS) / DAY_MS), request);
    }
  }

  atMost(day: number): number {
    return this.#days.get(day)?.size ?? 0;
  }

  #add(day: number, request: WireRequest): void {
    this.#days.set(day, (this.#days.get(day) ?? new Set()).add(request));
  }
}

function dayOf({ wallMs }: Instant): number {
  return Math.floor(wallMs / DAY_MS);
}

/** The failure of a call that the day's limit stopped before its deadline. */
function stoppedByDay(event: SimulationEvent): Extract<Failure, { scope: "day" }> | undefined {
  if (event.type !== "ended" || event.at.monotonicMs >= event.call.deadlineMs) return undefined;
  const failure = failureOf(event.end);
  return failure?.kind === "billing_limit" && failure.scope === "day" ? failure : undefined;
}

export const dailyLimitIsReached: Invariant = {
  name: "the daily billing limit stops nobody before it is reached",
  clause: "G-billing: COLDROUTE_BILLABLE_LIMIT, the most per UTC day; reserved before sending, given back on refusal",
  watch: () => {
    const books = new DayBooks();
    return (event) => {
      books.note(event);
      const failure = stoppedByDay(event);
      const most = books.atMost(dayOf(event.at));
      return failure !== undefined && most < failure.limit
        ? `somebody is stopped at ${failure.limit}, and at most ${most} requests of that day were billed`
        : undefined;
    };
  },
};

/** The wait counts from when a call meets the limit. The call may end later, once its pages on the wire have come. */
const LONGEST_CALL_MS = 60_000;

export const dailyLimitEndsWithTheDay: Invariant = {
  name: "whom the daily billing limit stops is told to come back when the UTC day is over",
  clause: "G-billing: COLDROUTE_BILLABLE_LIMIT, the most billable requests per UTC day; G-errors: retryAfterSeconds",
  watch: () => (event) => {
    const failure = stoppedByDay(event);
    if (event.type !== "ended" || failure === undefined) return undefined;
    const restMs = DAY_MS - (event.at.wallMs % DAY_MS);
    return failure.waitMs >= restMs && failure.waitMs <= restMs + LONGEST_CALL_MS
      ? undefined
      : `somebody is told to come back after ${failure.waitMs} ms, and the day is over after ${restMs} ms`;
  },
};

export const callLimitHolds: Invariant = {
  name: "a call's billing limit is never exceeded",
  clause: "G-billing: COLDROUTE_MAX_BILLABLE_PER_CALL, the most one tool call may bill",
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
