import type { Origin } from "./settings.ts";

/** The paths of the four base URLs. All differ, so that a mix-up shows. */
export const BASE_PATHS = {
  auth: "/identity",
  risk: "/risk-data",
  planning: "/carrier",
  tracking: "/support",
} as const;

/** The operation that a request's path and method name. */
export interface Route {
  readonly origin: Origin;
  readonly packageId: string;
}

const ROUTES: readonly (readonly [method: string, pattern: RegExp, origin: Origin])[] = [
  ["POST", /^\/identity\/oauth\/token$/, "token"],
  ["GET", /^\/risk-data\/v1\/temperature-alerts$/, "alerts"],
  ["GET", /^\/risk-data\/v1\/risk-levels$/, "risk"],
  ["POST", /^\/carrier\/shipments$/, "planning"],
  ["GET", /^\/support\/v1\/packages\/([^/]+)$/, "tracking"],
];

/** Finds the operation of a request, if there is one. `path` is percent-encoded and has no query. */
export function route(method: string, path: string): Route | undefined {
  const found = ROUTES.find(([of, pattern]) => of === method && pattern.test(path));
  if (found === undefined) return undefined;
  const [, pattern, origin] = found;
  try {
    return { origin, packageId: decodeURIComponent(pattern.exec(path)?.[1] ?? "") };
  } catch {
    return undefined;
  }
}
