import { PRODUCTS, type Product } from "../../domain/product.ts";

/** One operation of the service (service.md 4), ready to send. A log may show `product` alone. */
export interface Endpoint {
  readonly product: Product;
  readonly method: "GET" | "POST";
  /** Absolute and normalized, without a fragment. */
  readonly url: string;
  /** Whether the request may create something. If so, a lost answer leaves the outcome unknown. */
  readonly creates: boolean;
  /** JSON text, except in a probe. */
  readonly body?: string;
}

const TOKEN_PATH = "/oauth/token";

/** Temperature alerts (service.md 4.2). The specification shows no `page`, so only later pages send it. */
export function alertsEndpoint(
  riskUrl: string,
  query: {
    readonly minLevel?: string | undefined;
    readonly pageSize?: number | string | undefined;
    readonly page?: number | undefined;
  },
): Endpoint {
  const { method, path } = PRODUCTS.alerts;
  return { product: "alerts", method, url: withQuery(`${riskUrl}${path}`, query), creates: false };
}

/** Five-day risk of one day (service.md 4.3). */
export function riskEndpoint(
  riskUrl: string,
  query: { readonly granularity?: string; readonly date: string },
): Endpoint {
  const { method, path } = PRODUCTS.risk;
  return { product: "risk", method, url: withQuery(`${riskUrl}${path}`, query), creates: false };
}

/** Planning of a shipment (service.md 4.4). `body` is JSON text; a probe sends other text, which creates nothing. */
export function shipmentsEndpoint(planningUrl: string, body: string, creates: boolean = true): Endpoint {
  const { method, path } = PRODUCTS.planning;
  return { product: "planning", method, url: `${planningUrl}${path}`, creates, body };
}

/**
 * One package by order or tracking number (service.md 4.5).
 * @throws RangeError for an id that is empty, `.` or `..`.
 */
export function packageEndpoint(trackingUrl: string, id: string): Endpoint {
  const { method, path } = PRODUCTS.tracking;
  return {
    product: "tracking",
    method,
    url: `${trackingUrl}${path.replace("{id}", pathSegment(id))}`,
    creates: false,
  };
}

/** The token endpoint (service.md 4.1). */
export function tokenEndpoint(authUrl: string): string {
  return `${authUrl}${TOKEN_PATH}`;
}

/** URL parsers resolve dot segments, even percent-encoded ones. An empty segment names nothing. */
const NO_SEGMENT: readonly string[] = ["", ".", ".."];

/** `text` encoded as one segment of a path, so that it leads nowhere else. */
function pathSegment(text: string): string {
  if (NO_SEGMENT.includes(text)) throw new RangeError("a path segment must name something");
  return encodeURIComponent(text.toWellFormed());
}

function withQuery(url: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return sent.length === 0 ? url : `${url}?${new URLSearchParams(sent)}`;
}
