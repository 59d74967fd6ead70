import type { Failure } from "../../domain/failure.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import { firstHeader } from "./problem.ts";
import type { Head, ResponseHeaders } from "./reply.ts";

/** The most attempts of one request (G-retry). */
export const MAX_ATTEMPTS = 4;

/** Whether a failed attempt may be retried (G-retry). */
export type Repeat =
  /** The service refused the attempt for now, or the client never sent it. A retry cannot do anything twice. */
  | "allowed"
  /** The answer was lost, unreadable, or a 5xx except 502 and 503. One retry is allowed, and may be billed again. */
  | "once"
  | "never";

/** 0.5 s after the first attempt, 1 s after the second, then 2 s, … */
function longestBackoffMs(attempts: number): number {
  return 500 * 2 ** (attempts - 1);
}

/** Full jitter: a random wait between 0 and the longest. `random` gives 0 to 1. */
export function backoffMs(attempts: number, random: () => number): number {
  return random() * longestBackoffMs(attempts);
}

/** The failure to report if an attempt cannot start: that of the `last` attempt, if only time or budget ran out. */
export function failureToReport(last: Failure | undefined, now: Failure): Failure {
  const isOutOfTimeOrBudget = now.kind === "rate_limited" || now.kind === "timeout" || now.kind === "billing_limit";
  return isOutOfTimeOrBudget ? (last ?? now) : now;
}

/** The answer's `Date`, if readable. */
export function dateMs(headers: ResponseHeaders): number | undefined {
  return httpDateMs(firstHeader(headers, "date") ?? "");
}

/** The longest wait of a readable `Retry-After` (RFC 9110 section 10.2.3; service.md 8.2). */
export function retryAfterMs(headers: ResponseHeaders, nowMs: number): number | undefined {
  // Compare with the response's `Date`, because the local clock may be wrong.
  const sentMs = dateMs(headers) ?? nowMs;
  const waits = [headers["retry-after"] ?? []].flat().flatMap((value) => waitMs(value.trim(), sentMs) ?? []);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The cool-down that a 429 begins, or a 503 with `Retry-After` (G-rate-limit). It is at least the longest backoff. */
export function newCoolDownMs({ status, headers }: Head, attempt: number, nowMs: number): number | undefined {
  if (status !== 429 && !(status === 503 && headers["retry-after"] !== undefined)) return undefined;
  return Math.max(retryAfterMs(headers, nowMs) ?? 0, longestBackoffMs(attempt));
}

function waitMs(value: string, sentMs: number): number | undefined {
  const untilMs = httpDateMs(value);
  if (untilMs !== undefined) return Math.max(0, untilMs - sentMs);
  // RFC 9110 allows only whole seconds. Accept a fraction, too.
  if (!/^\d+(\.\d+)?$/.test(value)) return undefined;
  const ms = Math.min(Math.ceil(Number(value) * 1000), Number.MAX_SAFE_INTEGER);
  // Some services send the time to come back at, in epoch seconds.
  const isInstant = Math.abs(ms - sentMs) <= DAY_MS;
  return isInstant ? Math.max(0, ms - sentMs) : ms;
}

function httpDateMs(text: string): number | undefined {
  const epochMs = text.endsWith("GMT") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(epochMs) ? undefined : epochMs;
}
