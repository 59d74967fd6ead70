import { createHmac, randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { TraceContext } from "../../domain/trace-context.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
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

/** The methods of MCP that a line names. What a client makes up is not. */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  ...["initialize", "notifications/initialized", "ping", "notifications/cancelled", "server/discover"],
  ...["tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list"],
  ...["prompts/list", "prompts/get", "completion/complete", "subscriptions/listen", "logging/setLevel"],
]);

/** Probes of a load balancer would fill the log. */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** The status of a request that its client left before there was an answer; HTTP has none for that. */
const LEFT = 499;
/** Hexadecimal digits: enough to tell principals apart. */
const HASH_LENGTH = 16;

/**
 * One line for each HTTP request: what was asked, how it ended, and who asked, by the name of the token or as a hash under a
 * key of this process alone. No token, no query, no header, no path but our own (DESIGN 3, privacy).
 */
export function accessLog(log: Log, clock: Clock, observer?: HttpObserver): (asked: Asked, to: ServerResponse) => void {
  const key = randomBytes(32);
  const nameOf = ({ name, id }: Principal): string =>
    name ?? createHmac("sha256", key).update(id).digest("hex").slice(0, HASH_LENGTH);
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
        ...(writableFinished ? {} : { cutOff: true }),
        ...(rpc.length > 0 ? { rpc: [...new Set(rpc.map((one) => (KNOWN_METHODS.has(one) ? one : "other")))] } : {}),
        ...(principal === undefined ? {} : { principal: nameOf(principal) }),
        ...(trace === undefined ? {} : { traceId: trace.traceId }),
      },
      "http request",
    );
  };
}
