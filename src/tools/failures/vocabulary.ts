import type { Origin } from "../../api/failure.ts";

/** A failure in words: what happened, what to do next, and both in a clause. */
export interface FailureWords {
  readonly what: string;
  readonly next: string;
  /** For one line of an answer whose other parts stand; without the wait and without a full stop. */
  readonly reason: string;
  readonly retryable: boolean;
  readonly waitMs?: number;
  /** ` in 30 s` or ` at 00:00 UTC`; empty where no wait is known. */
  readonly wait: string;
}

interface Again {
  readonly retryable?: boolean;
  readonly waitMs?: number | undefined;
  readonly wait?: string;
}

/** The words of a failure; `{wait}` in `next` stands for the wait. */
export function words(what: string, next: string, reason: string, again: Again = {}): FailureWords {
  const { retryable = false, waitMs, wait = waitText(waitMs) } = again;
  return {
    what,
    next: next.replace("{wait}", wait).replace("{wait or later}", wait || " later"),
    reason,
    retryable,
    wait,
    ...(waitMs === undefined ? {} : { waitMs }),
  };
}

/** Rounded up: an earlier call would be refused again. */
function waitText(waitMs: number | undefined): string {
  if (waitMs === undefined) return "";
  const seconds = Math.max(0, Math.ceil(waitMs / 1000));
  if (seconds <= 300) return ` in ${seconds} s`;
  return seconds < 7200 ? ` in ${Math.ceil(seconds / 60)} min` : ` in ${Math.ceil(seconds / 360) / 10} h`;
}

export const CHECK_CREDENTIALS =
  "The operator of coldroute should check COLDROUTE_CLIENT_ID, COLDROUTE_CLIENT_SECRET (or its _FILE or _COMMAND), " +
  "COLDROUTE_AUDIENCE and COLDROUTE_AUTH_URL.";

export const ASK_OPERATOR = "ask the operator of the service";

/** The products as sentences begin with them. */
export const PRODUCT_NAMES: Readonly<Record<Origin, string>> = {
  alerts: "Temperature alerts",
  risk: "Five-day risk",
  planning: "Shipment planning",
  tracking: "Package tracking",
  token: "The token endpoint",
};

/** The variable that holds each one's URL. */
export const URL_VARIABLES: Readonly<Record<Origin, string>> = {
  alerts: "COLDROUTE_RISK_URL",
  risk: "COLDROUTE_RISK_URL",
  planning: "COLDROUTE_PLANNING_URL",
  tracking: "COLDROUTE_TRACKING_URL",
  token: "COLDROUTE_AUTH_URL",
};
