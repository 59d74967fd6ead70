import { createHmac, randomBytes } from "node:crypto";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Exchange } from "./exchange.ts";

/** Methods of MCP that are named in a line; what a client makes up is not. */
const KNOWN_METHODS: ReadonlySet<string> = new Set([
  ...["initialize", "notifications/initialized", "ping", "notifications/cancelled", "server/discover"],
  ...["tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list"],
  ...["prompts/list", "prompts/get", "completion/complete", "subscriptions/listen", "logging/setLevel"],
]);

/** Of a request that its client left before there was an answer; no status of HTTP says that. */
const LEFT = 499;
/** Hexadecimal digits: enough to tell principals apart. */
const HASH_LENGTH = 16;

/**
 * One line for each HTTP request: what was asked, how it ended, and who asked, as a hash under a key of this process
 * alone. No token, no query, no header, no path but our own (DESIGN 3, privacy).
 */
export class AccessLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #key = randomBytes(32);

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  write(exchange: Exchange): void {
    const { incoming, route, rpc, caller } = exchange;
    this.#log.info(
      {
        method: incoming.method,
        route,
        status: statusOf(exchange),
        tookMs: Math.round(this.#clock.monotonicMs() - exchange.startedMs),
        ...(exchange.isCutOff ? { cutOff: true } : {}),
        ...(rpc.length > 0
          ? { rpc: [...new Set(rpc)].map((method) => (KNOWN_METHODS.has(method) ? method : "other")) }
          : {}),
        ...(caller === undefined ? {} : { principal: this.#hash(caller.principal.id) }),
        ...(caller?.trace === undefined ? {} : { traceId: caller.trace.traceId }),
      },
      "http request",
    );
  }

  /** Of what never became a request. */
  writeRefused(status: number): void {
    this.#log.info({ route: "other", status }, "http request");
  }

  #hash(principalId: string): string {
    return createHmac("sha256", this.#key).update(principalId).digest("hex").slice(0, HASH_LENGTH);
  }
}

/** The status that the client was given, or would have been. */
export function statusOf({ outgoing, refusedStatus }: Exchange): number {
  return refusedStatus ?? (outgoing.headersSent ? outgoing.statusCode : LEFT);
}
