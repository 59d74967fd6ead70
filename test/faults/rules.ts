import type { Failure } from "../../src/api/failure.ts";
import { MAX_ATTEMPTS, PAGE_SIZES } from "../support/contract.ts";
import type { Seen } from "./fault.ts";
import type { Operation } from "./operations.ts";

export type OutcomeKind = Failure["kind"] | "answer";

/**
 * COLDROUTE_MAX_WAIT_MS, much more than by default: besides four attempts that time out there are minutes for all the rest, so
 * that no machine is so slow that it runs out.
 */
export const MAX_WAIT_MS = 400_000;

/** What one attempt that meets the fault comes to, and how often it is repeated at most. */
export interface Rule {
  readonly outcome: OutcomeKind;
  readonly repeats: number;
}

/** "4 attempts at most" (DESIGN 4, retries). */
const REPEATED_FULLY = MAX_ATTEMPTS - 1;

/** What DESIGN 4 says of an attempt of `operation` that meets a fault; `undefined` where it says nothing. */
export function ruleOf({ name }: Operation, seen: Seen): Rule | undefined {
  switch (name) {
    case "token":
      return tokenRule(seen);
    case "plan":
      return planRule(seen);
    case "alerts":
      // DESIGN 4, paging: a 400, which is free, makes it ask for 10,000, then 1,000, then no page size.
      if (seen.is === "refused" && seen.status === 400)
        return { outcome: "invalid_request", repeats: PAGE_SIZES.length - 1 };
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
        case "garbled":
          return { outcome: "unexpected_response", repeats: 1 };
        case "oversized":
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
