import type { Failure } from "../../domain/failure.ts";
import { firstHeader } from "./problem.ts";
import type { Head, ResponseHeaders } from "./transport.ts";

/** The most attempts of one request (G-retry). */
export const MAX_ATTEMPTS = 4;

/** Whether a failed attempt may be retried (G-retry). */
export type Repeat =
  /** The service refused the attempt for now, or it was never sent: a retry cannot do anything twice. */
  | "allowed"
  /** The answer was lost or broken, or is a 5xx that proves nothing. Only one retry, which may be billed again. */
  | "once"
  | "never";

/** The longest backoff after `attempts` attempts: 0.5 s, 1 s, 2 s, … */
function longestBackoffMs(attempts: number): number {
  return 500 * 2 ** (attempts - 1);
}

/** Full-jitter backoff: a random wait up to the longest. */
export function backoffMs(attempts: number, random: () => number): number {
  return random() * longestBackoffMs(attempts);
}

/** The failure to report when a retry could not start: the service's `last` one, if only time or budget was lacking. */
export function preferServiceFailure(last: Failure | undefined, now: Failure): Failure {
  const isSilent = now.kind === "rate_limited" || now.kind === "timeout" || now.kind === "billing_limit";
  return last === undefined || !isSilent ? now : last;
}

/** The longest wait that a response's `Retry-After` asks for, if any (RFC 9110 section 10.2.3; service.md 8.2). */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  // Compare dates with the response's own date, so that a wrong local clock does no harm.
  const sentMs = httpDateMs(firstHeader(headers, "date") ?? "") ?? nowMs;
  const waits = [headers["retry-after"] ?? []].flat().flatMap((value) => waitMs(value.trim(), sentMs) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The cool-down that a 429, or a 503 with Retry-After, begins (G-rate-limit): at least the longest backoff. */
export function holdMs({ status, headers }: Head, attempt: number, nowMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  return Math.max(retryAfterMs(headers, nowMs) ?? 0, longestBackoffMs(attempt));
}

function waitMs(value: string, sentMs: number): number | undefined {
  // RFC 9110 has whole seconds only; accept a fraction, too.
  if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  const untilMs = httpDateMs(value);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - sentMs);
}

/** Epoch milliseconds of an HTTP-date. */
function httpDateMs(text: string): number | undefined {
  const epochMs = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
