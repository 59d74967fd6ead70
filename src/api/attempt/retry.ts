import type { Failure } from "../../domain/failure.ts";
import { firstHeader } from "./problem.ts";
import type { Head, ResponseHeaders } from "./transport.ts";

/** The most attempts of one request (G-retry). */
export const MAX_ATTEMPTS = 4;

/** The rule for the attempt after a failed one (G-retry). */
export type Repeat =
  /** Refused for now, or never sent: repeating it cannot do anything twice. */
  | "allowed"
  /** The answer was lost or broken, or is a 5xx that proves nothing: repeated once, since it may be billed again. */
  | "once"
  | "never";

/** The longest backoff after `attempts` attempts: 0.5 s, 1 s, 2 s, … */
function longestBackoffMs(attempts: number): number {
  return 500 * 2 ** (attempts - 1);
}

/** Full-jitter backoff: anything up to the longest. */
export function backoffMs(attempts: number, random: () => number): number {
  return random() * longestBackoffMs(attempts);
}

/** The failure to tell when a repetition could not start for lack of time or budget: the service's `last` one. */
export function preferServiceFailure(last: Failure | undefined, now: Failure): Failure {
  const isSilent = now.kind === "rate_limited" || now.kind === "timeout" || now.kind === "billing_limit";
  return last === undefined || !isSilent ? now : last;
}

/**
 * Milliseconds that a response's `Retry-After` asks to wait (RFC 9110 section 10.2.3; service.md 8.2), `undefined` when it
 * is missing or unreadable. Of several headers the longest counts. A date is held against the response's own `Date`, so
 * that a wrong local clock does no harm.
 */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  const sentMs = httpDateMs(firstHeader(headers, "date") ?? "") ?? nowMs;
  const waits = [headers["retry-after"] ?? []].flat().flatMap((value) => waitMs(value.trim(), sentMs) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/**
 * How long an answer to attempt number `attempt` holds its product back (G-rate-limit): a 429 always, a 503 with
 * Retry-After; `undefined` for any other. Retry-After is a floor, and so is the backoff.
 */
export function holdMs({ status, headers }: Head, attempt: number, nowMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  return Math.max(retryAfterMs(headers, nowMs) ?? 0, longestBackoffMs(attempt));
}

function waitMs(value: string, sentMs: number): number | undefined {
  // RFC 9110 has whole seconds; a fraction is read too.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  const untilMs = httpDateMs(value);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - sentMs);
}

/** Epoch milliseconds of an HTTP-date. */
function httpDateMs(text: string): number | undefined {
  const epochMs = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
