import type { MiddlewareHandler } from "hono";
import { defined } from "../../domain/record.ts";
import { isMethod } from "../../server/methods.ts";
import type { HttpOptions } from "./options.ts";
import { peersBehind } from "./proxies.ts";
import { ALL_PATHS, PROBES, type RequestFacts, type RouteEnv } from "./route.ts";

/** Methods that the SDKs answer. The log names only these and the catalogue's, because clients can invent others. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** The logged status if the client left before the answer. HTTP defines no such status. */
const LEFT = 499;

/** Logs one line when an HTTP request is over, without its token, query, headers or unknown path (G-privacy). */
export function accessLog({ log, clock, observer, config }: HttpOptions): MiddlewareHandler<RouteEnv> {
  const peerOf = peersBehind(config.trustedProxies);
  return async (c, next) => {
    const { incoming, outgoing } = c.env;
    const { method, path } = c.req;
    const route = ALL_PATHS.has(path) ? path : "other";
    const startedMs = clock.monotonicMs();
    const facts: RequestFacts = {};
    c.set("facts", facts);
    outgoing.once("close", () => {
      const { rpc, principal, traceId, refused } = facts;
      const status = outgoing.headersSent ? outgoing.statusCode : LEFT;
      const tookMs = clock.monotonicMs() - startedMs;
      observer.requested(route, method, status, tookMs);
      const forwardedFor = String(incoming.headers["x-forwarded-for"] ?? "");
      const fields = defined({
        method,
        route,
        status,
        tookMs: Math.round(tookMs),
        cutOff: outgoing.writableFinished ? undefined : true,
        rpc: rpc === undefined ? undefined : [knownMethod(rpc)],
        principal,
        refused,
        peer: refused === undefined ? undefined : peerOf(incoming.socket.remoteAddress, forwardedFor),
        traceId,
      });
      // Load balancers ask so often that they would fill the log.
      log[PROBES.has(route) ? "debug" : "info"](fields, "http request");
    });
    await next();
  };
}

function knownMethod(method: string): string {
  return isMethod(method) || BUILT_IN.test(method) ? method : "other";
}
