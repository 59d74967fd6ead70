import type { Failure, Origin } from "../api/failure.ts";
import type { ProblemDetails } from "../api/problem.ts";
import { cleanText, quote } from "../domain/clean.ts";
import { waitSeconds, wordText } from "./text.ts";

/** A failure in words: what happened, what to do next, and both in a clause for a table. */
export interface FailureWords {
  readonly what: string;
  readonly next: string;
  /** For one line of an answer whose other parts stand; without the wait, and no full stop. */
  readonly reason: string;
  readonly retryable: boolean;
  readonly waitMs?: number;
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

/** The products as sentences begin with them. */
export const PRODUCT_NAMES: Readonly<Record<Origin, string>> = {
  alerts: "Temperature alerts",
  risk: "Five-day risk",
  planning: "Shipment planning",
  tracking: "Package tracking",
  token: "The token endpoint",
};

/** Where each one is configured. */
export const URL_VARIABLES: Readonly<Record<Origin, string>> = {
  alerts: "COLDROUTE_RISK_URL",
  risk: "COLDROUTE_RISK_URL",
  planning: "COLDROUTE_PLANNING_URL",
  tracking: "COLDROUTE_TRACKING_URL",
  token: "COLDROUTE_AUTH_URL",
};

const CHECK_CREDENTIALS =
  "Whoever runs coldroute should check COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET (or its _FILE or _COMMAND), " +
  "COLDROUTE_AUDIENCE and COLDROUTE_AUTH_URL; calling again changes nothing.";

/** 400 (spec 7). */
export function invalidRequest({ product, problem }: Of<"invalid_request">): FailureWords {
  const isToken = product === "token";
  return {
    what: `${PRODUCT_NAMES[product]} refused the request (400)${said(problem)}.`,
    next: isToken ? CHECK_CREDENTIALS : "A refusal is not billed. Mend what it names and call again.",
    reason: isToken ? "credentials refused (400)" : `refused (400)${said(problem)}`,
    retryable: false,
  };
}

/** 401, after the one repetition with a fresh token (DESIGN 4, token). */
export function unauthorized({ product, problem, waitMs }: Of<"unauthorized">): FailureWords {
  const isToken = product === "token";
  return {
    what: isToken
      ? `The token endpoint refused the credentials (401)${said(problem)}.`
      : `${PRODUCT_NAMES[product]} refused a fresh token too (401)${said(problem)}.`,
    next: isToken
      ? CHECK_CREDENTIALS
      : "The credentials probably lack this product's scope: ask the service's operator for it. Other tools may work.",
    reason: isToken ? "credentials refused (401)" : "refused (401), probably a missing scope",
    retryable: false,
    ...wait(waitMs),
  };
}

/** 403 (spec 5.6). */
export function forbidden({ product, problem, waitMs }: Of<"forbidden">): FailureWords {
  return {
    what: `${PRODUCT_NAMES[product]} refused access (403)${said(problem)}.`,
    next:
      product === "token"
        ? CHECK_CREDENTIALS
        : "The token is valid, but its API account is missing or invalid: ask the service's operator.",
    reason: `access refused (403)${said(problem)}`,
    retryable: false,
    ...wait(waitMs),
  };
}

/** 404 that carries `X-Request-Id`. */
export function notFound({ product, problem }: Of<"not_found">): FailureWords {
  if (product === "tracking") {
    return {
      what: `The service knows no such package (404)${said(problem)}.`,
      next: "Check the order or tracking number with the user.",
      reason: "the service knows no such package",
      retryable: false,
    };
  }
  return {
    what: `${PRODUCT_NAMES[product]}: the service has no such resource (404)${said(problem)}.`,
    next: `Perhaps the URL is wrong: check ${URL_VARIABLES[product]}.`,
    reason: `no such resource (404)${said(problem)}`,
    retryable: false,
  };
}

/** 429 (spec 8.2); without a status a wait that an earlier answer asked for, which may have been a 503 (DESIGN 4, rate limit). */
export function rateLimited({ product, status, problem, waitMs }: Of<"rate_limited">): FailureWords {
  const [what, reason] =
    status === undefined
      ? ["the service holds requests back", "requests are held back"]
      : ["the rate limit is reached", "rate limit reached"];
  return {
    what: `${PRODUCT_NAMES[product]}: ${what}${said(problem)}.`,
    next: `Call again in ${waitSeconds(waitMs)} s, not earlier.`,
    reason,
    retryable: true,
    waitMs,
  };
}

/** 502 and 503 (spec 7). */
export function unavailable({ product, status, problem, waitMs }: Of<"unavailable">): FailureWords {
  return {
    what: `${PRODUCT_NAMES[product]}: the service or a source behind it is unavailable (${status})${said(problem)}.`,
    next: `Call again ${later(waitMs)}.`,
    reason: `unavailable (${status})${said(problem)}`,
    retryable: true,
    ...wait(waitMs),
  };
}

/** Any other status. */
export function upstreamError({ product, status, problem, waitMs }: Of<"upstream_error">): FailureWords {
  // 408 and 425 ask for a repetition in their own words (RFC 9110 section 15.5.9, RFC 8470).
  const retryable = status >= 500 || status === 408 || status === 425;
  const mend =
    product === "token"
      ? CHECK_CREDENTIALS
      : `Calling again unchanged will hardly help: check ${URL_VARIABLES[product]}, or tell the service's operator.`;
  return {
    what: `${PRODUCT_NAMES[product]}: the service answered with status ${status}${said(problem)}.`,
    next: retryable ? `Call again ${later(waitMs)}.` : mend,
    reason: `status ${status}${said(problem)}`,
    retryable,
    ...wait(waitMs),
  };
}

/** An answer that is not what the specification shows. */
export function unexpectedResponse(failure: Of<"unexpected_response">): FailureWords {
  const { product, what, status, requestId } = failure;
  const code = status === undefined ? "" : ` (${status})`;
  const where = requestId === undefined ? `, perhaps a wrong ${URL_VARIABLES[product]}` : "";
  return {
    what: `${PRODUCT_NAMES[product]}: unexpected response${code}: ${cleanText(what)}.`,
    next: afterUnexpected(failure),
    reason: `${product === "token" ? "the token endpoint was asked" : "asked"}, but the answer could not be used${code}: ${cleanText(what)}${where}`,
    retryable: false,
  };
}

/** Whether what could not be used may have been billed, and may be again (DESIGN 4, billing: a 2xx status line counts). */
export function isPerhapsBilled(failure: Failure): boolean {
  return failure.kind === "unexpected_response" && failure.product !== "token" && (failure.status ?? 0) < 300;
}

function afterUnexpected({ product, status = 0, requestId }: Of<"unexpected_response">): string {
  const variable = URL_VARIABLES[product];
  if (product === "token") {
    return `Nothing was billed. Whoever runs coldroute should check ${variable}: no access token came from there.`;
  }
  if (status >= 300 && status < 400) return `It was not billed; ${variable} should name the service itself.`;
  // The service signs every response (spec 4): what does not is probably another server.
  if (requestId === undefined) {
    return `It carries no X-Request-Id: probably a wrong URL, check ${variable}; \`coldroute doctor\` tests it.`;
  }
  return `A success may have been billed, so do not simply call again; tell the service's operator request id ${wordText(requestId)}.`;
}

/** A plan that may exist: `POST /shipments` was sent and its outcome is not known (DESIGN 4, retries). */
export function outcomeUnknown({ what, status, problem }: Of<"outcome_unknown">): FailureWords {
  const code = status === undefined ? "" : ` (${status})`;
  return {
    what: `The outcome is unknown${code}: ${cleanText(what)}${said(problem)}. A plan may exist and may be billed.`,
    next: "This API cannot list plans. Check the account, and ask the user before planning again.",
    reason: `outcome unknown${code}; a plan may exist and may be billed`,
    retryable: false,
  };
}

/** The service's own words, quoted. */
function said(problem: ProblemDetails | undefined): string {
  const words = [problem?.title, problem?.detail].filter((text) => text !== undefined && text !== "");
  return words.length === 0 ? "" : `: ${words.map((text) => quote(text ?? "")).join(", ")}`;
}

function later(waitMs: number | undefined): string {
  return waitMs === undefined ? "later" : `in ${waitSeconds(waitMs)} s`;
}

/** The wait as a member, where there is one. */
export function wait(waitMs: number | undefined): { readonly waitMs?: number } {
  return waitMs === undefined ? {} : { waitMs };
}
