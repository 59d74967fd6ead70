import type { Failure } from "../../api/failure.ts";
import type { ProblemDetails } from "../../api/problem.ts";
import { cleanText, quote } from "../../domain/clean.ts";
import { wordText } from "../kit/words.ts";
import { PRODUCT_NAMES, URL_VARIABLES, waitOf, waitText } from "./origins.ts";

/** A failure in words: what happened, what to do next, and both in a clause. */
export interface FailureWords {
  readonly what: string;
  readonly next: string;
  /** For one line of an answer whose other parts stand; without the wait and without a full stop. */
  readonly reason: string;
  readonly retryable: boolean;
  readonly waitMs?: number;
  /** ` in 30 s` or ` at 00:00 UTC`; empty where no wait is known. */
  readonly wait: string;
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

const CHECK_CREDENTIALS =
  "The operator of coldroute should check COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET (or its _FILE or _COMMAND), " +
  "COLDROUTE_AUDIENCE and COLDROUTE_AUTH_URL.";

const ASK_OPERATOR = "ask the operator of the service";

/** 400 (spec 7). */
export function invalidRequest({ product, problem }: Of<"invalid_request">): FailureWords {
  const isToken = product === "token";
  return {
    what: `${PRODUCT_NAMES[product]} refused the request (400)${said(problem)}.`,
    next: isToken ? CHECK_CREDENTIALS : "A refusal is not billed. Correct what it names and call again.",
    reason: isToken ? "credentials refused (400)" : `refused (400)${said(problem)}`,
    retryable: false,
    wait: "",
  };
}

/** 401, after the one repetition with a new token. */
export function unauthorized({ product, problem, waitMs }: Of<"unauthorized">): FailureWords {
  const isToken = product === "token";
  return {
    what: isToken
      ? `The token endpoint refused the credentials (401)${said(problem)}.`
      : `${PRODUCT_NAMES[product]} refused a new access token too (401)${said(problem)}.`,
    next: isToken
      ? CHECK_CREDENTIALS
      : `The credentials probably lack this product's scope: ${ASK_OPERATOR}. Other tools may work.`,
    reason: isToken ? "credentials refused (401)" : "refused (401), probably a missing scope",
    retryable: false,
    ...waitOf(waitMs),
  };
}

/** 403 (spec 5.6). */
export function accessRefused({ product, problem, waitMs }: Of<"forbidden">): FailureWords {
  return {
    what: `${PRODUCT_NAMES[product]} refused access (403)${said(problem)}.`,
    next:
      product === "token"
        ? CHECK_CREDENTIALS
        : `The access token is valid, but its API account is missing or invalid: ${ASK_OPERATOR}.`,
    reason: `access refused (403)${said(problem)}`,
    retryable: false,
    ...waitOf(waitMs),
  };
}

/** 404 that carries `X-Request-Id`. */
export function notFound({ product, problem }: Of<"not_found">): FailureWords {
  if (product === "tracking") {
    return {
      what: `The service knows no such package (404)${said(problem)}.`,
      next: "Check the number, or try the other one (order or tracking).",
      reason: "not found: check the number, or try the other one (order or tracking)",
      retryable: false,
      wait: "",
    };
  }
  return {
    what: `${PRODUCT_NAMES[product]}: no such resource (404)${said(problem)}.`,
    next: `The URL may be wrong: check ${URL_VARIABLES[product]}.`,
    reason: `no such resource (404)${said(problem)}`,
    retryable: false,
    wait: "",
  };
}

/** 429 (spec 8.2). Without a status it is a wait that an earlier answer asked for, which may have been a 503. */
export function rateLimited({ product, status, problem, waitMs }: Of<"rate_limited">): FailureWords {
  const [what, reason] =
    status === undefined
      ? ["the service asked to wait", "the service asked to wait"]
      : ["the rate limit is reached", "rate limit reached"];
  return {
    what: `${PRODUCT_NAMES[product]}: ${what}${said(problem)}.`,
    next: `Call again${waitText(waitMs)}, not earlier.`,
    reason,
    retryable: true,
    ...waitOf(waitMs),
  };
}

/** 502 and 503 (spec 7). */
export function unavailable({ product, status, problem, waitMs }: Of<"unavailable">): FailureWords {
  return {
    what: `${PRODUCT_NAMES[product]}: the service or a source behind it is unavailable (${status})${said(problem)}.`,
    next: `Call again${waitText(waitMs) || " later"}.`,
    reason: `unavailable (${status})${said(problem)}`,
    retryable: true,
    ...waitOf(waitMs),
  };
}

/** Any other status. */
export function upstreamError({ product, status, problem, waitMs }: Of<"upstream_error">): FailureWords {
  // 408 and 425 ask for a repetition in their own words (RFC 9110 section 15.5.9, RFC 8470).
  const retryable = status >= 500 || status === 408 || status === 425;
  const mend =
    product === "token"
      ? CHECK_CREDENTIALS
      : `Calling again will hardly help: check ${URL_VARIABLES[product]}, or ${ASK_OPERATOR}.`;
  return {
    what: `${PRODUCT_NAMES[product]}: the service answered with status ${status}${said(problem)}.`,
    next: retryable ? `Call again${waitText(waitMs) || " later"}.` : mend,
    reason: `status ${status}${said(problem)}`,
    retryable,
    ...waitOf(waitMs),
  };
}

/** An answer that is not what the specification shows. */
export function unexpectedResponse(failure: Of<"unexpected_response">): FailureWords {
  const { product, what, status } = failure;
  const code = status === undefined ? "" : ` (${status})`;
  return {
    what: `${PRODUCT_NAMES[product]}: unexpected response${code}: ${cleanText(what)}.`,
    next: afterUnexpected(failure),
    reason: `answer could not be used${code}: ${cleanText(what)}`,
    retryable: false,
    wait: "",
  };
}

/** Whether the response may have been billed, and may be again: a 2xx status line counts as billed. */
export function isPerhapsBilled(failure: Failure): boolean {
  return failure.kind === "unexpected_response" && failure.product !== "token" && (failure.status ?? 0) < 300;
}

function afterUnexpected({ product, status = 0, requestId }: Of<"unexpected_response">): string {
  const variable = URL_VARIABLES[product];
  if (product === "token") return `Nothing was billed. The operator of coldroute should check ${variable}.`;
  if (status >= 300 && status < 400) return `It was not billed; ${variable} should name the service itself.`;
  // The service signs every response (spec 4).
  if (requestId === undefined) {
    return `It carries no X-Request-Id: probably a wrong URL. Check ${variable}; \`coldroute doctor\` tests it.`;
  }
  return `A success may have been billed: do not simply call again. Give the operator of the service request id ${wordText(requestId)}.`;
}

/** A plan that may exist: `POST /shipments` was sent and its outcome is not known. */
export function outcomeUnknown({ what, status, problem }: Of<"outcome_unknown">): FailureWords {
  const code = status === undefined ? "" : ` (${status})`;
  return {
    what: `Unknown whether a plan was made${code}: ${cleanText(what)}${said(problem)}. It may exist and be billed.`,
    next: "Check the account before planning again; this API cannot list plans.",
    reason: `unknown whether a plan was made${code}; it may exist and be billed: check the account before planning again`,
    retryable: false,
    wait: "",
  };
}

/** The service's own words, quoted. */
function said(problem: ProblemDetails | undefined): string {
  const words = [problem?.title, problem?.detail].filter((text) => text !== undefined && text !== "");
  return words.length === 0 ? "" : `: ${words.map((text) => quote(text ?? "")).join(", ")}`;
}
