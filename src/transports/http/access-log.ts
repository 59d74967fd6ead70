import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { isMethod } from "../../server/methods.ts";
import { METADATA_PATHS } from "./authorization.ts";
import type { HttpOptions } from "./options.ts";
import { peersBehind } from "./peer.ts";
import type { Principal } from "./principal.ts";

/** The facts of a request that become known while it is answered. */
interface Asked {
  /** The MCP methods in its body. */
  rpc?: readonly string[];
  principal?: Principal;
  traceId?: string | undefined;
  /** Why its caller was refused. */
  refused?: string;
}

/** The parts of a request, as hono types them. */
export interface RouteEnv {
  Bindings: HttpBindings;
  Variables: { asked: Asked };
}
export type Routed = Context<RouteEnv>;

/** The methods that the SDKs answer. The log names only these and the catalogue's, since clients can invent others. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** Load balancers probe these paths so often that they would fill the log. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);
const ROUTES: ReadonlySet<string> = new Set(["/mcp", "/metrics", ...PROBES, ...METADATA_PATHS]);

/** The status of a request whose client left before the answer. HTTP has none for it. */
const LEFT = 499;

/** Logs one line for each HTTP request once it is over, without token, query, header or foreign path (G-privacy). */
export function accessLog({ log, clock, observer, config }: HttpOptions): MiddlewareHandler<RouteEnv> {
  const peerOf = peersBehind(config.trustedProxies);
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const { method, path } = c.req;
    const route = ROUTES.has(path) ? path : "other";
    const startedMs = clock.monotonicMs();
    const asked: Asked = {};
    c.set("asked", asked);
    outgoing.once("close", () => {
      const { rpc = [], principal, traceId, refused } = asked;
      const status = outgoing.headersSent ? outgoing.statusCode : LEFT;
      const tookMs = clock.monotonicMs() - startedMs;
      observer?.requested(route, method, status, rpc.includes("subscriptions/listen") ? undefined : tookMs);
      const { socket, headers } = incoming;
      const forwardedFor = String(headers["x-forwarded-for"] ?? "");
      log[PROBES.has(route) ? "debug" : "info"](
        {
          method,
          route,
          status,
          tookMs: Math.round(tookMs),
          ...(!outgoing.writableFinished && { cutOff: true }),
          ...(rpc.length > 0 && { rpc: [...new Set(rpc.map(knownMethod))] }),
          ...(principal && { principal: principal.id }),
          ...(refused !== undefined && { refused, peer: peerOf(socket.remoteAddress, forwardedFor) }),
          ...(traceId && { traceId }),
        },
        "http request",
      );
    });
    await next();
  };
}

/** The trace id of a `traceparent` (W3C Trace Context, 3.2); undefined for one that is absent or not valid. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(
    traceparent ?? "",
  )?.[1];
}

function knownMethod(method: string): string {
  return isMethod(method) || BUILT_IN.test(method) ? method : "other";
}
