import type { Endpoint } from "./endpoint.ts";
import type { Failure } from "./failure.ts";
import { known, parseJson } from "./json.ts";
import { describeBody, isProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import { backoffMs, holdBackoffMs, type Repeat } from "./retry.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type Evidence, statusFailure } from "./status-failure.ts";
import type { Reply, ResponseHeaders } from "./transport.ts";

/** A 2xx answer whose body was read whole and is JSON. */
export interface Received {
  readonly status: number;
  readonly json: unknown;
  /** Size of the body, for the memory's bound. */
  readonly bytes: number;
  readonly requestId?: string;
}

/** What one attempt came to. */
export type Outcome =
  | { readonly ok: true; readonly received: Received }
  | { readonly ok: false; readonly failure: Failure; readonly repeat: Repeat };

/** What `judge` needs besides the reply. */
export interface Judging {
  readonly nowMs: number;
  /** How long this answer holds its product back, where it does. */
  readonly holdMs: number | undefined;
  /** How long the attempt could take. */
  readonly timeoutMs: number;
}

type Answer = Extract<Reply, { kind: "answer" }>;
type Broken = Extract<Reply, { kind: "broken" }>;

/**
 * Turns the reply to one attempt into an answer or a failure, and says whether it may be repeated (DESIGN 4, retries and
 * answers; spec 7). Of what creates, everything that leaves open whether it exists now is `outcome_unknown`.
 */
export function judge(endpoint: Endpoint, reply: Reply, judging: Judging): Outcome {
  const { product, creates } = endpoint;
  switch (reply.kind) {
    case "answer":
      if (!isSuccess(reply.status)) return judgeStatus(endpoint, reply, reply.text, judging);
      return judgeSuccess(endpoint, reply);
    case "broken":
      // The status line stands, whatever became of the body.
      if (!isSuccess(reply.status)) return judgeStatus(endpoint, reply, "", judging);
      return judgeBroken(endpoint, reply, judging);
    case "unsent":
      return { ok: false, failure: { kind: "network", product, code: reply.code, sent: false }, repeat: "allowed" };
    case "lost":
      if (creates) return unknown("the connection broke before an answer came");
      return { ok: false, failure: { kind: "network", product, code: reply.code, sent: true }, repeat: "once" };
    case "timeout": {
      if (reply.sent && creates) return unknown("no answer came in time");
      const failure: Failure = { kind: "timeout", product, afterMs: judging.timeoutMs, sent: reply.sent };
      return { ok: false, failure, repeat: reply.sent ? "once" : "allowed" };
    }
    case "cancelled":
      if (reply.sent && creates) return unknown("the call was cancelled before an answer came");
      return { ok: false, failure: { kind: "cancelled", product }, repeat: "never" };
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function judgeSuccess(endpoint: Endpoint, { status, headers, text, bytes }: Answer): Outcome {
  const json = parseJson(text);
  if (json === undefined) return unreadable(endpoint, status, headers, describeBody(text), "once");
  return { ok: true, received: { status, json, bytes, ...known({ requestId: requestIdOf(headers) }) } };
}

function judgeBroken(endpoint: Endpoint, { status, headers, cause }: Broken, { timeoutMs }: Judging): Outcome {
  const { product, creates } = endpoint;
  const requestId = requestIdOf(headers);
  switch (cause) {
    case "lost":
      return unreadable(endpoint, status, headers, "a body that broke off", "once");
    case "encoding":
      return unreadable(endpoint, status, headers, "a body whose content encoding could not be read", "once");
    case "too_large":
      return unreadable(endpoint, status, headers, "a body over 32 MiB", "never");
    case "timeout":
      if (creates) return unknown("the answer did not arrive whole in time", { status, requestId });
      return { ok: false, failure: { kind: "timeout", product, afterMs: timeoutMs, sent: true }, repeat: "once" };
    case "cancelled":
      if (creates) return unknown("the call was cancelled while the answer arrived", { status, requestId });
      return { ok: false, failure: { kind: "cancelled", product }, repeat: "never" };
  }
}

function judgeStatus(
  endpoint: Endpoint,
  { status, headers }: Answer | Broken,
  body: string,
  judging: Judging,
): Outcome {
  const { product, creates } = endpoint;
  const problem = readProblem(body);
  const requestId = requestIdOf(headers);
  const isUnavailable = status === 502 || status === 503;
  if (creates && status >= 500 && !(isUnavailable && isProblemDetails(problem, headers, status))) {
    const what = `the answer was ${status}, which does not say what became of the plan`;
    return unknown(what, { status, problem, requestId });
  }
  const waitMs = judging.holdMs ?? (status === 502 ? retryAfterMs(headers, judging.nowMs) : undefined);
  const failure = statusFailure(product, status, headers, { problem, requestId, waitMs });
  const isForNow = status === 429 || isUnavailable;
  return { ok: false, failure, repeat: isForNow ? "allowed" : status >= 500 ? "once" : "never" };
}

/** A 2xx that cannot be used: of a plan nobody knows then what it is, but it may exist (DESIGN 4, retries). */
export function unusable(endpoint: Endpoint, what: string, evidence: Evidence & { readonly status: number }): Failure {
  const told = evidenceOf(evidence);
  if (endpoint.creates)
    return { kind: "outcome_unknown", product: "planning", what: `the answer was ${what}`, ...told };
  return { kind: "unexpected_response", product: endpoint.product, what, ...told };
}

function unreadable(
  endpoint: Endpoint,
  status: number,
  headers: ResponseHeaders,
  what: string,
  repeat: Repeat,
): Outcome {
  const failure = unusable(endpoint, what, { status, requestId: requestIdOf(headers) });
  return { ok: false, failure, repeat: endpoint.creates ? "never" : repeat };
}

function unknown(what: string, evidence: Evidence & { readonly status?: number } = {}): Outcome {
  const failure: Failure = { kind: "outcome_unknown", product: "planning", what, ...evidenceOf(evidence) };
  return { ok: false, failure, repeat: "never" };
}

function evidenceOf({ status, problem, requestId }: Evidence & { readonly status?: number }) {
  return known({ status, problem, requestId });
}

/**
 * How long an answer to attempt number `attempt` holds its product back (DESIGN 4, rate limit): a 429 always, a 503 with
 * Retry-After; `undefined` for any other. Retry-After is a floor, and the backoff holds where it is missing or unreadable.
 */
export function holdMs(
  { status, headers }: { readonly status: number; readonly headers: ResponseHeaders },
  attempt: number,
  nowMs: number,
  random: () => number,
): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  const askedMs = retryAfterMs(headers, nowMs);
  return askedMs === undefined ? holdBackoffMs(attempt) : Math.max(askedMs, backoffMs(attempt, random));
}
