import type { Origin } from "../../domain/product.ts";

/** The products as sentences begin with them, and the variable that holds each one's URL. */
export const ORIGINS: Readonly<Record<Origin, { readonly title: string; readonly urlVariable: string }>> = {
  alerts: { title: "Temperature alerts", urlVariable: "COLDROUTE_RISK_URL" },
  risk: { title: "Five-day risk", urlVariable: "COLDROUTE_RISK_URL" },
  planning: { title: "Shipment planning", urlVariable: "COLDROUTE_PLANNING_URL" },
  tracking: { title: "Package tracking", urlVariable: "COLDROUTE_TRACKING_URL" },
  token: { title: "The token endpoint", urlVariable: "COLDROUTE_AUTH_URL" },
};
