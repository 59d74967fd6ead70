import type { Product } from "./failure.ts";

/**
 * One operation of the service (service.md 4), ready to be requested. Nothing here is fit for a log but `product` and
 * `operation`.
 */
export interface Endpoint {
  readonly product: Product;
  readonly operation: "temperature-alerts" | "risk-levels" | "shipments" | "packages";
  readonly method: "GET" | "POST";
  readonly url: URL;
  /** Whether its answer may mean that something exists now: then a lost answer leaves the outcome unknown. */
  readonly creates: boolean;
  /** Whether a 400 is expected, as to a page size that is tried: no warning in the log. */
  readonly isTrial?: boolean;
  /** JSON text. */
  readonly body?: string;
}

/**
 * Temperature alerts (service.md 4.2). `page` is not among the shown parameters: it is sent from the second page on
 * only.
 */
export function alertsEndpoint(
  riskUrl: string,
  query: {
    readonly minLevel?: string | undefined;
    readonly pageSize?: number | string | undefined;
    readonly page?: number | undefined;
  },
  isTrial: boolean = false,
): Endpoint {
  const url = below(riskUrl, "v1", "temperature-alerts");
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return {
    product: "alerts",
    operation: "temperature-alerts",
    method: "GET",
    url,
    creates: false,
    ...(isTrial ? { isTrial } : {}),
  };
}

/** Five-day risk of one day (service.md 4.3). */
export function riskEndpoint(
  riskUrl: string,
  query: { readonly granularity?: string; readonly date: string },
): Endpoint {
  const url = below(riskUrl, "v1", "risk-levels");
  if (query.granularity !== undefined) url.searchParams.set("granularity", query.granularity);
  url.searchParams.set("date", query.date);
  return { product: "risk", operation: "risk-levels", method: "GET", url, creates: false };
}

/** Planning of a shipment (service.md 4.4). `body` is JSON text; a probe's is anything else, which creates nothing. */
export function shipmentsEndpoint(planningUrl: string, body: string, creates: boolean = true): Endpoint {
  const url = below(planningUrl, "shipments");
  return { product: "planning", operation: "shipments", method: "POST", url, creates, body };
}

/** One package by order or tracking number (service.md 4.5). */
export function packageEndpoint(trackingUrl: string, id: string): Endpoint {
  const url = below(trackingUrl, "v1", "packages", id);
  return { product: "tracking", operation: "packages", method: "GET", url, creates: false };
}

/** The token endpoint (service.md 4.1). */
export function tokenEndpoint(authUrl: string): URL {
  return below(authUrl, "oauth", "token");
}

/** Whether `text` can stand as one path segment: URL parsers fold these three away, however they are written. */
export function isSegment(text: string): boolean {
  return text !== "" && text !== "." && text !== "..";
}

/**
 * The URL of path `segments` below `base`, whose own path and trailing slash are kept. Each segment is encoded whole: a
 * slash, a dot segment, a query or a fragment inside one can never lead elsewhere.
 *
 * @throws RangeError for what is no segment.
 */
export function below(base: string, ...segments: readonly string[]): URL {
  const root = base.replace(/\/+$/, "");
  const path = segments.map((segment) => {
    if (!isSegment(segment)) throw new RangeError("a path segment must name something");
    return encodeURIComponent(segment.toWellFormed());
  });
  return new URL(`${root}/${path.join("/")}`);
}
