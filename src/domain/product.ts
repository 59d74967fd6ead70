export type Product = "alerts" | "risk" | "planning" | "tracking";
/** A product whose answers may come from memory: one of the data APIs (service.md 2.1). */
export type DataProduct = "alerts" | "risk";
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

export const DATA_PRODUCTS: readonly DataProduct[] = ["alerts", "risk"];

/** A value for each product. */
export function eachProduct<T>(make: (product: Product) => T): Record<Product, T> {
  return Object.fromEntries(PRODUCT_NAMES.map((product) => [product, make(product)])) as Record<Product, T>;
}
