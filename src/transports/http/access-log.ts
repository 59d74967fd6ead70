import { BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { defined } from "../../domain/record.ts";
import { isMethod } from "../../server/methods.ts";
import type { HttpOptions } from "./options.ts";
import { ALL_PATHS, PROBES } from "./paths.ts";
import type { Principal } from "./principal.ts";

interface RequestFacts {
  rpc?: string | undefined;
  principal?: Principal;
  traceId?: string | undefined;
  refused?: string;
}

export interface RouteEnv {
  Bindings: HttpBindings;
  Variables: { facts: RequestFacts };
}
export type Routed = Context<RouteEnv>;

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
        principal: principal?.id,
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

/** The trace id of a `traceparent` (W3C Trace Context, 3.2). */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/.exec(
    traceparent ?? "",
  )?.[1];
}

function knownMethod(method: string): string {
  return isMethod(method) || BUILT_IN.test(method) ? method : "other";
}

/**
 * Finds the address of a request's sender: the last in `X-Forwarded-For` that is not a trusted proxy, since each proxy
 * appends the address that it saw. `trustedProxies` holds addresses and CIDR ranges.
 */
export function peersBehind(trustedProxies: readonly string[]) {
  const trusted = new BlockList();
  for (const range of trustedProxies) {
    const [address = "", bits] = range.split("/");
    trusted.addSubnet(address, Number(bits ?? (isIP(address) === 6 ? 128 : 32)), familyOf(address));
  }
  return (address: string | undefined, forwardedFor: string): string => {
    // A dual-stack socket maps IPv4 addresses to IPv6.
    let peer = address?.replace(/^::ffff:(?=[0-9.]+$)/, "") ?? "unknown";
    const hops = forwardedFor.split(",");
    while (isIP(peer) !== 0 && trusted.check(peer, familyOf(peer))) {
      const before = hops.pop()?.trim() ?? "";
      if (isIP(before) === 0) break;
      peer = before;
    }
    return peer;
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
