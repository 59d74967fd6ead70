export type Product = "alerts" | "risk" | "planning" | "tracking";
/** A product whose answers may come from memory: one of the data APIs (service.md 2.1). */
export type DataProduct = "alerts" | "risk";
export const DATA_PRODUCTS: readonly DataProduct[] = ["alerts", "risk"];
/** A data product that is asked for one date at a time. */
export type DayProduct = Exclude<DataProduct, "alerts">;
/** A product, or the token endpoint. */
export type Origin = Product | "token";

/**
 * The products of the service (service.md 4), each with its own rate limit and scopes (8.1). `title` begins
 * sentences, `urlIn` is the variable that holds the base URL, and `{id}` stands for an order or tracking number.
 */
export const PRODUCTS = {
  alerts: { title: "Temperature alerts", urlIn: "COLDROUTE_RISK_URL", method: "GET", path: "/v1/temperature-alerts" },
  risk: { title: "Five-day risk", urlIn: "COLDROUTE_RISK_URL", method: "GET", path: "/v1/risk-levels" },
  planning: { title: "Shipment planning", urlIn: "COLDROUTE_PLANNING_URL", method: "POST", path: "/shipments" },
  tracking: { title: "Package tracking", urlIn: "COLDROUTE_TRACKING_URL", method: "GET", path: "/v1/packages/{id}" },
} as const satisfies Readonly<Record<Product, object>>;

export const PRODUCT_NAMES = Object.keys(PRODUCTS) as readonly Product[];

export function byProduct<Name extends Product, T>(
  products: readonly Name[],
  make: (product: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(products.map((product) => [product, make(product)])) as Record<Name, T>;
}
