import type { ArgumentProblem, ConfigProblem, Failure, Origin } from "../api/failure.ts";
import { cleanText } from "../domain/clean.ts";
import {
  type FailureWords,
  forbidden,
  invalidRequest,
  notFound,
  outcomeUnknown,
  PRODUCT_NAMES,
  rateLimited,
  URL_VARIABLES,
  unauthorized,
  unavailable,
  unexpectedResponse,
  upstreamError,
  wait,
} from "./refusal-text.ts";
import { listText, plural, shortText, waitSeconds } from "./text.ts";

/** `_meta["coldroute/error"]` (DESIGN 3, errors). */
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

/** Room for the names of all parameters of a tool beside what a caller wrote. */
const MAX_MESSAGE_CHARS = 400;

/** How many problems of one call are written out; the rest are counted. */
const MAX_PROBLEMS = 12;

/**
 * Puts a failure into words. `examples` are the tool's good values by parameter, shown where one was refused. Text of
 * the service is cleaned and quoted: it informs, and never instructs.
 */
export function failureWords(failure: Failure, examples: Readonly<Record<string, string>> = {}): FailureWords {
  switch (failure.kind) {
    case "invalid_arguments":
      return invalidArguments(failure, examples);
    case "configuration":
      return configuration(failure);
    case "invalid_request":
      return invalidRequest(failure);
    case "unauthorized":
      return unauthorized(failure);
    case "forbidden":
      return forbidden(failure);
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
      };
    case "internal":
      return {
        what: `coldroute met an error of its own. Reference: ${failure.reference}.`,
        next: "Report the reference to whoever runs coldroute; its log has the details.",
        reason: `internal error ${failure.reference}`,
        retryable: false,
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
    ...(waitMs === undefined || !retryable ? {} : { retryAfterSeconds: waitSeconds(waitMs) }),
  };
}

/** Why a part of an answer is missing, in `maxChars` at most, and when it may be had, where that is known. */
export function partReason(failure: Failure, maxChars: number): string {
  return reasonAndWait(failure, maxChars, ", ask again");
}

/** The same for what was read beside something else: by calling `tool`, since this call does more than read. */
export function besideReason(failure: Failure, maxChars: number, tool: string): string {
  return reasonAndWait(failure, maxChars, `; ${tool} may be asked`);
}

/** The same for what memory stands in for, without a word on who is to ask: it may stand beside what must not be done twice. */
export function staleReason(failure: Failure, maxChars: number): string {
  return reasonAndWait(failure, maxChars, "; it may be asked again");
}

function reasonAndWait(failure: Failure, maxChars: number, toAsk: string): string {
  const reason = shortText(failureWords(failure).reason, maxChars);
  const { retryAfterSeconds } = failureFacts(failure);
  return retryAfterSeconds === undefined ? reason : `${reason}${toAsk} in ${retryAfterSeconds} s`;
}

function invalidArguments(failure: Of<"invalid_arguments">, examples: Readonly<Record<string, string>>): FailureWords {
  const problems = failure.problems.map((problem) => argumentText(problem, examples));
  return {
    what: `Invalid arguments. ${listText(problems, MAX_PROBLEMS, "; ")}.`,
    next: "Nothing was sent. Mend this and call again.",
    reason: "invalid arguments",
    retryable: false,
  };
}

function argumentText({ parameter, message }: ArgumentProblem, examples: Readonly<Record<string, string>>): string {
  const path = parameter.split(".").filter((part) => !/^\d+$/.test(part));
  let example: string | undefined;
  // The nearest parameter that has an example: one for a whole object serves its parts too.
  for (let length = path.length; length > 0 && example === undefined; length -= 1) {
    const key = path.slice(0, length).join(".");
    if (Object.hasOwn(examples, key)) example = length === path.length ? examples[key] : `${key}: ${examples[key]}`;
  }
  const text = `${cleanText(parameter)}: ${cleanText(message, MAX_MESSAGE_CHARS).replace(/\.$/, "")}`;
  return example === undefined ? text : `${text} (a good value: ${example})`;
}

function configuration(failure: Of<"configuration">): FailureWords {
  const text = (problem: ConfigProblem): string =>
    `${problem.variable} ${cleanText(problem.message).replace(/\.$/, "")}`;
  if (failure.product === "token") {
    const problems = failure.problems.map(text).join("; ");
    return {
      what: `The client secret could not be read: ${problems}.`,
      next: "Nothing was sent. Whoever runs coldroute has to mend this; `coldroute doctor` checks it.",
      reason: `no client secret (${problems})`,
      retryable: false,
    };
  }
  return {
    what: ["coldroute is not configured for this:", ...failure.problems.map((problem) => `- ${text(problem)}`)].join(
      "\n",
    ),
    next: "Nothing was sent. Whoever runs coldroute has to set these variables; `coldroute doctor` checks them all.",
    reason: `not configured (${[...new Set(failure.problems.map((problem) => problem.variable))].join(", ")})`,
    retryable: false,
  };
}

function network({ product, code, sent, waitMs }: Of<"network">): FailureWords {
  return {
    what: `${PRODUCT_NAMES[product]}: ${sent ? "the connection broke before an answer" : "no connection"} (${cleanText(code)}).`,
    next: `Check the network and ${URL_VARIABLES[product]}, then call again${inSeconds(waitMs)}.`,
    reason: sent ? `connection broken (${cleanText(code)})` : `no connection (${cleanText(code)})`,
    retryable: true,
    ...wait(waitMs),
  };
}

function timeout({ product, afterMs, sent, waitMs }: Of<"timeout">): FailureWords {
  const seconds = Math.round(afterMs / 100) / 10;
  return {
    what: `${PRODUCT_NAMES[product]}: ${sent ? "no answer" : "could not be asked"} within ${seconds} s.`,
    next: `Call again${inSeconds(waitMs)}; if it stays so, ask for less at once, or have COLDROUTE_TIMEOUT_MS and COLDROUTE_MAX_WAIT_MS raised.`,
    reason: `no answer within ${seconds} s`,
    retryable: true,
    ...wait(waitMs),
  };
}

function billingLimit(failure: Of<"billing_limit">): FailureWords {
  if (failure.scope === "call") {
    return {
      what: `This call may bill ${failure.limit} at most (COLDROUTE_MAX_BILLABLE_PER_CALL).`,
      next: "Ask for less in one call, or have the limit raised.",
      reason: `over the limit of ${plural(failure.limit, "billable request")} a call (COLDROUTE_MAX_BILLABLE_PER_CALL)`,
      retryable: false,
    };
  }
  const reached = `day's limit of ${plural(failure.limit, "billable request")} is reached (COLDROUTE_BILLABLE_LIMIT)`;
  return {
    what: `The ${reached}.`,
    next: `Nothing more is sent until 00:00 UTC, in ${waitSeconds(failure.waitMs)} s, unless the limit is raised.`,
    reason: `the ${reached}`,
    retryable: true,
    waitMs: failure.waitMs,
  };
}

function inSeconds(waitMs: number | undefined): string {
  return waitMs === undefined ? "" : ` in ${waitSeconds(waitMs)} s`;
}
