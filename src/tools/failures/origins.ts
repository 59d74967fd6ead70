import type { Origin } from "../../domain/product.ts";

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
