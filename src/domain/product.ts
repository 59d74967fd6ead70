/** The four products, each with its own rate limit and scopes (service.md 8.1). `Origin` adds the token endpoint. */
export type Product = "alerts" | "risk" | "planning" | "tracking";
export type Origin = Product | "token";

/** A value for each product. */
export function eachProduct<T>(make: (product: Product) => T): Readonly<Record<Product, T>> {
  return { alerts: make("alerts"), risk: make("risk"), planning: make("planning"), tracking: make("tracking") };
}
