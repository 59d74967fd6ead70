import { type Failure, failureMayPass } from "./failure.ts";

/** The most attempts of one request (G-retry). */
export const MAX_ATTEMPTS = 4;

const BASE_BACKOFF_MS = 500;

/** What one failed attempt means for the next one (G-retry). */
export type Repeat =
  /** Refused for now, or never sent: repeating it cannot do anything twice. */
  | "allowed"
  /** The answer of a read was lost or broken, or a 5xx that says nothing sure: repeated once, it may be billed again. */
  | "once"
  | "never";

/** The longest backoff after `attempts` attempts: 0.5 s, 1 s, 2 s, … */
export function longestBackoffMs(attempts: number): number {
  return BASE_BACKOFF_MS * 2 ** (attempts - 1);
}

/** Full-jitter backoff: anything up to the longest. */
export function backoffMs(attempts: number, random: () => number): number {
  return random() * longestBackoffMs(attempts);
}

/**
 * What the caller is told when a repetition could not start, for want of time or of budget: what the service said `last`,
 * with the longer of the two waits.
 */
export function preferServiceFailure(last: Failure | undefined, now: Failure): Failure {
  const isSilent = now.kind === "rate_limited" || now.kind === "timeout" || now.kind === "billing_limit";
  return last === undefined || !isSilent ? now : notBefore(last, now.waitMs ?? 0);
}

/** A failure that may pass, told with no shorter wait than `restMs`: until then nothing is sent. */
export function notBefore(failure: Failure, restMs: number): Failure {
  return failureMayPass(failure) && restMs > (failure.waitMs ?? 0) ? { ...failure, waitMs: restMs } : failure;
}
