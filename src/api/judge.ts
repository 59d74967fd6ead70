import { type Failure, type Origin, REFUSALS, type Refused } from "./failure.ts";
import { known, parseJson } from "./json.ts";
import { describeBody, isProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import { backoffMs, holdBackoffMs, type Repeat } from "./retry.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { Head, Reply } from "./transport.ts";

/** A request, as far as the judgement depends on it. */
export interface Asked {
  readonly product: Origin;
  /** Whether its answer may mean that something exists now: then a lost answer leaves the outcome unknown. */
  readonly creates: boolean;
}

/** A 2xx answer whose body was read whole and is JSON. */
export interface Received {
  readonly status: number;
  readonly json: unknown;
  /** Size of the body, for the memory's bound. */
  readonly bytes: number;
  readonly requestId?: string;
}

/** The end of one attempt. */
export type Outcome =
  | { readonly ok: true; readonly received: Received }
  | { readonly ok: false; readonly failure: Failure; readonly repeat: Repeat };

/** The circumstances of an attempt. */
export interface Judging {
  readonly nowMs: number;
  /** How long its answer holds the product back, where it does. */
  readonly holdMs?: number | undefined;
  /** How long the attempt could take. */
  readonly timeoutMs: number;
}

interface Evidence {
  readonly status?: number;
  readonly requestId?: string | undefined;
}

type Answered = Extract<Reply, { kind: "answer" | "broken" }>;

/**
 * Turns the reply to one attempt into an answer or a failure, and says whether it may be repeated (G-retry and
 * G-answers; service.md 7). Of a request that creates, everything that leaves open whether it exists now is
 * `outcome_unknown`.
 */
export function judge(asked: Asked, reply: Reply, judging: Judging): Outcome {
  const outcome = judgeReading(asked.product, reply, judging);
  if (outcome.ok || !asked.creates || !mayExist(reply)) return outcome;
  const evidence = "headers" in reply ? { status: reply.status, requestId: requestIdOf(reply.headers) } : {};
  return { ok: false, failure: unknownOutcome(outcome.failure, evidence), repeat: "never" };
}

/** A 2xx that cannot be used: of a plan nobody knows then what it is, but it may exist. */
export function unusable({ product, creates }: Asked, what: string, evidence: Received): Failure {
  const { status, requestId } = evidence;
  const failure: Failure = { kind: "unexpected_response", product, what, status, ...known({ requestId }) };
  return creates ? unknownOutcome(failure, evidence) : failure;
}

/** Judges as if nothing but an answer could be lost. */
function judgeReading(product: Origin, reply: Reply, judging: Judging): Outcome {
  switch (reply.kind) {
    case "answer":
    case "broken":
      // The status line stands, whatever became of the body.
      return isSuccess(reply) ? judgeBody(product, reply, judging) : judgeStatus(product, reply, judging);
    case "unsent":
      return { ok: false, failure: { kind: "network", product, code: reply.code, sent: false }, repeat: "allowed" };
    case "lost":
      return { ok: false, failure: { kind: "network", product, code: reply.code, sent: true }, repeat: "once" };
    case "timeout":
      return timedOut(product, reply.sent, judging);
    case "cancelled":
      return { ok: false, failure: { kind: "cancelled", product }, repeat: "never" };
  }
}

function judgeBody(product: Origin, reply: Answered, judging: Judging): Outcome {
  const { status } = reply;
  const evidence = known({ requestId: requestIdOf(reply.headers) });
  const unexpected = (what: string, repeat: Repeat): Outcome => {
    return { ok: false, failure: { kind: "unexpected_response", product, what, status, ...evidence }, repeat };
  };
  if (reply.kind === "answer") {
    const json = parseJson(reply.text);
    if (json === undefined) return unexpected(describeBody(reply.text), "once");
    return { ok: true, received: { status, json, bytes: reply.bytes, ...evidence } };
  }
  switch (reply.cause) {
    case "lost":
      return unexpected("a body that broke off", "once");
    case "encoding":
      return unexpected("a body whose content encoding could not be read", "once");
    case "too_large":
      return unexpected("a body over 32 MiB", "never");
    case "timeout":
      return timedOut(product, true, judging);
    case "cancelled":
      return { ok: false, failure: { kind: "cancelled", product }, repeat: "never" };
  }
}

function judgeStatus(product: Origin, reply: Answered, { nowMs, holdMs }: Judging): Outcome {
  const { status, headers } = reply;
  const requestId = requestIdOf(headers);
  if (status < 400 || (status === 404 && requestId === undefined)) {
    const what = status === 404 ? "a 404 that is not the service's own" : "a redirect, which is not followed";
    const failure: Failure = { kind: "unexpected_response", product, status, what, ...known({ requestId }) };
    return { ok: false, failure, repeat: "never" };
  }
  const kind = status in REFUSALS ? REFUSALS[status as keyof typeof REFUSALS] : "upstream_error";
  const waitMs = holdMs ?? retryAfterMs(headers, nowMs);
  const failure: Refused = { kind, product, status, ...known({ problem: problemOf(reply), requestId, waitMs }) };
  const isForNow = kind === "rate_limited" || kind === "unavailable";
  return { ok: false, failure, repeat: isForNow ? "allowed" : status >= 500 ? "once" : "never" };
}

function timedOut(product: Origin, sent: boolean, { timeoutMs }: Judging): Outcome {
  const failure: Failure = { kind: "timeout", product, afterMs: timeoutMs, sent };
  return { ok: false, failure, repeat: sent ? "once" : "allowed" };
}

/** Whether what a request was to create may exist now. */
function mayExist(reply: Reply): boolean {
  switch (reply.kind) {
    case "unsent":
      return false;
    case "lost":
      return true;
    case "timeout":
    case "cancelled":
      return reply.sent;
    case "answer":
    case "broken": {
      const { status } = reply;
      const isRefusal = (status === 502 || status === 503) && isProblemDetails(problemOf(reply), reply);
      return isSuccess(reply) || (status >= 500 && !isRefusal);
    }
  }
}

function unknownOutcome(failure: Failure, { status, requestId }: Evidence): Failure {
  const problem = "problem" in failure ? failure.problem : undefined;
  const evidence = known({ status, requestId, problem });
  return { kind: "outcome_unknown", product: "planning", what: openQuestion(failure), ...evidence };
}

function openQuestion(failure: Failure): string {
  switch (failure.kind) {
    case "timeout":
      return "no whole answer came in time";
    case "cancelled":
      return "the call was cancelled before the whole answer came";
    case "unexpected_response":
      return `the answer was ${failure.what}`;
    case "unavailable":
    case "upstream_error":
      return `the answer was ${failure.status}, which does not say what became of the plan`;
    default:
      return "the connection broke before an answer came";
  }
}

function isSuccess({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

function problemOf(reply: Answered) {
  return readProblem(reply.kind === "answer" ? reply.text : "");
}

/**
 * How long an answer to attempt number `attempt` holds its product back (G-rate-limit): a 429 always, a 503 with
 * Retry-After; `undefined` for any other. Retry-After is a floor, and the backoff holds where it is missing or unreadable.
 */
export function holdMs(
  { status, headers }: Head,
  attempt: number,
  nowMs: number,
  random: () => number,
): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  const askedMs = retryAfterMs(headers, nowMs);
  return askedMs === undefined ? holdBackoffMs(attempt) : Math.max(askedMs, backoffMs(attempt, random));
}
