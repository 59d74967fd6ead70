export type Product = "alerts" | "risk" | "planning" | "tracking";
/** A product whose answers may come from memory: one of the data APIs (service.md 2.1). */
export type DataProduct = "alerts" | "risk";
export const DATA_PRODUCTS: readonly DataProduct[] = ["alerts", "risk"];
/** A data product that is asked for one date at a time. */
export type DayProduct = Exclude<DataProduct, "alerts">;
/** A product, or the token endpoint. */
export type Origin = Product | "token";

/**
 * The products of the service (service.md 4), each with its own rate limit and scopes (8.1). `title` begins sentences,
 * `urlIn` and `ttlIn` are variables, `{id}` stands for an order or tracking number, and `correction` is the next step
 * after a 400 or 422.
 */
export const PRODUCTS = {
  alerts: {
    title: "Temperature alerts",
    urlIn: "COLDROUTE_RISK_URL",
    ttlIn: "COLDROUTE_ALERTS_TTL_S",
    method: "GET",
    path: "/v1/temperature-alerts",
    correction: "If you gave minLevel, correct it or leave it out; else call again: a smaller page will be tried.",
  },
  risk: {
    title: "Five-day risk",
    urlIn: "COLDROUTE_RISK_URL",
    ttlIn: "COLDROUTE_RISK_TTL_S",
    method: "GET",
    path: "/v1/risk-levels",
    correction: "Correct what the service refused, or ask for another date.",
  },
  planning: {
    title: "Shipment planning",
    urlIn: "COLDROUTE_PLANNING_URL",
    method: "POST",
    path: "/shipments",
    correction: "Check the addresses, the parcel and the ship date.",
  },
  tracking: {
    title: "Package tracking",
    urlIn: "COLDROUTE_TRACKING_URL",
    method: "GET",
    path: "/v1/packages/{id}",
    correction: "Check the number.",
  },
} as const satisfies Readonly<Record<Product, object>>;

export const PRODUCT_NAMES = Object.keys(PRODUCTS) as readonly Product[];

export function byProduct<Name extends Product, T>(
  products: readonly Name[],
  make: (product: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(products.map((product) => [product, make(product)])) as Record<Name, T>;
}
