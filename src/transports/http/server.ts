import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP, Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { MINUTE_MS } from "../../domain/time-units.ts";
import { once as atMostOnce } from "../../runtime/once.ts";
import { isDoneWithin, sleep } from "../../runtime/waiting.ts";
import { OpenCalls } from "../../server/open-calls.ts";
import { authorizationBy } from "./authorization.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";
import type { HttpOptions } from "./options.ts";
import { PROBES } from "./paths.ts";
import { refusal } from "./refusals.ts";
import { routes } from "./routes.ts";

/** How long open calls may take after the server stops listening. */
const OPEN_CALLS_MS = 25_000;
/** How long the server then answers on open connections. A proxy that closes unused ones earlier loses no request. */
const KEPT_CONNECTIONS_MS = 3_000;
/** How long a busy server may take to accept waiting connections, so that each gets an answer. */
const MAX_ACCEPT_MS = 1_000;
/** How long the last answers may take to reach their clients. */
const LAST_ANSWERS_MS = 500;

/** Limits of Node for slow requests. A reverse proxy provides finer ones. */
const NODE_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Proxies close idle connections earlier, so they never reuse one that this server has closed.
  keepAliveTimeout: 75_000,
};
const MAX_CONNECTIONS = 2_048;

export type RunningHttp = Awaited<ReturnType<typeof startHttp>>;

/** Serves MCP on Streamable HTTP until `close` (G-http). Rejects with the system's error if it cannot listen. */
export async function startHttp(options: HttpOptions) {
  const { clock, config, maxWaitMs } = options;
  const state = { isReady: true, isOpen: true, closing: Promise.resolve() };
  const calls = new OpenCalls();
  const authorization = await authorizationBy(options);
  const answerMcp = mcpEndpoint(options, { authorization, calls, state });
  // A request counts as under way even before its body is complete.
  const answer: typeof answerMcp = (c) => calls.until(state.closing.then(() => answerMcp(c)));
  const server = createServer(NODE_LIMITS, (incoming, outgoing) => {
    // An HTTP/1.0 probe sends no Host.
    if (PROBES.has(incoming.url?.split("?")[0] ?? "")) incoming.headers.host ??= "localhost";
    void listener(incoming, outgoing);
  });
  const app = routes(options, { authorization, answer, state, server });
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    errorHandler: () => refusal(400, "Invalid request: its target is none"),
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A call may send nothing until its deadline.
  server.timeout = maxWaitMs + MINUTE_MS;
  server.listen(options.port, options.host);
  await once(server, "listening");

  /**
   * 1. Tells probes that it is not ready. 2. Drains: a proxy sends its requests elsewhere. 3. Holds answers back until all
   * waiting connections are accepted. 4. Stops listening, but still answers on its connections. 5. Refuses new requests.
   * 6. Waits for the open calls. 7. Gives them up, except a plan that is being sent, which has its own deadline. 8. Closes
   * the connections.
   */
  const end = async (): Promise<void> => {
    state.isReady = false;
    await sleep(clock, config.drainMs);
    // Clients that have their answers would connect anew. Closing resets connections that are not accepted yet.
    state.closing = isDoneWithin(clock, MAX_ACCEPT_MS, allTaken(server)).then(() => undefined);
    await state.closing;
    // This ends only listening. HTTP's own close would reset connections that are about to be used.
    const disconnected = once(server, "close");
    NetServer.prototype.close.call(server);
    const closedMs = clock.monotonicMs();
    await isDoneWithin(clock, KEPT_CONNECTIONS_MS, disconnected);
    state.isOpen = false;
    server.closeIdleConnections();
    await isDoneWithin(clock, closedMs + OPEN_CALLS_MS - clock.monotonicMs(), calls.idle());
    calls.giveUp();
    await isDoneWithin(clock, maxWaitMs, calls.idle());
    server.close();
    await isDoneWithin(clock, LAST_ANSWERS_MS, disconnected);
    server.closeAllConnections();
  };
  return {
    /** The URL of `/mcp`. */
    url: urlOf(server),
    /** Drains, then ends the server (G-http). Later calls return the same promise. */
    close: atMostOnce(end),
    reload: authorization.reload,
  };
}

/** Resolves after a few turns without a new connection, in which the last ones' requests are read. Node accepts one a turn. */
async function allTaken(server: Server): Promise<void> {
  let quietTurns = 0;
  const onConnection = (): void => {
    quietTurns = 0;
  };
  server.on("connection", onConnection);
  while (quietTurns < 5) {
    quietTurns += 1;
    await nextTurn();
  }
  server.off("connection", onConnection);
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}/mcp`;
}
