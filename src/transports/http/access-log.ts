import { createHmac, randomBytes } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { HttpBindings } from "@hono/node-server";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { isMethod } from "../../server/methods.ts";
import { type Principal, peerOf } from "./caller.ts";
import type { HttpObserver } from "./metrics.ts";

/** The known facts of a finished HTTP request. */
export interface LoggedRequest {
  readonly method: string;
  readonly route: string;
  readonly startedMs: number;
  /** The MCP methods in its body. */
  rpc?: readonly string[];
  principal?: Principal;
  traceId?: string | undefined;
  /** Why its caller was refused. */
  refused?: string;
}

/** The methods that the SDKs answer. A line names these and the catalogue's alone, since clients can invent others. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** Load balancers probe these paths so often that they would fill the log. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** The status of a request whose client left before the answer. HTTP has none for it. */
const LEFT = 499;
/** Hexadecimal digits of a hash, enough to tell principals apart. */
const HASH_LENGTH = 16;

export interface AccessLogParts {
  readonly log: Log;
  readonly clock: Clock;
  readonly observer?: HttpObserver | undefined;
  /** Addresses, and ranges of them (CIDR), whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
}

/**
 * Logs one line for each HTTP request: method, outcome and principal; of a refused caller the reason and the address. No
 * token, query, header or foreign path (G-privacy).
 */
export function accessLog({ log, clock, observer, trustedProxies }: AccessLogParts) {
  const nameOf = principalNames();
  const trusted = blockListOf(trustedProxies);
  const over = (asked: LoggedRequest, { incoming, outgoing }: HttpBindings): void => {
    const { method, route, startedMs, rpc = [], principal, traceId, refused } = asked;
    const { headersSent, statusCode, writableFinished } = outgoing;
    const status = headersSent ? statusCode : LEFT;
    const tookMs = clock.monotonicMs() - startedMs;
    observer?.requested(route, method, status, rpc.includes("subscriptions/listen") ? undefined : tookMs);
    const forwardedFor = incoming.headers["x-forwarded-for"];
    const peer = (): string => peerOf(incoming.socket.remoteAddress, String(forwardedFor ?? ""), trusted);
    log[PROBES.has(route) ? "debug" : "info"](
      {
        method,
        route,
        status,
        tookMs: Math.round(tookMs),
        ...(!writableFinished && { cutOff: true }),
        ...(rpc.length > 0 && { rpc: [...new Set(rpc.map(knownMethod))] }),
        ...(principal && { principal: nameOf(principal) }),
        ...(refused !== undefined && { refused, peer: peer() }),
        ...(traceId && { traceId }),
      },
      "http request",
    );
  };
  return { over, nameOf };
}

/** The name of a principal in the log: its token's, or a hash under a key of this process. */
function principalNames(): (principal: Principal) => string {
  const key = randomBytes(32);
  return ({ name, id }) => name ?? createHmac("sha256", key).update(id).digest("hex").slice(0, HASH_LENGTH);
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = "", bits] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    list.addSubnet(address, bits === undefined ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return list;
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
