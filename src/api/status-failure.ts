import type { Failure, Origin } from "./failure.ts";
import { firstHeader, type ProblemDetails } from "./problem.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { ResponseHeaders } from "./transport.ts";

/** The failure that an HTTP status stands for (DESIGN 3, errors), for the products and the token endpoint alike. */
export function statusFailure(
  product: Origin,
  status: number,
  headers: ResponseHeaders,
  evidence: { readonly problem?: ProblemDetails; readonly requestId?: string; readonly waitMs?: number },
): Failure {
  const refusal = { product, status, ...evidence };
  if (status === 400) return { kind: "invalid_request", ...refusal };
  if (status === 401) return { kind: "unauthorized", ...refusal };
  if (status === 403) return { kind: "forbidden", ...refusal };
  if (status === 404 && evidence.requestId === undefined) {
    return {
      kind: "unexpected_response",
      product,
      status,
      what: "a 404 that is not the service's own",
    };
  }
  if (status === 404) return { kind: "not_found", ...refusal };
  if (status === 429) return { kind: "rate_limited", waitMs: 0, ...refusal };
  if (status === 502 || status === 503) return { kind: "unavailable", ...refusal };
  if (status >= 300 && status < 400) {
    const { requestId } = evidence;
    return {
      kind: "unexpected_response",
      product,
      status,
      what: redirectionText(status, headers),
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
  return { kind: "upstream_error", ...refusal };
}

/** What a 3xx is (RFC 9110 section 15.4): a redirect leads to its Location, and a 304 (15.4.5) to what is stored. */
function redirectionText(status: number, headers: ResponseHeaders): string {
  if (status === 304) return "Not Modified, to a request that set no condition";
  return headers["location"] === undefined
    ? "neither an answer nor a redirect, since it names no Location"
    : "a redirect, which is not followed";
}

/**
 * How long an answer holds its product back (DESIGN 4, rate limit): a 429 always, a 503 with Retry-After; `undefined` for
 * any other. Retry-After is a floor, `backoff` (milliseconds, jitter included) what is waited without one or beyond a short one.
 */
export function holdMs(
  status: number,
  headers: ResponseHeaders,
  nowMs: number,
  backoff: { readonly leastMs: number; readonly insteadMs: number },
): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  const askedMs = askedWaitMs(headers, nowMs);
  return askedMs === undefined ? backoff.insteadMs : Math.max(askedMs, backoff.leastMs);
}

/** The wait that a refusal asks for, in milliseconds; `undefined` where it names none that can be read. */
export function askedWaitMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  return retryAfterMs(headers["retry-after"], firstHeader(headers, "date"), nowMs);
}
