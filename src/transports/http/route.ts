import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Principal } from "./principal.ts";

export const PATHS = { mcp: "/mcp", alive: "/healthz", ready: "/readyz", metrics: "/metrics" } as const;
/** Open to load balancers, without a token. */
export const PROBES: ReadonlySet<string> = new Set([PATHS.alive, PATHS.ready]);
const WELL_KNOWN = "/.well-known/oauth-protected-resource";
/** The metadata of the resource `/mcp` (RFC 9728, 3.1). */
export const METADATA_PATH = `${WELL_KNOWN}${PATHS.mcp}`;
/** The bare path, and the path with `/mcp` appended. */
export const METADATA_PATHS: readonly string[] = [WELL_KNOWN, METADATA_PATH];
export const ALL_PATHS: ReadonlySet<string> = new Set([...Object.values(PATHS), ...METADATA_PATHS]);

/** The facts that the handlers of a request leave for its line in the access log. */
export interface RequestFacts {
  rpc?: string | undefined;
  /** The principal's id. */
  principal?: string;
  traceId?: string | undefined;
  /** Why authorization failed. */
  refused?: string;
}

export interface RouteEnv {
  Bindings: HttpBindings;
  Variables: { facts: RequestFacts };
}
/** A request with its facts, as the handler of a route gets it. */
export type Routed = Context<RouteEnv>;
/** Answers a request of a principal that has the scope of the route. */
export type PrincipalHandler = (c: Routed, principal: Principal) => Promise<Response>;
