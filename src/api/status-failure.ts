import type { Failure, Origin } from "./failure.ts";
import { known } from "./json.ts";
import type { ProblemDetails } from "./problem.ts";
import type { ResponseHeaders } from "./transport.ts";

/** What an error answer tells beside its status. */
export interface Evidence {
  readonly problem?: ProblemDetails | undefined;
  readonly requestId?: string | undefined;
  readonly waitMs?: number | undefined;
}

/** The failure that an HTTP status stands for (DESIGN 3, errors), for the products and the token endpoint alike. */
export function statusFailure(product: Origin, status: number, headers: ResponseHeaders, evidence: Evidence): Failure {
  const refusal = { product, status, ...known(evidence) };
  const unexpected = (what: string): Failure => {
    return { kind: "unexpected_response", product, status, what, ...known({ requestId: evidence.requestId }) };
  };
  if (status === 400) return { kind: "invalid_request", ...refusal };
  if (status === 401) return { kind: "unauthorized", ...refusal };
  if (status === 403) return { kind: "forbidden", ...refusal };
  if (status === 404 && evidence.requestId === undefined) return unexpected("a 404 that is not the service's own");
  if (status === 404) return { kind: "not_found", ...refusal };
  if (status === 429) return { kind: "rate_limited", waitMs: 0, ...refusal };
  if (status === 502 || status === 503) return { kind: "unavailable", ...refusal };
  if (status === 304) return unexpected("Not Modified, to a request that set no condition");
  if (status >= 300 && status < 400) {
    // RFC 9110 section 15.4.
    return unexpected(
      headers["location"] === undefined
        ? "neither an answer nor a redirect, since it names no Location"
        : "a redirect, which is not followed",
    );
  }
  return { kind: "upstream_error", ...refusal };
}
