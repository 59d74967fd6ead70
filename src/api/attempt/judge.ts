import { type Failure, REFUSALS, type Refused } from "../../domain/failure.ts";
import type { Origin } from "../../domain/product.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { defined, parseJson } from "./json.ts";
import { describeBody, isProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import { type Repeat, retryAfterMs } from "./retry.ts";
import type { Head, Reply, Unanswered } from "./transport.ts";

/** A request, as far as the judgement depends on it. */
export type Asked = Pick<Endpoint, "creates"> & { readonly product: Origin };

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

type AnsweredReply = Extract<Reply, { kind: "answer" | "broken" }>;

/**
 * Turns the reply to one attempt into an answer or a failure, and says whether it may be repeated (G-retry and
 * G-answers; service.md 7). Of a request that creates, everything that leaves open whether it exists now is
 * `outcome_unknown`.
 */
export function judge(asked: Asked, reply: Reply, judging: Judging): Outcome {
  const outcome = judgeReading(asked.product, reply, judging);
  if (outcome.ok || !asked.creates || !mayExist(reply)) return outcome;
  const evidence = "headers" in reply ? { ...evidenceOf(reply), ...defined({ problem: problemOf(reply) }) } : {};
  return refuse({ kind: "outcome_unknown", product: asked.product, ...evidence }, "never");
}

/** A 2xx that cannot be used: of a plan nobody knows then what it is, but it may exist. */
export function unusable({ product, creates }: Asked, what: string, { status, requestId }: Received): Failure {
  const evidence = { status, ...defined({ requestId }) };
  if (creates) return { kind: "outcome_unknown", product, ...evidence };
  return { kind: "unexpected_response", product, what, ...evidence };
}

/** Judges as if nothing but an answer could be lost. */
function judgeReading(product: Origin, reply: Reply, judging: Judging): Outcome {
  if (!("headers" in reply)) return judgeSilence(product, reply, judging);
  // The status line stands, whatever became of the body.
  if (!isSuccess(reply)) return judgeStatus(product, reply, judging);
  const evidence = evidenceOf(reply);
  const unexpected = (what: string, repeat: Repeat): Outcome =>
    refuse({ kind: "unexpected_response", product, what, ...evidence }, repeat);
  if (reply.kind === "answer") {
    const json = parseJson(reply.text);
    if (json === undefined) return unexpected(describeBody(reply.text), "once");
    return { ok: true, received: { ...evidence, json, bytes: reply.bytes } };
  }
  switch (reply.cause) {
    case "lost":
      return unexpected("a body that broke off", "once");
    case "encoding":
      return unexpected("a body whose content encoding could not be read", "once");
    case "too_large":
      return unexpected("a body over 32 MiB", "never");
    case "timeout":
    case "cancelled":
      return judgeSilence(product, { kind: reply.cause, sent: true }, judging);
  }
}

function judgeSilence(product: Origin, reply: Unanswered, { timeoutMs }: Judging): Outcome {
  const { sent } = reply;
  const repeat = sent ? "once" : "allowed";
  switch (reply.kind) {
    case "lost":
      return refuse({ kind: "network", product, code: reply.code, sent }, repeat);
    case "timeout":
      return refuse({ kind: "timeout", product, afterMs: timeoutMs, sent }, repeat);
    case "cancelled":
      return refuse({ kind: "cancelled", product }, "never");
  }
}

function judgeStatus(product: Origin, reply: AnsweredReply, { nowMs, holdMs }: Judging): Outcome {
  const { status, headers } = reply;
  const evidence = evidenceOf(reply);
  if (status < 400 || (status === 404 && evidence.requestId === undefined)) {
    const what = status === 404 ? "a 404 that is not the service's own" : "a redirect, which is not followed";
    return refuse({ kind: "unexpected_response", product, what, ...evidence }, "never");
  }
  const kind = status in REFUSALS ? REFUSALS[status as keyof typeof REFUSALS] : "upstream_error";
  const waitMs = holdMs ?? retryAfterMs(headers, nowMs);
  const failure: Refused = { kind, product, ...evidence, ...defined({ problem: problemOf(reply), waitMs }) };
  const isForNow = kind === "rate_limited" || kind === "unavailable";
  return refuse(failure, isForNow ? "allowed" : status >= 500 ? "once" : "never");
}

/** Whether what a request was to create may exist now. */
function mayExist(reply: Reply): boolean {
  if (!("headers" in reply)) return reply.sent;
  const isRefusal = [502, 503].includes(reply.status) && isProblemDetails(problemOf(reply), reply);
  return isSuccess(reply) || (reply.status >= 500 && !isRefusal);
}

function refuse(failure: Failure, repeat: Repeat): Outcome {
  return { ok: false, failure, repeat };
}

function isSuccess({ status }: Head): boolean {
  return status >= 200 && status < 300;
}

function evidenceOf({ status, headers }: Head) {
  return { status, ...defined({ requestId: requestIdOf(headers) }) };
}

function problemOf(reply: AnsweredReply) {
  return readProblem(reply.kind === "answer" ? reply.text : "");
}
