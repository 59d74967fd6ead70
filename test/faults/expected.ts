import type { Failure } from "../../src/api/failure.ts";
import type { FaultRow, Lasting, Seen } from "./fault.ts";
import type { Operation } from "./operations.ts";

export type OutcomeKind = Failure["kind"] | "answer";

/** What must come of a call that meets a fault. */
export interface Expected {
  readonly outcome: OutcomeKind;
  /** Requests of the column's product that were written to the wire. */
  readonly requests: number;
  /** Token exchanges, from the start of the process on. */
  readonly exchanges: number;
  readonly billed: number;
  readonly maybeBilled: number;
  /** How long after one request of the product the next one may start at the earliest. */
  readonly retryDelayFloorMs: number;
  /** Connections opened, where the requests never start. */
  readonly attempts?: number;
  /** The failure must say to come back after so long. */
  readonly tellsWaitMs?: number;
}

/** COLDROUTE_MAX_WAIT_MS as it is by default. */
export const MAX_WAIT_MS = 25_000;

/** What one attempt that meets the fault comes to, and how often it is repeated at most. */
interface Rule {
  readonly outcome: OutcomeKind;
  readonly repeats: 0 | 1 | 3;
}

/** "4 attempts at most" (DESIGN 4, retries). */
const REPEATED_FULLY = 3;

/**
 * What must come of `operation` under `fault`: from the interface specification and DESIGN 4 alone, never from the code.
 * `undefined` where no rule speaks, which fails the cell.
 */
export function expected(operation: Operation, { seen }: FaultRow, lasting: Lasting): Expected | undefined {
  if (seen.is === "stale") return expectedOfStale(operation);
  const rule = ruleOf(operation, seen);
  if (rule === undefined) return undefined;
  const isToken = operation.name === "token";
  const isStarted = seen.is !== "unstarted";
  const recovers = rule.outcome === "answer" || (lasting === "once" && rule.repeats > 0);
  // So many attempts meet the fault; one more is answered where it is over by then.
  const faulty = rule.outcome === "answer" ? 0 : recovers ? 1 : 1 + rule.repeats;
  const requests = (isStarted ? faulty : 0) + (recovers ? 1 : 0);
  const asksMs = seen.is === "refused" ? (seen.retryAfterMs ?? 0) : 0;
  return {
    outcome: recovers ? "answer" : rule.outcome,
    requests,
    exchanges: isToken ? requests : renews(seen) ? 2 : 1,
    // DESIGN 4, billing: a 2xx status line counts at once, whatever its body. Exchanges are not billed, but the call
    // that they were for is.
    billed: (!isToken && seen.is === "success" ? faulty : 0) + (recovers ? 1 : 0),
    // … and sent without an answer counts as maybeBilled.
    maybeBilled: !isToken && seen.is === "unanswered" ? faulty : 0,
    retryDelayFloorMs: asksMs,
    ...(isStarted ? {} : { attempts: 1 + rule.repeats }),
    ...(asksMs > MAX_WAIT_MS ? { tellsWaitMs: asksMs } : {}),
  };
}

/** DESIGN 4, token: a 401 fetches one new token and repeats the request once; a second one keeps the token. */
function renews(seen: Seen): boolean {
  return seen.is === "expired" || (seen.is === "refused" && seen.status === 401);
}

/**
 * DESIGN 4, retries: a POST, which the exchange is too, never rides on a connection that may be stale, so that it meets no
 * such fault; a read is repeated once after an answer that was lost. The exchange counted is the second one: the
 * connection has to be used a first time.
 */
function expectedOfStale(operation: Operation): Expected {
  const isPost = operation.name === "plan" || operation.name === "token";
  return {
    outcome: "answer",
    requests: isPost ? 1 : 2,
    exchanges: operation.name === "token" ? 2 : 1,
    billed: 1,
    maybeBilled: isPost ? 0 : 1,
    retryDelayFloorMs: 0,
  };
}

function ruleOf({ name }: Operation, seen: Seen): Rule | undefined {
  switch (name) {
    case "token":
      return tokenRule(seen);
    case "plan":
      return planRule(seen);
    case "alerts":
      // DESIGN 4, paging: a 400, which is free, makes it ask for 10,000, then 1,000, then no page size.
      if (seen.is === "refused" && seen.status === 400) return { outcome: "invalid_request", repeats: 3 };
      return readRule(seen, "data API");
    case "risk":
      return readRule(seen, "data API");
    case "track":
      return readRule(seen, "package");
  }
}

/** GET (DESIGN 4, retries): "after 429, 502, 503, a request that never started, and once after any other lost or broken answer or 5xx". */
function readRule(seen: Seen, what: "data API" | "package"): Rule | undefined {
  switch (seen.is) {
    case "unstarted":
      return { outcome: seen.by, repeats: REPEATED_FULLY };
    case "unanswered":
      return { outcome: seen.by, repeats: 1 };
    case "expired":
      return { outcome: "unauthorized", repeats: 1 };
    case "refused":
      return statusRule(seen);
    case "success":
      switch (seen.body) {
        case "right":
          return { outcome: "answer", repeats: 0 };
        case "late":
          return { outcome: "timeout", repeats: 1 };
        case "broken":
        case "garbled":
          return { outcome: "unexpected_response", repeats: 1 };
        // Neither lost nor broken: asked again, the same would come and be billed again.
        case "oversized":
        case "misshapen":
          return { outcome: "unexpected_response", repeats: 0 };
        // DESIGN 3: a missing part of `meta` is never an error; a package without numbers and status is.
        case "lacking":
          return what === "data API"
            ? { outcome: "answer", repeats: 0 }
            : { outcome: "unexpected_response", repeats: 0 };
      }
      break;
    case "stale":
      return undefined;
  }
}

/**
 * POST /shipments (DESIGN 4, retries): "only after 429, after 502 or 503 whose body is problem details, after its one 401
 * refresh, or when the request provably never started. Any other 5xx, a lost answer, or a 2xx whose body cannot be read is
 * outcome_unknown". DESIGN 3: without a string `shipmentId` it is no shipment.
 */
function planRule(seen: Seen): Rule | undefined {
  const unknown: Rule = { outcome: "outcome_unknown", repeats: 0 };
  switch (seen.is) {
    case "unanswered":
      return unknown;
    case "success":
      return seen.body === "right" ? { outcome: "answer", repeats: 0 } : unknown;
    case "refused": {
      const isRefusal = (seen.status === 502 || seen.status === 503) && seen.problem;
      return seen.status >= 500 && !isRefusal ? unknown : statusRule(seen);
    }
    default:
      return readRule(seen, "package");
  }
}

/** The token exchange (DESIGN 4, token): "may be repeated once; refused (400, 401, 403) it is remembered, otherwise 5 s or its Retry-After". */
function tokenRule(seen: Seen): Rule | undefined {
  switch (seen.is) {
    case "unstarted":
    case "unanswered":
      return { outcome: seen.by, repeats: 1 };
    // The token endpoint knows no token that could expire: its 401 is a refusal of the credentials.
    case "expired":
      return { outcome: "unauthorized", repeats: 0 };
    case "refused": {
      const kind = statusRule(seen)?.outcome;
      if (kind === undefined) return undefined;
      const { retryAfterMs } = seen;
      // Who has the time waits until the endpoint is asked again; a 429 that does not say when is left alone.
      if (retryAfterMs !== undefined) return { outcome: kind, repeats: retryAfterMs > MAX_WAIT_MS ? 0 : 1 };
      return { outcome: kind, repeats: seen.status >= 500 ? 1 : 0 };
    }
    case "success":
      switch (seen.body) {
        // A missing `expires_in` counts as five minutes.
        case "right":
        case "lacking":
          return { outcome: "answer", repeats: 0 };
        case "late":
          return { outcome: "timeout", repeats: 1 };
        // An answer that could not be read may have been a token.
        case "broken":
        case "oversized":
          return { outcome: "unexpected_response", repeats: 1 };
        case "garbled":
        case "misshapen":
          return { outcome: "unexpected_response", repeats: 0 };
      }
      break;
    case "stale":
      return undefined;
  }
}

/** What a status means by itself (spec 7; DESIGN 3, errors; DESIGN 4, rate limit, retries and answers). */
function statusRule({ status, requestId, retryAfterMs = 0 }: Extract<Seen, { is: "refused" }>): Rule | undefined {
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
    // A wait that does not fit the call's remaining time fails at once.
    case 429:
      return { outcome: "rate_limited", repeats: retryAfterMs > MAX_WAIT_MS ? 0 : REPEATED_FULLY };
    case 502:
    case 503:
      return { outcome: "unavailable", repeats: REPEATED_FULLY };
    case 500:
    case 504:
      return { outcome: "upstream_error", repeats: 1 };
    // A redirect is not followed.
    case 307:
      return { outcome: "unexpected_response", repeats: 0 };
    default:
      return undefined;
  }
}
