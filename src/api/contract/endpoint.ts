import { type DataProduct, PRODUCTS, type Product } from "../../domain/product.ts";

/** One operation of the service (service.md 4). A log may show `product` alone. */
export interface Endpoint {
  readonly product: Product;
  readonly method: "GET" | "POST";
  /** Follows the product's base URL. Normalized, with a query and without a fragment. */
  readonly path: string;
  /** If so, a lost answer leaves the outcome unknown. */
  readonly creates: boolean;
  /** JSON text, except in a probe. */
  readonly body?: string;
}

export interface DataEndpoint extends Endpoint {
  readonly product: DataProduct;
}

/** service.md 4.2, 4.3. A member of `query` without a value is not sent. */
export function dataEndpoint(
  product: DataProduct,
  query: Readonly<Record<string, string | number | undefined>>,
): DataEndpoint {
  const { method, path } = PRODUCTS[product];
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  const search = sent.length === 0 ? "" : `?${new URLSearchParams(sent)}`;
  return { product, method, path: `${path}${search}`, creates: false };
}

/** service.md 4.4. `body` is JSON text; a probe sends other text, which creates nothing. */
export function shipmentsEndpoint(body: string, creates: boolean = true): Endpoint {
  const { method, path } = PRODUCTS.planning;
  return { product: "planning", method, path, creates, body };
}

/** service.md 4.5. @throws RangeError for an id that is empty, `.` or `..`. */
export function packageEndpoint(id: string): Endpoint {
  const { method, path } = PRODUCTS.tracking;
  return { product: "tracking", method, path: path.replace("{id}", pathSegment(id)), creates: false };
}

/** service.md 4.1. */
export function tokenEndpoint(authUrl: string): string {
  return `${authUrl}/oauth/token`;
}

function pathSegment(text: string): string {
  // URL parsers resolve dot segments, even percent-encoded ones. An empty segment names nothing.
  if (["", ".", ".."].includes(text)) throw new RangeError("a path segment must name something");
  return encodeURIComponent(text.toWellFormed());
}
