import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { HttpConfig } from "../../http-config.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Log } from "../../runtime/log.ts";
import type { Catalogue } from "../../server/catalogue.ts";
import type { Identity } from "../../server/identity.ts";
import { AccessLog, statusOf } from "./access-log.ts";
import { ADAPTERS, type Adapters } from "./adapters.ts";
import { INVALID_REQUEST, type Refusal, refuse } from "./answers.ts";
import { Arrivals } from "./arrivals.ts";
import { authorizationBy } from "./authorization.ts";
import { boundedServer, listen, urlOf } from "./bounded-server.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import { Connection } from "./connection.ts";
import { Exchange, Exchanges } from "./exchange.ts";
import { hostCheck } from "./host-check.ts";
import type { Exposition, HttpObserver } from "./http-observer.ts";
import { DEFAULT_LIMITS, type HttpLimits } from "./limits.ts";
import { lingering } from "./linger.ts";
import { McpEndpoint } from "./mcp-endpoint.ts";
import { Outflow } from "./outflow.ts";
import { routes } from "./routes.ts";
import { shutDown } from "./shutdown.ts";

export interface HttpOptions {
  /** Where to listen; 0 is any free port. */
  readonly host: string;
  readonly port: number;
  readonly config: Pick<HttpConfig, "authorization" | "allowedHosts" | "allowedOrigins">;
  readonly identity: Identity;
  readonly catalogue: () => Promise<Catalogue>;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<HttpLimits>;
  readonly observer?: HttpObserver;
  /** What `/metrics` answers; without it there is no such path. */
  readonly metrics?: () => Promise<Exposition>;
  /** What stands between the catalogue and the clients of each era. */
  readonly adapters?: Adapters;
  /** Ends what is under way upstream, so that open calls are answered now. */
  readonly giveUp?: () => Promise<void>;
}

/** A server that listens. */
export interface RunningHttp {
  /** Of `/mcp`. */
  readonly url: string;
  /** Ends: `/readyz` says so first, calls that were sent by then are answered, then streams and connections are closed. */
  close(): Promise<void>;
}

/** Of a Host or a target that makes no URL. */
const NO_REQUEST: Refusal = { status: 400, code: INVALID_REQUEST, message: "Invalid request: its target is none" };

/** A request without Host (HTTP/1.0) gets a name to be routed by; the check of hosts goes by what was sent. */
const LISTENER_OPTIONS = { overrideGlobalObjects: false, hostname: "localhost" };

/**
 * Serves MCP on Streamable HTTP until it is closed (DESIGN 6).
 *
 * @throws the system's error when the address cannot be had.
 */
export async function startHttp(options: HttpOptions): Promise<RunningHttp> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { clock, log, config } = options;
  const exchanges = new Exchanges();
  const calls = new CallsInFlight(limits);
  const endpoint = new McpEndpoint({ adapters: ADAPTERS, ...options, rules: config.authorization, limits, calls });
  const app = routes({
    hosts: hostCheck({ ...config, boundHost: options.host }),
    rules: config.authorization,
    authorize: await authorizationBy(config.authorization, { clock, log }),
    endpoint,
    outflow: new Outflow(limits),
    maxHeaders: limits.maxHeaders,
    log,
    metrics: options.metrics,
  });
  const accessLog = new AccessLog(log, clock);
  const refused = (status: number): void => {
    accessLog.writeRefused(status);
    options.observer?.requested("other", "other", status, undefined);
  };
  const connections = new WeakMap<Socket, Connection>();
  const server = boundedServer({ limits, clock, exchanges, refused }, (incoming, outgoing) => {
    const { socket } = incoming;
    const connection = connections.get(socket) ?? new Connection(socket, limits);
    connections.set(socket, connection);
    const exchange = new Exchange(incoming, outgoing, clock.monotonicMs());
    exchanges.begin(exchange);
    exchange.whenOver(() => {
      accessLog.write(exchange);
      const tookMs = exchange.listens ? undefined : clock.monotonicMs() - exchange.startedMs;
      options.observer?.requested(exchange.route, incoming.method ?? "", statusOf(exchange), tookMs);
    });
    const said = (response: Response) => lingering(response, exchange, { limits, clock });
    const answer = async (request: Request) => said(await app.fetch(request, { incoming, outgoing, exchange }));
    const listener = getRequestListener(answer, { ...LISTENER_OPTIONS, errorHandler: () => said(refuse(NO_REQUEST)) });
    connection.take(exchange, () => void listener(incoming, outgoing));
  });
  const arrivals = new Arrivals(server);
  await listen(server, options);
  let ending: Promise<void> | undefined;
  return {
    url: urlOf(server),
    close: () => {
      ending ??= shutDown({ ...options, server, arrivals, exchanges, calls, endpoint, limits });
      return ending;
    },
  };
}
