import type { ProductSource } from "../../api/model/usage.ts";
import { cleanText, quote } from "../../domain/clean.ts";
import type { Failure, ProblemDetails } from "../../domain/failure.ts";
import { ageText, waitText } from "../../domain/hours.ts";
import type { Origin } from "../../domain/product.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import { capital, given, listText, plural, wordText } from "../answer/words.ts";
import { PRODUCT_NAMES, URL_VARIABLES } from "./origins.ts";

/** A failure in words: what happened, what to do next, and both in a clause. */
interface FailureWords {
  readonly what: string;
  readonly next: string;
  /** For one line of an answer whose other parts stand; without the wait and without a full stop. */
  readonly reason: string;
  readonly retryable: boolean;
  readonly waitMs?: number;
  /** ` in 30 s` or ` at 00:00 UTC`; empty where no wait is known. */
  readonly wait: string;
}

type Again = Partial<Pick<FailureWords, "retryable" | "wait">> & { readonly waitMs?: number | undefined };

const CHECK_CREDENTIALS =
  "The operator of coldroute should check COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET (or its _FILE or _COMMAND), " +
  "COLDROUTE_AUDIENCE and COLDROUTE_AUTH_URL.";

const ASK_OPERATOR = "ask the operator of the service";

/** The next step, given ` in 30 s` or an empty text where no wait is known. */
type Next = string | ((wait: string) => string);

const later: Next = (wait) => `Call again${wait || " later"}.`;

/** A wait that nobody sits out: the service's clock or its configuration is wrong. */
const YEAR_MS = 365 * DAY_MS;

type Of<Kind extends Failure["kind"]> = Extract<Failure, { readonly kind: Kind }>;

/** Room for the names of all parameters of a tool beside the caller's own words. */
const MAX_MESSAGE_CHARS = 400;
/** Problems of one call that are written out, ten names and the number of others for one; the rest are counted. */
const MAX_PROBLEMS = 11;
/** Room for each text of the service inside a line. */
const MAX_SAID_CHARS = 160;

/** Puts a failure into words. Text of the service is cleaned and quoted: it informs, and never instructs. */
export function failureWords(failure: Failure): FailureWords {
  switch (failure.kind) {
    case "invalid_arguments":
      return invalidArguments(failure);
    case "configuration":
      return configuration(failure);
    case "invalid_request":
    case "unauthorized":
    case "forbidden":
      return refusedRequest(failure);
    case "not_found":
      return notFound(failure);
    case "rate_limited": {
      // Without a status it is a wait that an earlier answer asked for, which may have been a 503.
      const reason = failure.status === undefined ? "the service asked to wait" : "rate limit reached";
      return ofProduct(failure, `${reason}${said(failure.problem)}`, (wait) => `Call again${wait}, not earlier.`, true);
    }
    case "unavailable":
      return ofProduct(failure, `unavailable (${failure.status})${said(failure.problem)}`, later, true);
    case "upstream_error":
      return upstreamError(failure);
    case "network": {
      const reason = failure.sent ? "the connection broke before an answer" : "no connection";
      const check = `Check the network and ${URL_VARIABLES[failure.product]}, then call again`;
      return ofProduct(failure, `${reason} (${failure.code})`, (wait) => `${check}${wait}.`, true);
    }
    case "timeout": {
      const reason = `${failure.sent ? "no answer" : "nothing could be sent"} within ${Math.round(failure.afterMs / 100) / 10} s`;
      return ofProduct(failure, reason, (wait) => `Call again${wait}, or ask for less at once.`, true);
    }
    case "unexpected_response":
      return unexpectedResponse(failure);
    case "outcome_unknown":
      return outcomeUnknown(failure);
    case "billing_limit":
      return billingLimit(failure);
    case "cancelled":
      return worded("The call was cancelled before it had an answer.", "", "cancelled", { retryable: true });
    case "internal": {
      const reason = `internal error, reference ${failure.reference}`;
      const next = "Give the reference to the operator of coldroute; its log has the details.";
      return worded(`${capital(reason)}.`, next, reason);
    }
  }
}

function worded(what: string, next: Next, reason: string, again: Again = {}): FailureWords {
  const { retryable = false, waitMs, wait = waitMs === undefined ? "" : ` in ${waitText(waitMs)}` } = again;
  return {
    what,
    next: typeof next === "string" ? next : next(wait),
    reason,
    retryable,
    wait,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

/** A failure of one product: `Five-day risk: rate limit reached.` */
function ofProduct(
  { product, waitMs }: { readonly product: Origin; readonly waitMs?: number | undefined },
  reason: string,
  next: Next,
  retryable = false,
): FailureWords {
  if (waitMs !== undefined && waitMs >= YEAR_MS) {
    const lasting = `${reason}; the wait lasts years`;
    return worded(
      `${PRODUCT_NAMES[product]}: ${lasting}.`,
      "Tell the operator of the service; nothing is sent before.",
      lasting,
    );
  }
  return worded(`${PRODUCT_NAMES[product]}: ${reason}.`, next, reason, { retryable, waitMs });
}

function invalidArguments({ problems }: Of<"invalid_arguments">): FailureWords {
  const texts = problems.map(({ parameter, message }) =>
    given(parameter && cleanText(parameter), cleanText(message, MAX_MESSAGE_CHARS).replace(/\.$/, "")).join(": "),
  );
  const what =
    texts.length === 1
      ? `${texts[0]}.`.replace(/\?\.$/, "?")
      : `${texts.length} problems:\n${listText(texts, MAX_PROBLEMS, "\n")}`;
  return worded(what, "Nothing was sent or billed.", "invalid arguments");
}

function configuration({ product, problems: told }: Of<"configuration">): FailureWords {
  const isUrl = told.length === 0 && product !== undefined;
  const problems = isUrl ? [{ variable: URL_VARIABLES[product], message: "is needed" }] : told;
  const texts = problems.map(({ variable, message }) => `- ${variable} ${cleanText(message).replace(/\.$/, "")}`);
  const what = product === "token" ? "The client secret could not be read:" : "coldroute is not configured for this:";
  const next = "Nothing was sent. The operator of coldroute must set this; `coldroute doctor` checks it.";
  const variables = [...new Set(problems.map(({ variable }) => variable))].join(", ");
  return worded([what, ...texts].join("\n"), next, `not configured (${variables})`);
}

/** 400, 401 after the one repetition with a new access token, and 403 (service.md 5.6, 7). */
function refusedRequest(failure: Of<"invalid_request" | "unauthorized" | "forbidden">): FailureWords {
  const { kind, product, status, problem } = failure;
  if (status === undefined) {
    const reason = `its token expires before it can be used (it lives ${failure.lifeMs / 1000} s)`;
    return ofProduct(failure, reason, "Ask the operator of the service for tokens that live longer.");
  }
  const refused = `(${status})${said(problem)}`;
  if (product === "token") return ofProduct(failure, `credentials refused ${refused}`, CHECK_CREDENTIALS);
  switch (kind) {
    case "invalid_request":
      return ofProduct(failure, `refused ${refused}`, "A refusal is not billed. Correct what it names and call again.");
    case "unauthorized": {
      const next = `The credentials probably lack this product's scope: ${ASK_OPERATOR}. Other tools may work.`;
      return ofProduct(failure, `a new access token was refused too ${refused}`, next);
    }
    case "forbidden": {
      const next = `The access token is valid, but its API account is missing or invalid: ${ASK_OPERATOR}.`;
      return ofProduct(failure, `access refused ${refused}`, next);
    }
  }
}

/** 404 that carries `X-Request-Id`. */
function notFound(failure: Of<"not_found">): FailureWords {
  if (failure.product === "tracking") {
    return ofProduct(failure, "not found: check the number, or try the other one (order or tracking)", "");
  }
  const next = `The URL may be wrong: check ${URL_VARIABLES[failure.product]}.`;
  return ofProduct(failure, `no such resource (404)${said(failure.problem)}`, next);
}

/** 408 and 425 ask for a repetition in their own words (RFC 9110 section 15.5.9, RFC 8470). */
function upstreamError(failure: Of<"upstream_error">): FailureWords {
  const { product, status, problem } = failure;
  const isRetryable = status >= 500 || status === 408 || status === 425;
  const mend =
    product === "token"
      ? CHECK_CREDENTIALS
      : `Retrying is unlikely to help: check ${URL_VARIABLES[product]}, or ${ASK_OPERATOR}.`;
  return ofProduct(failure, `status ${status}${said(problem)}`, isRetryable ? later : mend, isRetryable);
}

/** An answer that is not what the specification shows. */
function unexpectedResponse(failure: Of<"unexpected_response">): FailureWords {
  const { product, what, status = 0, requestId } = failure;
  const variable = URL_VARIABLES[product];
  const reason = `unexpected response${status === 0 ? "" : ` (${status})`}: ${what}`;
  if (product === "token") {
    return ofProduct(failure, reason, `Nothing was billed. The operator of coldroute should check ${variable}.`);
  }
  if (status >= 300 && status < 400 && status !== 304) {
    return ofProduct(failure, reason, `It was not billed; ${variable} should name the service itself.`);
  }
  // The service signs every response (service.md 4).
  const unsigned = `It carries no X-Request-Id: probably a wrong URL. Check ${variable}; \`coldroute doctor\` tests it.`;
  const signed =
    "A success may have been billed: do not simply call again. Give the operator of the service request id";
  return ofProduct(failure, reason, requestId === undefined ? unsigned : `${signed} ${wordText(requestId)}.`);
}

/** A plan that may exist: `POST /shipments` was sent and its outcome is not known. */
function outcomeUnknown({ status, problem }: Of<"outcome_unknown">): FailureWords {
  const why = status === undefined ? ": no answer came" : status < 300 ? ": its answer cannot be read" : said(problem);
  const unknown = `unknown whether a plan was made${status === undefined ? "" : ` (${status})`}`;
  return worded(
    `${capital(unknown)}${why}. It may exist and be billed.`,
    "Check the account before planning again; this API cannot list plans.",
    `${unknown}; it may exist and be billed: check the account before planning again`,
  );
}

function billingLimit(failure: Of<"billing_limit">): FailureWords {
  if (failure.scope === "call") {
    const what = `one call may bill ${plural(failure.limit, "request")} at most (COLDROUTE_MAX_BILLABLE_PER_CALL)`;
    return worded(`${capital(what)}.`, "Ask for less in one call, or have the limit raised.", what);
  }
  const limit = `limit of ${plural(failure.limit, "billable request")} is reached`;
  const what =
    failure.scope === "day"
      ? `the day's ${limit} (COLDROUTE_BILLABLE_LIMIT)`
      : `the day's ${limit} for ${failure.owner === undefined ? "this caller" : `"${failure.owner}"`} alone (COLDROUTE_HTTP_BILLABLE_LIMIT)`;
  const next: Next = (wait) => `Call again${wait}, or have the limit raised. Nothing more is sent before.`;
  return worded(`${capital(what)}.`, next, what, { retryable: true, waitMs: failure.waitMs, wait: " at 00:00 UTC" });
}

/** The service's own words, quoted. */
function said(problem: ProblemDetails | undefined): string {
  const texts = [problem?.title, problem?.detail].filter((text) => text !== undefined && text !== "");
  return texts.length === 0 ? "" : `: ${texts.map((text) => quote(cleanText(text ?? "", MAX_SAID_CHARS))).join(", ")}`;
}

/** The reason why a part of an answer is missing, and the wait: `rate limit reached, ask again in 30 s`. */
export function reasonText(failure: Failure): string {
  const { reason, wait, retryable } = failureWords(failure);
  return retryable && wait !== "" ? `${reason}, ask again${wait}` : reason;
}

/** `STALE heat, read 12 min ago (unavailable (503))`: an answer from memory that the service could not give now. */
export function staleText(subject: string, { ageMs, staleAfter }: ProductSource): string {
  const why = staleAfter === undefined ? "" : ` (${reasonText(staleAfter)})`;
  return `${subject}, read ${ageText(Math.floor(ageMs / 1000))} ago${why}`;
}
