import type { Product } from "../../domain/product.ts";

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

const READ = { method: "GET", creates: false } as const;

/** Temperature alerts (service.md 4.2). The specification shows no `page`, so only later pages send it. */
export function alertsEndpoint(
  riskUrl: string,
  query: {
    readonly minLevel?: string | undefined;
    readonly pageSize?: number | string | undefined;
    readonly page?: number | undefined;
  },
): Endpoint {
  return { ...READ, product: "alerts", url: withQuery(below(riskUrl, "v1", "temperature-alerts"), query) };
}

/** Five-day risk of one day (service.md 4.3). */
export function riskEndpoint(
  riskUrl: string,
  query: { readonly granularity?: string; readonly date: string },
): Endpoint {
  return { ...READ, product: "risk", url: withQuery(below(riskUrl, "v1", "risk-levels"), query) };
}

/** Planning of a shipment (service.md 4.4). `body` is JSON text; a probe sends other text, which creates nothing. */
export function shipmentsEndpoint(planningUrl: string, body: string, creates: boolean = true): Endpoint {
  return { product: "planning", method: "POST", url: below(planningUrl, "shipments"), creates, body };
}

/** One package by order or tracking number (service.md 4.5). */
export function packageEndpoint(trackingUrl: string, id: string): Endpoint {
  return { ...READ, product: "tracking", url: below(trackingUrl, "v1", "packages", id) };
}

/** The token endpoint (service.md 4.1). */
export function tokenEndpoint(authUrl: string): string {
  return below(authUrl, "oauth", "token");
}

/** URL parsers resolve dot segments, even percent-encoded ones. An empty segment names nothing. */
const NO_SEGMENT: readonly string[] = ["", ".", ".."];

/**
 * Appends path `segments` to `base`, a URL as `baseUrl` reads it. Encodes each whole, so that none leads elsewhere.
 * @throws RangeError for an empty segment, `.` or `..`.
 */
export function below(base: string, ...segments: readonly string[]): string {
  const path = segments.map((segment) => {
    if (NO_SEGMENT.includes(segment)) throw new RangeError("a path segment must name something");
    return encodeURIComponent(segment.toWellFormed());
  });
  return `${base}/${path.join("/")}`;
}

function withQuery(url: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const sent = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return sent.length === 0 ? url : `${url}?${new URLSearchParams(sent)}`;
}
