import type { Endpoint } from "./endpoint.ts";
import type { Failure, Origin } from "./failure.ts";
import { parseJson } from "./json.ts";
import { describeBody, isProblemDetails, type ProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import type { Repeat } from "./retry.ts";
import { askedWaitMs, statusFailure } from "./status-failure.ts";
import type { Reply, ResponseHeaders } from "./transport.ts";

/** A 2xx answer whose body was read whole and is JSON. */
export interface Received {
  readonly status: number;
  readonly json: unknown;
  /** Size of the body as text, for the memory's bound. */
  readonly bytes: number;
  readonly requestId?: string;
}

/** What one attempt came to. `holdMs` asks to hold the whole product back. */
export type Outcome =
  | { readonly ok: true; readonly received: Received }
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly repeat: Repeat;
      readonly holdMs?: number;
    };

/** What `judge` needs besides the reply. */
export interface Judging {
  readonly nowMs: number;
  /** How long this answer holds its product back, where it does. */
  readonly holdMs: number | undefined;
  /** How long the attempt could take. */
  readonly timeoutMs: number;
}

/**
 * Turns the reply to one attempt into an answer or a failure, and says whether it may be repeated (DESIGN 4, retries and
 * answers; spec 7). Of what creates, everything that leaves open whether it exists now is `outcome_unknown`.
 */
export function judge(endpoint: Endpoint, reply: Reply, judging: Judging): Outcome {
  switch (reply.kind) {
    case "answer":
      return reply.status >= 200 && reply.status < 300
        ? judgeSuccess(endpoint, reply)
        : judgeStatus(endpoint, reply.status, reply.headers, reply.text, judging);
    case "broken":
      // The status line stands, whatever became of the body.
      return reply.status >= 200 && reply.status < 300
        ? judgeBroken(endpoint, reply, judging)
        : judgeStatus(endpoint, reply.status, reply.headers, "", judging);
    case "unsent":
      return { ok: false, failure: lost(endpoint.product, reply.code, false), repeat: "allowed" };
    case "lost":
      if (endpoint.creates) return unknown("the connection broke before an answer came");
      return { ok: false, failure: lost(endpoint.product, reply.code, true), repeat: "once" };
    case "timeout":
      if (reply.sent && endpoint.creates) return unknown("no answer came in time");
      return {
        ok: false,
        failure: { kind: "timeout", product: endpoint.product, afterMs: judging.timeoutMs, sent: reply.sent },
        repeat: reply.sent ? "once" : "allowed",
      };
    case "cancelled":
      if (reply.sent && endpoint.creates) return unknown("the call was cancelled before an answer came");
      return { ok: false, failure: { kind: "cancelled", product: endpoint.product }, repeat: "never" };
  }
}

function judgeStatus(
  endpoint: Endpoint,
  status: number,
  headers: ResponseHeaders,
  body: string,
  judging: Judging,
): Outcome {
  const problem = readProblem(body);
  const asked = askedWaitMs(headers, judging.nowMs);
  const { holdMs } = judging;
  const waitMs = holdMs ?? (status === 502 ? asked : undefined);
  const requestId = requestIdOf(headers);
  const evidence = {
    ...(problem === undefined ? {} : { problem }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(waitMs === undefined ? {} : { waitMs }),
  };
  const hold = holdMs === undefined ? {} : { holdMs };
  const isRefusal = (status === 502 || status === 503) && isProblemDetails(problem, headers, status);
  if (endpoint.creates && status >= 500 && !isRefusal) {
    const { waitMs: _, ...kept } = evidence;
    return {
      ...unknown(`the answer was ${status}, which does not say what became of the plan`, { status, ...kept }),
      ...hold,
    };
  }
  const failure = statusFailure(endpoint.product, status, headers, evidence);
  const repeat = status === 429 || failure.kind === "unavailable" ? "allowed" : status >= 500 ? "once" : "never";
  return { ok: false, failure, repeat, ...hold };
}

function judgeSuccess(endpoint: Endpoint, reply: Extract<Reply, { kind: "answer" }>): Outcome {
  const requestId = requestIdOf(reply.headers);
  const known = requestId === undefined ? {} : { requestId };
  const json = parseJson(reply.text);
  if (json !== undefined) {
    return { ok: true, received: { status: reply.status, json, bytes: reply.text.length, ...known } };
  }
  return unreadable(endpoint, reply.status, known, describeBody(reply.text), "once");
}

function judgeBroken(endpoint: Endpoint, reply: Extract<Reply, { kind: "broken" }>, judging: Judging): Outcome {
  const requestId = requestIdOf(reply.headers);
  const known = requestId === undefined ? {} : { requestId };
  const { status } = reply;
  switch (reply.cause) {
    case "lost":
      return unreadable(endpoint, status, known, "a body that broke off", "once");
    case "encoding":
      return unreadable(endpoint, status, known, "a body whose content encoding could not be read", "once");
    case "too_large":
      return unreadable(endpoint, status, known, "a body over 32 MiB", "never");
    case "unsearched":
      return unreadable(endpoint, status, known, "a body with more in it escaped than is looked through", "never");
    case "timeout":
      if (endpoint.creates) return unknown("the answer did not arrive whole in time", { status, ...known });
      return {
        ok: false,
        failure: { kind: "timeout", product: endpoint.product, afterMs: judging.timeoutMs, sent: true },
        repeat: "once",
      };
    case "cancelled":
      if (endpoint.creates) return unknown("the call was cancelled while the answer arrived", { status, ...known });
      return { ok: false, failure: { kind: "cancelled", product: endpoint.product }, repeat: "never" };
  }
}

/** The failure of a 2xx answer that is not what the operation answers with (DESIGN 4, answers). */
export function unusable(
  endpoint: Endpoint,
  what: string,
  evidence: { readonly status?: number; readonly requestId?: string },
): Failure {
  return endpoint.creates
    ? { kind: "outcome_unknown", product: "planning", what: `the answer was ${what}`, ...evidence }
    : { kind: "unexpected_response", product: endpoint.product, what, ...evidence };
}

function unreadable(
  endpoint: Endpoint,
  status: number,
  known: { readonly requestId?: string },
  what: string,
  repeat: Repeat,
): Outcome {
  return {
    ok: false,
    failure: unusable(endpoint, what, { status, ...known }),
    repeat: endpoint.creates ? "never" : repeat,
  };
}

function unknown(
  what: string,
  evidence: { readonly status?: number; readonly problem?: ProblemDetails; readonly requestId?: string } = {},
): Outcome & { readonly ok: false } {
  return { ok: false, failure: { kind: "outcome_unknown", product: "planning", what, ...evidence }, repeat: "never" };
}

function lost(product: Origin, code: string, sent: boolean): Failure {
  return { kind: "network", product, code, sent };
}
