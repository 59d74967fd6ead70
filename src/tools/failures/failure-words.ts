import type { ArgumentProblem, ConfigProblem, Failure, Origin } from "../../api/failure.ts";
import { cleanText } from "../../domain/clean.ts";
import { listText, plural } from "../kit/words.ts";
import { PRODUCT_NAMES, URL_VARIABLES, waitOf, waitText } from "./origins.ts";
import {
  accessRefused,
  type FailureWords,
  invalidRequest,
  notFound,
  outcomeUnknown,
  rateLimited,
  unauthorized,
  unavailable,
  unexpectedResponse,
  upstreamError,
} from "./refusals.ts";

/** `_meta["coldroute/error"]`. */
export interface FailureFacts {
  readonly kind: Failure["kind"];
  readonly product?: Origin;
  readonly status?: number;
  readonly title?: string;
  readonly detail?: string;
  readonly requestId?: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds?: number;
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

/** Problems of one call that are written out; the rest are counted. */
const MAX_PROBLEMS = 10;
/** Room for the names of all parameters of a tool beside the caller's own words. */
const MAX_MESSAGE_CHARS = 400;

/** Puts a failure into words. Text of the service is cleaned and quoted: it informs, and never instructs. */
export function failureWords(failure: Failure): FailureWords {
  switch (failure.kind) {
    case "invalid_arguments":
      return invalidArguments(failure);
    case "configuration":
      return configuration(failure);
    case "invalid_request":
      return invalidRequest(failure);
    case "unauthorized":
      return unauthorized(failure);
    case "forbidden":
      return accessRefused(failure);
    case "not_found":
      return notFound(failure);
    case "rate_limited":
      return rateLimited(failure);
    case "unavailable":
      return unavailable(failure);
    case "upstream_error":
      return upstreamError(failure);
    case "network":
      return network(failure);
    case "timeout":
      return timeout(failure);
    case "unexpected_response":
      return unexpectedResponse(failure);
    case "outcome_unknown":
      return outcomeUnknown(failure);
    case "billing_limit":
      return billingLimit(failure);
    case "cancelled":
      return {
        what: "The call was cancelled before it had an answer.",
        next: "Call again if the answer is still wanted.",
        reason: "cancelled",
        retryable: true,
        wait: "",
      };
    case "internal":
      return {
        what: `coldroute met an error of its own, reference ${failure.reference}.`,
        next: "Report the reference to the operator of coldroute; its log has the details.",
        reason: `internal error ${failure.reference}`,
        retryable: false,
        wait: "",
      };
  }
}

/** The same failure for programs. */
export function failureFacts(failure: Failure): FailureFacts {
  const { retryable, waitMs } = failureWords(failure);
  const problem = "problem" in failure ? failure.problem : undefined;
  return {
    kind: failure.kind,
    ...("product" in failure && failure.product !== undefined ? { product: failure.product } : {}),
    ...("status" in failure && failure.status !== undefined ? { status: failure.status } : {}),
    ...(problem?.title === undefined ? {} : { title: cleanText(problem.title) }),
    ...(problem?.detail === undefined ? {} : { detail: cleanText(problem.detail) }),
    ...("requestId" in failure && failure.requestId !== undefined ? { requestId: cleanText(failure.requestId) } : {}),
    retryable,
    ...(waitMs === undefined || !retryable ? {} : { retryAfterSeconds: Math.max(0, Math.ceil(waitMs / 1000)) }),
  };
}

/** Why a part of an answer is missing, and when to come back: `rate limit reached, ask again in 30 s`. */
export function reasonText(failure: Failure): string {
  const { reason, wait, retryable } = failureWords(failure);
  return retryable && wait !== "" ? `${reason}, ask again${wait}` : reason;
}

function invalidArguments({ problems }: Of<"invalid_arguments">): FailureWords {
  const texts = problems.map(
    ({ parameter, message }: ArgumentProblem) =>
      `${cleanText(parameter)}: ${cleanText(message, MAX_MESSAGE_CHARS).replace(/\.$/, "")}`,
  );
  return {
    what:
      texts.length === 1
        ? `${texts[0]}${texts[0]?.endsWith("?") ? "" : "."}`
        : `${plural(texts.length, "problem")}:\n${listText(texts, MAX_PROBLEMS, "\n")}`,
    next: "Nothing was sent.",
    reason: "invalid arguments",
    retryable: false,
    wait: "",
  };
}

function configuration({ product, problems }: Of<"configuration">): FailureWords {
  const texts = problems.map(
    ({ variable, message }: ConfigProblem) => `${variable} ${cleanText(message).replace(/\.$/, "")}`,
  );
  const variables = [...new Set(problems.map(({ variable }) => variable))].join(", ");
  return {
    what:
      product === "token"
        ? `The client secret could not be read: ${texts.join("; ")}.`
        : `coldroute is not configured for this:\n${texts.map((text) => `- ${text}`).join("\n")}`,
    next: "Nothing was sent. The operator of coldroute must set this; `coldroute doctor` checks it.",
    reason: `not configured (${variables})`,
    retryable: false,
    wait: "",
  };
}

function network({ product, code, sent, waitMs }: Of<"network">): FailureWords {
  const what = sent ? "the connection broke before an answer" : "no connection";
  return {
    what: `${PRODUCT_NAMES[product]}: ${what} (${cleanText(code)}).`,
    next: `Check the network and ${URL_VARIABLES[product]}, then call again${waitText(waitMs)}.`,
    reason: `${sent ? "connection broken" : "no connection"} (${cleanText(code)})`,
    retryable: true,
    ...waitOf(waitMs),
  };
}

function timeout({ product, afterMs, sent, waitMs }: Of<"timeout">): FailureWords {
  const seconds = Math.round(afterMs / 100) / 10;
  return {
    what: `${PRODUCT_NAMES[product]}: ${sent ? "no answer" : "no free connection"} within ${seconds} s.`,
    next: `Call again${waitText(waitMs)}, or ask for less at once.`,
    reason: `no answer within ${seconds} s`,
    retryable: true,
    ...waitOf(waitMs),
  };
}

function billingLimit(failure: Of<"billing_limit">): FailureWords {
  const limit = plural(failure.limit, "billable request");
  if (failure.scope === "call") {
    return {
      what: `One call may bill ${limit} at most (COLDROUTE_MAX_BILLABLE_PER_CALL).`,
      next: "Ask for less in one call, or have the limit raised.",
      reason: `limit of ${limit} a call reached (COLDROUTE_MAX_BILLABLE_PER_CALL)`,
      retryable: false,
      wait: "",
    };
  }
  return {
    what: `The day's limit of ${limit} is reached (COLDROUTE_BILLABLE_LIMIT).`,
    next: "Call again at 00:00 UTC, or have the limit raised. Nothing more is sent before.",
    reason: `the day's limit of ${limit} is reached (COLDROUTE_BILLABLE_LIMIT)`,
    retryable: true,
    waitMs: failure.waitMs,
    wait: " at 00:00 UTC",
  };
}
