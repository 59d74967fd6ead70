import { cleanText } from "../domain/clean.ts";
import type { Failure } from "./failure.ts";
import { known, membersOf, parseJson } from "./json.ts";
import { describeBody, type ProblemDetails, readProblem, requestIdOf } from "./problem.ts";
import { retryAfterMs } from "./retry-after.ts";
import { statusFailure } from "./status-failure.ts";
import type { Exchanged } from "./token.ts";
import type { Reply } from "./transport.ts";

/** The life of a token whose answer does not say it. */
const UNKNOWN_LIFE_MS = 300_000;

/** An exchange as far as one attempt tells, whether another may follow, and where the answer departs from spec 4.1. */
export type TokenReply = Exchanged & { readonly mayRepeat: boolean; readonly drift: readonly string[] };

/** What reading a reply needs besides it. */
export interface TokenReading {
  /** When the exchange was sent. */
  readonly issuedMs: number;
  readonly nowMs: number;
  readonly timeoutMs: number;
}

/** Reads the token endpoint's reply (spec 4.1; RFC 6749 section 5). Pure. */
export function readTokenReply(reply: Reply, reading: TokenReading): TokenReply {
  const product = "token";
  const timedOut = (sent: boolean) =>
    failedWith({ kind: "timeout", product, afterMs: reading.timeoutMs, sent }, { mayRepeat: true });
  switch (reply.kind) {
    case "unsent":
    case "lost":
      return failedWith(
        { kind: "network", product, code: reply.code, sent: reply.kind === "lost" },
        { mayRepeat: true },
      );
    case "timeout":
      return timedOut(reply.sent);
    case "cancelled":
      return failedWith({ kind: "cancelled", product });
    case "answer":
    case "broken": {
      const drift = requestIdOf(reply.headers) === undefined ? ["token: X-Request-Id missing"] : [];
      if (reply.status < 200 || reply.status >= 300) return { ...readRefusal(reply, reading), drift };
      if (reply.kind === "answer") return readToken(reply, reading.issuedMs, drift);
      if (reply.cause === "timeout") return { ...timedOut(true), drift };
      if (reply.cause === "cancelled") return failedWith({ kind: "cancelled", product });
      return { ...unexpected(reply, "a body that could not be read", true), drift };
    }
  }
}

type Answer = Extract<Reply, { kind: "answer" }>;
type Broken = Extract<Reply, { kind: "broken" }>;

function readToken(reply: Answer, issuedMs: number, drift: readonly string[]): TokenReply {
  if (parseJson(reply.text) === undefined) return { ...unexpected(reply, describeBody(reply.text), true), drift };
  const { access_token: value, expires_in: life } = membersOf(reply.text);
  if (typeof value !== "string" || !isBearer(value)) {
    return { ...unexpected(reply, "no access_token that can be sent", false), drift };
  }
  const lifeDrift = Number.isInteger(life) && Number(life) > 0 ? [] : ["token.expires_in: not a number of seconds"];
  return { ok: true, value, issuedMs, lifeMs: lifeMs(life), mayRepeat: false, drift: [...drift, ...lifeDrift] };
}

/** A token that fits into a header as it is (RFC 6750 section 2.1); anything else could smuggle header lines. */
function isBearer(token: string): boolean {
  return /^[\x21-\x7e]{1,16384}$/.test(token);
}

/** `expires_in` in milliseconds; what is missing or no positive number counts as five minutes. */
function lifeMs(expiresIn: unknown): number {
  const seconds = typeof expiresIn === "string" && /^\d+$/.test(expiresIn) ? Number(expiresIn) : expiresIn;
  return typeof seconds === "number" && seconds > 0 && Number.isFinite(seconds) ? seconds * 1000 : UNKNOWN_LIFE_MS;
}

function readRefusal(reply: Answer | Broken, { nowMs }: TokenReading): TokenReply {
  const { status, headers } = reply;
  const body = reply.kind === "answer" ? reply.text : "";
  const waitMs = retryAfterMs(headers, nowMs);
  const problem = readProblem(body) ?? readOAuthError(body);
  return failedWith(statusFailure("token", status, headers, { problem, requestId: requestIdOf(headers), waitMs }), {
    mayRepeat: status >= 500 && waitMs === undefined,
    refused: status === 400 || status === 401 || status === 403,
    ...known({ holdMs: waitMs }),
  });
}

/** An error in the token endpoint's own terms (RFC 6749 section 5.2), as problem details. */
function readOAuthError(body: string): ProblemDetails | undefined {
  const { error, error_description: description } = membersOf(body);
  if (typeof error !== "string") return undefined;
  return { title: cleanText(error), ...(typeof description === "string" ? { detail: cleanText(description) } : {}) };
}

function unexpected({ status, headers }: Answer | Broken, what: string, mayRepeat: boolean): TokenReply {
  const evidence = known({ requestId: requestIdOf(headers) });
  return failedWith({ kind: "unexpected_response", product: "token", status, what, ...evidence }, { mayRepeat });
}

function failedWith(
  failure: Failure,
  more: { readonly mayRepeat?: boolean; readonly refused?: boolean; readonly holdMs?: number } = {},
): TokenReply {
  return { ok: false, refused: false, mayRepeat: false, drift: [], failure, ...more };
}
