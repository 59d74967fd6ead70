import type { HttpBindings } from "@hono/node-server";
import { isMethod } from "../../server/methods.ts";
import type { HttpOptions } from "./options.ts";
import { peersBehind } from "./peer.ts";
import type { Principal } from "./principal.ts";

/** The facts of an HTTP request for its log line. They grow while it is answered. */
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

/** The methods that the SDKs answer. A line names only these and the catalogue's, since clients can invent others. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** Load balancers probe these paths so often that they would fill the log. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** The status of a request whose client left before the answer. HTTP has none for it. */
const LEFT = 499;

/**
 * Logs one line for each HTTP request: method, outcome and principal; of a refused caller the reason and the address. No
 * token, query, header or foreign path (G-privacy).
 */
export function accessLog({ log, clock, observer, config }: HttpOptions) {
  const peerOf = peersBehind(config.trustedProxies);
  return (asked: LoggedRequest, { incoming, outgoing }: HttpBindings): void => {
    const { method, route, startedMs, rpc = [], principal, traceId, refused } = asked;
    const { headersSent, statusCode, writableFinished } = outgoing;
    const status = headersSent ? statusCode : LEFT;
    const tookMs = clock.monotonicMs() - startedMs;
    observer?.requested(route, method, status, rpc.includes("subscriptions/listen") ? undefined : tookMs);
    const { socket, headers } = incoming;
    const peer = (): string => peerOf(socket.remoteAddress, String(headers["x-forwarded-for"] ?? ""));
    log[PROBES.has(route) ? "debug" : "info"](
      {
        method,
        route,
        status,
        tookMs: Math.round(tookMs),
        ...(!writableFinished && { cutOff: true }),
        ...(rpc.length > 0 && { rpc: [...new Set(rpc.map(knownMethod))] }),
        ...(principal && { principal: principal.id }),
        ...(refused !== undefined && { refused, peer: peer() }),
        ...(traceId && { traceId }),
      },
      "http request",
    );
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
