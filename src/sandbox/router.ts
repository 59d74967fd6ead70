import type { Origin } from "./settings.ts";

/** The paths of the four base URLs. All differ, so that a mix-up shows. */
export const BASE_PATHS = {
  auth: "/identity",
  risk: "/risk-data",
  planning: "/carrier",
  tracking: "/support",
} as const;

/** Where a request's path and method lead. */
export type Route =
  | { readonly kind: "operation"; readonly origin: Origin; readonly packageId?: string }
  /** No operation has this path or method below our base URL. */
  | { readonly kind: "unknown" }
  /** The path is below no base URL, or below the wrong one: it gets another server's 404. */
  | { readonly kind: "elsewhere" };

const ROUTE_ENTRIES = [
  { base: BASE_PATHS.auth, pattern: /^\/oauth\/token$/, method: "POST", origin: "token" },
  { base: BASE_PATHS.risk, pattern: /^\/v1\/temperature-alerts$/, method: "GET", origin: "alerts" },
  { base: BASE_PATHS.risk, pattern: /^\/v1\/risk-levels$/, method: "GET", origin: "risk" },
  { base: BASE_PATHS.planning, pattern: /^\/shipments$/, method: "POST", origin: "planning" },
  { base: BASE_PATHS.tracking, pattern: /^\/v1\/packages\/([^/]+)$/, method: "GET", origin: "tracking" },
] as const;

/** Finds the operation of a request. `path` is percent-encoded and has no query. */
export function route(method: string, path: string): Route {
  const base = Object.values(BASE_PATHS).find((each) => path === each || path.startsWith(`${each}/`));
  if (base === undefined) return { kind: "elsewhere" };
  const rest = path.slice(base.length);
  const entry = ROUTE_ENTRIES.find((each) => each.pattern.test(rest));
  if (entry === undefined) return { kind: "unknown" };
  if (entry.base !== base) return { kind: "elsewhere" };
  if (entry.method !== method) return { kind: "unknown" };
  const encoded = entry.pattern.exec(rest)?.[1];
  if (encoded === undefined) return { kind: "operation", origin: entry.origin };
  const packageId = decode(encoded);
  return packageId === undefined ? { kind: "unknown" } : { kind: "operation", origin: entry.origin, packageId };
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
