import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { isMethod } from "../../server/methods.ts";
import type { Principal } from "./caller.ts";
import type { HttpObserver } from "./metrics.ts";

/** The known facts of a finished HTTP request. */
export interface Asked {
  readonly method: string;
  readonly route: string;
  readonly startedMs: number;
  /** The MCP methods in its body. */
  rpc?: readonly string[];
  principal?: Principal;
  traceId?: string | undefined;
}

/** The methods that the SDKs answer. A line names these and the catalogue's alone, since clients can invent others. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** Load balancers probe these paths so often that they would fill the log. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** The status of a request whose client left before the answer. HTTP has none for it. */
const LEFT = 499;
/** Hexadecimal digits of a hash, enough to tell principals apart. */
const HASH_LENGTH = 16;

/**
 * Logs one line for each HTTP request: method, outcome and principal, by the token's name or as a hash under a key of
 * this process. No token, query, header or foreign path (G-privacy).
 */
export function accessLog(log: Log, clock: Clock, observer?: HttpObserver): (asked: Asked, to: ServerResponse) => void {
  const key = randomBytes(32);
  const names = new WeakMap<Principal, string>();
  const nameOf = (principal: Principal): string => {
    const { name = names.get(principal), id } = principal;
    if (name !== undefined) return name;
    const hash = createHmac("sha256", key).update(id).digest("hex").slice(0, HASH_LENGTH);
    names.set(principal, hash);
    return hash;
  };
  return (
    { method, route, startedMs, rpc = [], principal, traceId },
    { headersSent, statusCode, writableFinished },
  ) => {
    const status = headersSent ? statusCode : LEFT;
    const tookMs = clock.monotonicMs() - startedMs;
    observer?.requested(route, method, status, rpc.includes("subscriptions/listen") ? undefined : tookMs);
    log[PROBES.has(route) ? "debug" : "info"](
      {
        method,
        route,
        status,
        tookMs: Math.round(tookMs),
        ...(!writableFinished && { cutOff: true }),
        ...(rpc.length > 0 && { rpc: [...new Set(rpc.map(known))] }),
        ...(principal && { principal: nameOf(principal) }),
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

function known(method: string): string {
  return isMethod(method) || BUILT_IN.test(method) ? method : "other";
}
