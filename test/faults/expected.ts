import type { Failure } from "../../src/domain/failure.ts";
import { MAX_ATTEMPTS, PAGE_SIZES } from "../support/contract.ts";
import type { FaultRow, Lasting, Seen } from "./faults.ts";
import type { Operation } from "./operations.ts";

/** The random number of every cell: backoff stands out from the delays of a busy machine. */
export const CHANCE = 0.25;

/** COLDROUTE_MAX_WAIT_MS: as many attempts as one request may have, all of which time out, and minutes to spare for a slow machine. */
export const MAX_WAIT_MS = 400_000;

/** The counts that a call and the service must agree on. */
export interface Counts {
  readonly outcome: Failure["kind"] | "answer";
  /** Requests of the column's product on the wire. */
  readonly requests: number;
  readonly exchanges: number;
  readonly billed: number;
  readonly maybeBilled: number;
}

export interface Expected extends Counts {
  /** The shortest pause before each repeated attempt, in order. */
  readonly pausesMs: readonly number[];
  /** True where the service asks for the pauses. */
  readonly isAsked: boolean;
  /** Connections opened, where the requests never start. */
  readonly connections?: number;
  /** The failure must name a wait of at least this length. */
  readonly tellsWaitMs?: number;
}

/** The outcome of one attempt that meets the fault, and how often it is repeated at most. */
interface Rule {
  readonly outcome: Counts["outcome"];
  readonly repeats: number;
}

/** How often a request is repeated at most (G-retry). */
const FULLY = MAX_ATTEMPTS - 1;

/** "Full-jitter backoff from 0.5 s" (G-retry) with that random number, before attempt `index` + 2. */
const backoffMs = (index: number): number => 500 * CHANCE * 2 ** index;

/** The outcome of `operation` under a fault, by docs/service.md and docs/guarantees.md alone, never by the code. */
export function expected(operation: Operation, { seen }: FaultRow, lasting: Lasting): Expected {
  if (seen.is === "stale") return expectedOfStale(operation);
  const rule = ruleOf(operation, seen);
  const isToken = operation.name === "token";
  const isStarted = seen.is !== "unstarted";
  const recovers = rule.outcome === "answer" || (lasting === "once" && rule.repeats > 0);
  // The number of attempts that meet the fault. One more is answered where the fault ends.
  const faulty = rule.outcome === "answer" ? 0 : recovers ? 1 : 1 + rule.repeats;
  const requests = (isStarted ? faulty : 0) + (recovers ? 1 : 0);
  const asksMs = retryAfterMsOf(seen);
  const repeats = isRepeatedAtOnce(operation, seen) ? 0 : faulty - (recovers ? 0 : 1);
  return {
    outcome: recovers ? "answer" : rule.outcome,
    requests,
    exchanges: isToken ? requests : statusOf(seen) === 401 ? 2 : 1,
    // G-billing: a 2xx status line counts at once, whatever its body. An exchange is free, but its call is billed.
    billed: (!isToken && seen.is === "success" ? faulty : 0) + (recovers ? 1 : 0),
    // "Sent without an answer is `maybeBilled`."
    maybeBilled: !isToken && seen.is === "unanswered" ? faulty : 0,
    pausesMs: Array.from({ length: repeats }, (_, index) => Math.max(asksMs, asksMs > 0 ? 0 : backoffMs(index))),
    isAsked: asksMs > 0,
    ...(isStarted ? {} : { connections: 1 + rule.repeats }),
    ...(asksMs > MAX_WAIT_MS ? { tellsWaitMs: asksMs } : {}),
  };
}

function statusOf(seen: Seen): number | undefined {
  return seen.is === "refused" ? seen.status : undefined;
}

function retryAfterMsOf(seen: Seen): number {
  return seen.is === "refused" ? (seen.retryAfterMs ?? 0) : 0;
}

/**
 * docs/guarantees.md: a request after a 401 carries a new token. After a 400 of the alerts it asks for smaller pages.
 * Neither is a retry.
 */
function isRepeatedAtOnce({ name }: Operation, seen: Seen): boolean {
  return seen.is === "expired" || statusOf(seen) === 401 || (statusOf(seen) === 400 && name === "alerts");
}

/**
 * G-plan-once: a POST, such as the exchange, never rides on a connection that may be stale. A read is repeated once
 * after a lost answer.
 */
function expectedOfStale({ name }: Operation): Expected {
  const isPost = name === "plan" || name === "token";
  return {
    outcome: "answer",
    requests: isPost ? 1 : 2,
    exchanges: name === "token" ? 1 : 0,
    billed: 1,
    maybeBilled: isPost ? 0 : 1,
    pausesMs: isPost ? [] : [backoffMs(0)],
    isAsked: false,
  };
}

/** G-token: the longest Retry-After that the exchange waits out. */
const TOKEN_WAIT_MS = 5_000;

/** G-token: the time for which a refusal of the credentials is remembered. */
const REFUSAL_MS = 60_000;

/**
 * The outcome of the next call after the fault. By docs/guarantees.md a failed exchange is remembered for 60 s, 5 s or
 * its Retry-After, and "a 429, or a 503 with Retry-After, holds back every call" of its product. Nothing else lasts:
 * the token stays, even after a second 401.
 */
export function expectedAfterwards(operation: Operation, { seen }: FaultRow): Expected {
  const rule = ruleOf(operation, seen);
  const status = statusOf(seen);
  const asksMs = retryAfterMsOf(seen);
  const nothing = { requests: 0, exchanges: 0, billed: 0, maybeBilled: 0, pausesMs: [], isAsked: asksMs > 0 };
  if (operation.name === "token" && rule.outcome !== "answer") {
    const isRefusal = status === 400 || status === 401 || status === 403;
    return { ...nothing, outcome: rule.outcome, tellsWaitMs: isRefusal ? REFUSAL_MS : asksMs };
  }
  // "Missing or unreadable means backoff, and holds too" (G-rate-limit): of a 429 always.
  const holdsMs = status === 429 ? Math.max(asksMs, backoffMs(0)) : status === 503 ? asksMs : 0;
  if (holdsMs > MAX_WAIT_MS) return { ...nothing, outcome: rule.outcome, tellsWaitMs: holdsMs };
  const requests = operation.name === "token" ? 0 : 1;
  return { ...nothing, outcome: "answer", requests, billed: 1, pausesMs: holdsMs > 0 ? [holdsMs] : [] };
}

function ruleOf({ name }: Operation, seen: Seen): Rule {
  if (name === "token") return tokenRule(seen);
  if (name === "plan") return planRule(seen);
  // G-paging: after a 400, which is free, 10,000, then 1,000, then no page size.
  if (name === "alerts" && statusOf(seen) === 400)
    return { outcome: "invalid_request", repeats: PAGE_SIZES.length - 1 };
  return readRule(seen, name === "track");
}

/** GET: "after 429, 502, 503, a request that never started, and once after any other lost or broken answer or 5xx". */
function readRule(seen: Seen, isPackage: boolean): Rule {
  switch (seen.is) {
    case "unstarted":
      return { outcome: seen.by, repeats: FULLY };
    case "unanswered":
      return { outcome: seen.by, repeats: 1 };
    case "expired":
      return { outcome: "unauthorized", repeats: 1 };
    case "refused":
      return statusRule(seen);
    case "stale":
      throw new Error("a stale connection has an expectation of its own");
    case "success":
      if (seen.body === "right") return { outcome: "answer", repeats: 0 };
      if (seen.body === "late") return { outcome: "timeout", repeats: 1 };
      // G-answers: a missing part of `meta` is never an error; a package without numbers and status is.
      if (seen.body === "lacking" && !isPackage) return { outcome: "answer", repeats: 0 };
      // A repetition would bring and bill the same answer.
      return { outcome: "unexpected_response", repeats: seen.body === "broken" || seen.body === "garbled" ? 1 : 0 };
  }
}

/** None of them says that nothing was created: a plan may have been. */
const leavesOpen = (status: number): boolean => status < 400 || status === 408 || status === 499;

/**
 * POST /shipments: "only after 429, a 502 or 503 that is problem details, its one 401 refresh, or when it provably never
 * started. Anything else is `outcome_unknown`." Without a string `shipmentId` it is no shipment.
 */
function planRule(seen: Seen): Rule {
  const isUnreadable = seen.is === "success" && seen.body !== "right";
  const isRefusal =
    seen.is === "refused" &&
    !leavesOpen(seen.status) &&
    (seen.status < 500 || (seen.status !== 500 && seen.status !== 504 && seen.problem));
  if (seen.is === "unanswered" || isUnreadable || (seen.is === "refused" && !isRefusal))
    return { outcome: "outcome_unknown", repeats: 0 };
  return readRule(seen, true);
}

/** The exchange: repeated once; a refusal (400, 401, 403) is remembered, another failure 5 s or its Retry-After. */
function tokenRule(seen: Seen): Rule {
  switch (seen.is) {
    case "unstarted":
    case "unanswered":
      return { outcome: seen.by, repeats: 1 };
    // An exchange carries no token that could expire: its 401 refuses the credentials.
    case "expired":
      return { outcome: "unauthorized", repeats: 0 };
    case "refused": {
      const { outcome } = statusRule(seen);
      const isForNow = seen.status === 429 || seen.status >= 500;
      return { outcome, repeats: isForNow && (seen.retryAfterMs ?? 0) <= TOKEN_WAIT_MS ? 1 : 0 };
    }
    case "stale":
      throw new Error("a stale connection has an expectation of its own");
    case "success":
      // A missing `expires_in` counts as five minutes.
      if (seen.body === "right" || seen.body === "lacking") return { outcome: "answer", repeats: 0 };
      if (seen.body === "late") return { outcome: "timeout", repeats: 1 };
      // Another answer may be a token. An answer too large or of another shape would come again.
      return { outcome: "unexpected_response", repeats: seen.body === "broken" || seen.body === "garbled" ? 1 : 0 };
  }
}

/** The meaning of a bare status (service.md 7; G-errors; G-rate-limit, G-retry and G-answers). */
function statusRule({ status, requestId, retryAfterMs = 0 }: Extract<Seen, { is: "refused" }>): Rule {
  switch (status) {
    case 400:
      return { outcome: "invalid_request", repeats: 0 };
    case 401:
      return { outcome: "unauthorized", repeats: 1 };
    case 403:
      return { outcome: "forbidden", repeats: 0 };
    // A wrong URL looks like an unknown package.
    case 404:
      return { outcome: requestId ? "not_found" : "unexpected_response", repeats: 0 };
    // A wait that does not fit the call's time fails at once.
    case 429:
      return { outcome: "rate_limited", repeats: retryAfterMs > MAX_WAIT_MS ? 0 : FULLY };
    case 502:
    case 503:
      return { outcome: "unavailable", repeats: FULLY };
    case 500:
    case 504:
      return { outcome: "upstream_error", repeats: 1 };
    case 408:
    case 499:
      return { outcome: "upstream_error", repeats: 0 };
    // The client follows no redirect, and asks for nothing on a condition.
    case 303:
    case 304:
    case 307:
      return { outcome: "unexpected_response", repeats: 0 };
    default:
      throw new Error(`no rule speaks of ${status}`);
  }
}
