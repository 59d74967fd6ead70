import type { Product } from "../../domain/product.ts";

/** One operation of the service (service.md 4), ready to be requested. Only `product` is fit for a log. */
export interface Endpoint {
  readonly product: Product;
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Whether its answer may mean that something exists now: then a lost answer leaves the outcome unknown. */
  readonly creates: boolean;
  /** JSON text. */
  readonly body?: string;
}

const READ = { method: "GET", creates: false } as const;

/** Temperature alerts (service.md 4.2). `page` is not among the shown parameters: only later pages are asked with it. */
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

/** Planning of a shipment (service.md 4.4). `body` is JSON text; a probe's is anything else, which creates nothing. */
export function shipmentsEndpoint(planningUrl: string, body: string, creates: boolean = true): Endpoint {
  return { product: "planning", method: "POST", url: below(planningUrl, "shipments"), creates, body };
}

/** One package by order or tracking number (service.md 4.5). */
export function packageEndpoint(trackingUrl: string, id: string): Endpoint {
  return { ...READ, product: "tracking", url: below(trackingUrl, "v1", "packages", id) };
}

/** The token endpoint (service.md 4.1). */
export function tokenEndpoint(authUrl: string): URL {
  return below(authUrl, "oauth", "token");
}

/** URL parsers fold these away, however they are written. */
const NO_SEGMENT: readonly string[] = ["", ".", ".."];

/**
 * The URL of path `segments` below `base`, whose own path is kept. Each is encoded whole, so that none leads elsewhere.
 * Throws a RangeError for what is no segment.
 */
export function below(base: string, ...segments: readonly string[]): URL {
  const root = base.replace(/(?<!\/)\/+$/, "");
  const path = segments.map((segment) => {
    if (NO_SEGMENT.includes(segment)) throw new RangeError("a path segment must name something");
    return encodeURIComponent(segment.toWellFormed());
  });
  return new URL(`${root}/${path.join("/")}`);
}

function withQuery(url: URL, query: Readonly<Record<string, string | number | undefined>>): URL {
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}
