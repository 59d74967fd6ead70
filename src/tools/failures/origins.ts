import type { Origin } from "../../api/failure.ts";

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

/** ` in 30 s`, rounded up: an earlier call would be refused again. Empty where no wait is known. */
export function waitText(waitMs: number | undefined): string {
  if (waitMs === undefined) return "";
  const seconds = Math.max(0, Math.ceil(waitMs / 1000));
  return seconds <= 300 ? ` in ${seconds} s` : ` in ${Math.ceil(seconds / 60)} min`;
}

/** The wait as members of a failure's words. */
export function waitOf(waitMs: number | undefined): { readonly waitMs?: number; readonly wait: string } {
  return waitMs === undefined ? { wait: "" } : { waitMs, wait: waitText(waitMs) };
}
