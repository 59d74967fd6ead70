import { type Failure, KIND_OF_STATUS, type Refused } from "../../domain/failure.ts";
import type { Origin } from "../../domain/product.ts";
import { defined, parseJson } from "../../domain/record.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Timed } from "../model/account.ts";
import { describeBody, isProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import { type Answered, type Head, hasStatus, isSuccess, type Reply, type Unanswered } from "./reply.ts";
import { dateMs, type Repeat, retryAfterMs } from "./retry.ts";

export type JudgedRequest = Pick<Endpoint, "creates"> & { readonly product: Origin };

/** A 2xx answer whose body was read whole and is JSON. */
export interface Received extends Timed {
  readonly status: number;
  readonly json: unknown;
  /** After decompression. */
  readonly bytes: number;
  /** The answer's `Date`, if readable. */
  readonly dateMs?: number | undefined;
  readonly requestId?: string;
}

export type AttemptOutcome =
  | { readonly ok: true; readonly received: Received }
  | { readonly ok: false; readonly failure: Failure; readonly repeat: Repeat };

export interface AttemptContext {
  readonly nowMs: number;
  /** The cool-down that the answer began. */
  readonly coolDownMs?: number | undefined;
  readonly timeoutMs: number;
}

/** Judges one reply (G-retry, G-answers; service.md 7). A failure after which a plan may exist is `outcome_unknown`. */
export function judge({ product, creates }: JudgedRequest, reply: Reply, context: AttemptContext): AttemptOutcome {
  const received = receivedOf(reply);
  if (received !== undefined) return { ok: true, received };
  if (creates && mayExist(reply)) {
    const evidence = hasStatus(reply) ? { ...evidenceOf(reply), ...defined({ problem: problemDetailsOf(reply) }) } : {};
    return failedAttempt({ kind: "outcome_unknown", product, ...evidence }, "never");
  }
  if (!hasStatus(reply)) return judgeNoResponse(product, reply, context);
  // The status line decides, even if the body is lost or unreadable.
  return isSuccess(reply) ? judgeBody(product, reply, context) : judgeStatus(product, reply, context);
}

/** Whether the request may have created a plan (G-plan-once). After a 408 or 499, the service may have completed it. */
function mayExist(reply: Reply): boolean {
  if (!hasStatus(reply)) return reply.sentMs !== undefined;
  const { status } = reply;
  if (status === 502 || status === 503) return !isProblemDetails(problemDetailsOf(reply), reply.headers);
  return status < 400 || status === 408 || status === 499 || status >= 500;
}

/** The failure for an unusable 2xx answer. If the request `creates` a plan, one may exist: `outcome_unknown`. */
export function unusable({ product, creates }: JudgedRequest, what: string, { status, requestId }: Received): Failure {
  const evidence = { status, ...defined({ requestId }) };
  if (creates) return { kind: "outcome_unknown", product, ...evidence };
  return { kind: "unexpected_response", product, what, ...evidence };
}

function receivedOf(reply: Reply): Received | undefined {
  if (reply.kind !== "answer" || !isSuccess(reply)) return undefined;
  const json = parseJson(reply.text);
  if (json === undefined) return undefined;
  const { bytes, headers, sentMs } = reply;
  return { json, bytes, sentMs, dateMs: dateMs(headers), ...evidenceOf(reply) };
}

/** Judges a 2xx answer without a whole JSON body. */
function judgeBody(product: Origin, reply: Answered, context: AttemptContext): AttemptOutcome {
  const unexpected = (what: string, repeat: Repeat): AttemptOutcome =>
    failedAttempt({ kind: "unexpected_response", product, what, ...evidenceOf(reply) }, repeat);
  if (reply.kind === "answer") return unexpected(describeBody(reply.text), "once");
  switch (reply.cause) {
    case "lost":
      return unexpected("a body that broke off", "once");
    case "encoding":
      return unexpected("a body whose content encoding could not be read", "once");
    case "too_large":
      return unexpected("a body over 32 MiB", "never");
    case "timeout":
    case "cancelled":
      // The client gave up, so the status of the answer explains nothing.
      return judgeNoResponse(product, { kind: reply.cause, sentMs: reply.sentMs }, context);
  }
}

function judgeNoResponse(product: Origin, reply: Unanswered, { timeoutMs }: AttemptContext): AttemptOutcome {
  const sent = reply.sentMs !== undefined;
  const repeat = sent ? "once" : "allowed";
  const proxy = defined({ proxy: reply.proxy });
  switch (reply.kind) {
    case "lost":
      return failedAttempt({ kind: "network", product, code: reply.code, sent, ...proxy }, repeat);
    case "timeout":
      return failedAttempt({ kind: "timeout", product, afterMs: timeoutMs, sent, ...proxy }, repeat);
    case "cancelled":
      return failedAttempt({ kind: "cancelled", product }, "never");
  }
}

function judgeStatus(product: Origin, reply: Answered, { nowMs, coolDownMs }: AttemptContext): AttemptOutcome {
  const { status, headers } = reply;
  const evidence = evidenceOf(reply);
  const problem = problemDetailsOf(reply);
  // Any server says 404. Only the service says it with a request id, and of a package as problem details.
  const isPackage = product === "tracking";
  const isForeign = evidence.requestId === undefined || (isPackage && !isProblemDetails(problem, headers));
  if (status < 400 || (status === 404 && isForeign)) {
    return failedAttempt({ kind: "unexpected_response", product, what: describeStatus(status), ...evidence }, "never");
  }
  const kind = status in KIND_OF_STATUS ? KIND_OF_STATUS[status as keyof typeof KIND_OF_STATUS] : "upstream_error";
  const waitMs = coolDownMs ?? retryAfterMs(headers, nowMs);
  const failure: Refused = { kind, product, ...evidence, ...defined({ problem, waitMs }) };
  if (kind === "rate_limited" || kind === "unavailable") return failedAttempt(failure, "allowed");
  return failedAttempt(failure, status >= 500 ? "once" : "never");
}

function describeStatus(status: number): string {
  if (status === 404) return "a 404 that is not the service's own";
  return status === 304 ? "a 304 to a request without a condition" : "a redirect, which is not followed";
}

function failedAttempt(failure: Failure, repeat: Repeat): AttemptOutcome {
  return { ok: false, failure, repeat };
}

function evidenceOf({ status, headers }: Head) {
  return { status, ...defined({ requestId: requestIdOf(headers) }) };
}

function problemDetailsOf(reply: Answered) {
  return readProblem(reply.kind === "answer" ? reply.text : "");
}
