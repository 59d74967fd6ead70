import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { TraceContext } from "../../domain/trace-context.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import { isMethod } from "../../server/methods.ts";
import type { Principal } from "./caller.ts";
import type { HttpObserver } from "./metrics.ts";

/** One HTTP request, as far as it is known by the time it is over. */
export interface Asked {
  readonly method: string;
  readonly route: string;
  readonly startedMs: number;
  /** The methods of MCP that it asks for. */
  rpc?: readonly string[];
  principal?: Principal;
  trace?: TraceContext | undefined;
}

/** What the SDKs answer themselves. A line names no other method but the catalogue's: a client can make up what it likes. */
const BUILT_IN =
  /^(?:initialize|ping|server\/discover|subscriptions\/listen|notifications\/(?:initialized|cancelled))$/;

/** Probes of a load balancer would fill the log. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** The status of a request that its client left before there was an answer; HTTP has none for that. */
const LEFT = 499;
/** Hexadecimal digits: enough to tell principals apart. */
const HASH_LENGTH = 16;

/**
 * One line for each HTTP request: what was asked, how it ended, and who asked, by the name of the token or as a hash under a
 * key of this process alone. No token, no query, no header, no path but our own (G-privacy).
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
  return ({ method, route, startedMs, rpc = [], principal, trace }, { headersSent, statusCode, writableFinished }) => {
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
        ...(trace && { traceId: trace.traceId }),
      },
      "http request",
    );
  };
}

function known(method: string): string {
  return isMethod(method) || BUILT_IN.test(method) ? method : "other";
}
