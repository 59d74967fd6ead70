import type { Failure } from "./failure.ts";

/**
 * Whether an earlier answer may stand in for this failure (DESIGN 4, memory): yes where the service could not be reached or
 * did not answer properly, never where it refused the caller or the bill's limit did.
 */
export function mayAnswerStale(failure: Failure): boolean {
  switch (failure.kind) {
    case "network":
    case "timeout":
    case "rate_limited":
    case "unavailable":
    case "unexpected_response":
      return true;
    case "upstream_error":
      return failure.status >= 500;
    case "invalid_arguments":
    case "configuration":
    case "invalid_request":
    case "unauthorized":
    case "forbidden":
    case "not_found":
    case "outcome_unknown":
    case "billing_limit":
    case "cancelled":
    case "internal":
      return false;
  }
}
