import type { ProductSource } from "../../api/model/usage.ts";
import { cleanText, quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { type Failure, isPerhapsBilled, type ProblemDetails } from "../../domain/failure.ts";
import { type Origin, PRODUCTS } from "../../domain/product.ts";
import { defined } from "../../domain/record.ts";
import { ageText, waitText } from "../../domain/time-units.ts";
import { capital, listText, plural, utcText } from "../answer/words.ts";
import { networkWords, timeoutWords } from "./network-words.ts";
import { outcomeWords } from "./outcome-words.ts";

/** `title` opens a sentence; `urlIn` is the variable of the URL. */
export const ORIGINS: Readonly<Record<Origin, { readonly title: string; readonly urlIn: string }>> = {
  ...PRODUCTS,
  token: { title: "The token endpoint", urlIn: "COLDROUTE_AUTH_URL" },
};

interface Wording {
  /** A sentence; default: product and reason. */
  readonly what?: string;
  /** A clause without the wait, for an answer that lacks only this part. */
  readonly reason: string;
  readonly next: string;
  readonly retryable?: boolean;
}

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

const CHECK_CREDENTIALS =
  "The operator of coldroute should check COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET (or its _FILE or _COMMAND), " +
  "COLDROUTE_AUDIENCE and COLDROUTE_AUTH_URL.";

/** A title that says no more than its status. */
const STATUS_NAME =
  /^(?:(?:HTTP |Status )?\d{3}[ :]{0,2})?(?:Bad Request|Unauthorized|Forbidden|Not Found|Too Many Requests|Unprocessable \w{1,9}|Internal Server Error|Bad Gateway|Service Unavailable)?$/i;

/** Room for the caller's own words and the names of all of a tool's parameters. */
const MAX_MESSAGE_CHARS = 400;
/** Further ones are counted. */
const MAX_PROBLEMS = 10;
const MAX_QUOTE_CHARS = 160;

/**
 * Puts a failure into words. The service's text is cleaned and quoted: it informs, and never instructs.
 *
 *     what    Package tracking: rate limit reached.     reason  rate limit reached
 *     next    Call again in 40 s, no sooner.            wait     in 40 s
 */
export function failureWords(failure: Failure) {
  const { waitMs } = failure;
  const isUntilMidnight = failure.kind === "billing_limit" && failure.scope !== "call";
  const inTime = waitMs === undefined ? "" : ` in ${waitText(waitMs)}`;
  const wait = isUntilMidnight ? " at 00:00 UTC" : inTime;
  const { what, reason, next, retryable = false } = wordingOf(failure, wait);
  // Billing limits are coldroute's own, whichever product met one.
  const product = failure.kind === "billing_limit" ? undefined : failure.product;
  const byDefault = product === undefined ? `${capital(reason)}.` : `${ORIGINS[product].title}: ${reason}.`;
  return {
    what: what ?? byDefault,
    next,
    reason,
    retryable,
    waitMs,
    /** ` in 30 s` or ` at 00:00 UTC`; empty if no wait is known. */
    wait,
  };
}

function wordingOf(failure: Failure, wait: string): Wording {
  switch (failure.kind) {
    case "invalid_arguments":
      return { what: problemsText(failure.problems), reason: "invalid arguments", next: "Nothing was sent or billed." };
    case "configuration":
      return configuration(failure);
    case "invalid_request":
    case "unauthorized":
    case "forbidden":
      return refused(failure);
    case "not_found":
      return failure.product === "tracking"
        ? { reason: "not found: check the number, or try the other (order or tracking)", next: "" }
        : { reason: `no such resource (404)${quoteOf(failure)}`, next: checkUrl(failure.product) };
    case "rate_limited": {
      // Without a status, an earlier answer asked for this wait, and it may have been a 503.
      const reason = failure.status === undefined ? "the service asked coldroute to wait" : "rate limit reached";
      return { reason: `${reason}${quoteOf(failure)}`, next: `Call again${wait}, no sooner.`, retryable: true };
    }
    case "unavailable":
      return { reason: `unavailable (${failure.status})${quoteOf(failure)}`, next: later(wait), retryable: true };
    case "upstream_error": {
      const reason = `status ${failure.status}${quoteOf(failure)}`;
      if (failure.status >= 500) return { reason, next: later(wait), retryable: true };
      const { urlIn } = ORIGINS[failure.product];
      return { reason, next: `A retry is unlikely to help. Check ${urlIn}, or ask the operator of the service.` };
    }
    case "network":
      return networkWords(failure, ORIGINS[failure.product].urlIn, wait);
    case "timeout":
      return timeoutWords(failure, wait);
    case "unexpected_response":
      return unexpectedResponse(failure);
    case "outcome_unknown":
      return outcomeWords(failure, quoteOf(failure));
    case "billing_limit":
      return billingLimit(failure, wait);
    case "cancelled":
      return {
        what: "The call was cancelled before it had an answer.",
        reason: "cancelled",
        next: "",
        retryable: true,
      };
    case "internal":
      return {
        reason: `internal error, reference ${failure.reference}`,
        next: "Give the reference to the operator of coldroute; its log has the details.",
      };
  }
}

function later(wait: string): string {
  return `Call again${wait || " later"}.`;
}

function checkUrl(product: Origin): string {
  return `The URL may be wrong: check ${ORIGINS[product].urlIn}; \`coldroute doctor\` tests it.`;
}

function problemsText(problems: Of<"invalid_arguments">["problems"]): string {
  const texts = problems.map(({ parameter, message }) =>
    compact(parameter && cleanText(parameter), cleanText(message, MAX_MESSAGE_CHARS).replace(/\.$/, "")).join(": "),
  );
  return texts.length === 1
    ? `${texts[0]}.`.replace(/\?\.$/, "?")
    : `${texts.length} problems:\n${listText(texts, MAX_PROBLEMS, "\n")}`;
}

function configuration({ product, problems }: Of<"configuration">): Wording {
  const texts = problems.map(({ variable, message }) => `- ${variable} ${cleanText(message).replace(/\.$/, "")}`);
  const what = product === "token" ? "The client secret could not be read:" : "coldroute is not configured for this:";
  return {
    what: [what, ...texts].join("\n"),
    reason: `not configured (${[...new Set(problems.map(({ variable }) => variable))].join(", ")})`,
    next: "Nothing was sent. The operator of coldroute must set this; `coldroute doctor` checks it.",
  };
}

/** 400, 422, 403, and a 401 that came again after the retry with a new access token (service.md 5.6, 7). */
function refused(failure: Of<"invalid_request" | "unauthorized" | "forbidden">): Wording {
  const { kind, product, status } = failure;
  if (status === undefined) {
    const reason = `its token expires before it can be used (it lasts ${failure.lifeMs / 1000} s)`;
    return { reason, next: "Ask the operator of the service for tokens that last longer." };
  }
  const quoted = quoteOf(failure);
  if (product === "token") {
    const oddity = failure.oddSecret === undefined ? "" : `The client secret ${failure.oddSecret}. `;
    return { reason: `credentials refused (${status})${quoted}`, next: `${oddity}${CHECK_CREDENTIALS}` };
  }
  const name = ORIGINS[product].title.toLowerCase();
  if (kind === "invalid_request") {
    const reason = `refused by the service (${status})${quoted || ", which gave no reason"}`;
    // The service bills no errors (service.md 1.5).
    return { what: `${ORIGINS[product].title}: ${reason}. Not billed.`, reason, next: PRODUCTS[product].correction };
  }
  const granted = `The operator of the service can grant the permission for ${name}`;
  if (kind === "unauthorized") {
    const reason = `a new access token was refused too (${status})${quoted}`;
    return { reason, next: `The credentials probably lack a scope. ${granted}. Other tools may work.` };
  }
  const reason = `the API account has no access to ${name} (${status})${quoted}`;
  return { what: `${capital(reason)}.`, reason, next: `The credentials are valid. ${granted}.` };
}

/** The answer departs from the specification. The service sends X-Request-Id with every response (service.md 4). */
function unexpectedResponse(failure: Of<"unexpected_response">): Wording {
  const { product, what, status, requestId } = failure;
  const reason = `unexpected response${status === undefined ? "" : ` (${status})`}: ${what}`;
  if (isPerhapsBilled(failure) && requestId !== undefined) {
    const billed = "The request may have been billed: do not simply call again.";
    return { reason, next: `${billed} Give the operator of the service request id ${quote(requestId)}.` };
  }
  const unsigned = requestId === undefined && product !== "token" ? "It carries no X-Request-Id. " : "";
  return { reason, next: `${unsigned}${checkUrl(product)}` };
}

function billingLimit(failure: Of<"billing_limit">, wait: string): Wording {
  if (failure.scope === "call") {
    const reason = `one call may bill at most ${plural(failure.limit, "request")}: COLDROUTE_MAX_BILLABLE_PER_CALL`;
    return { reason, next: "Ask for less in one call, or have the limit raised." };
  }
  const isOfDay = failure.scope === "day";
  const whose = isOfDay ? "" : ` for ${failure.owner === undefined ? "this caller" : `"${failure.owner}"`} alone`;
  const reason = `the day's limit of ${plural(failure.limit, "billable request")} has been reached${whose}`;
  const variable = isOfDay ? "COLDROUTE_BILLABLE_LIMIT" : "COLDROUTE_HTTP_BILLABLE_LIMIT";
  const what = `${capital(reason)}. The operator of coldroute set it (${variable}), and can raise it.`;
  const next = `The limit resets${wait}, in ${waitText(failure.waitMs)}. Nothing more is sent before then.`;
  return { what, reason, next, retryable: true };
}

/** The service's own words: its detail, or else a title that says more than the status. */
function quoteOf({ problem }: { readonly problem?: ProblemDetails | undefined }): string {
  const [text] = compact(problem?.detail, problem?.title).filter((words) => !STATUS_NAME.test(words.trim()));
  // The sentence around the quotation has its own full stop. An ellipsis stays.
  return text === undefined ? "" : `: ${quote(cleanText(text, MAX_QUOTE_CHARS).replace(/(?<=[^.\s])\.$/, ""))}`;
}

/** Why a part of an answer is missing, and the wait if any: `rate limit reached, ask again in 30 s`. */
export function reasonText(failure: Failure): string {
  const { reason, wait, retryable } = failureWords(failure);
  return retryable && wait !== "" ? `${reason}, ask again${wait}` : reason;
}

/** `STALE alerts, data of 2026-11-23 08:03Z, read 12 min ago (unavailable (503))`: memory answers because the service failed. */
export function staleText(subject: string, { ageMs, staleAfter }: ProductSource, dataOf?: string | null): string {
  const data = dataOf && `data of ${utcText(dataOf)}`;
  const why = staleAfter === undefined ? "" : ` (${reasonText(staleAfter)})`;
  return `${compact(subject, data, `read ${ageText(Math.floor(ageMs / 1000))} ago`).join(", ")}${why}`;
}

export type FailureFacts = ReturnType<typeof failureFacts>;

/** For programs: `_meta["coldroute/error"]`. */
export function failureFacts(failure: Failure) {
  const { kind, product, status, requestId, problem: { title, detail } = {} } = failure;
  const { retryable, waitMs } = failureWords(failure);
  const retryAfterSeconds = waitMs === undefined || !retryable ? undefined : Math.max(0, Math.ceil(waitMs / 1000));
  return {
    kind,
    ...defined({ product, status, title, detail, requestId }),
    retryable,
    ...defined({ retryAfterSeconds }),
  };
}
