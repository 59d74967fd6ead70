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
import { refusal } from "./refusals.ts";
import { PATHS, PROBES, type PrincipalHandler } from "./route.ts";
import { routes } from "./routes.ts";

/** From the end of listening. */
const OPEN_CALLS_MS = 25_000;
/** How long the server then answers on open connections. A proxy that closes unused ones earlier loses no request. */
const KEPT_CONNECTIONS_MS = 3_000;
const MAX_ACCEPT_MS = 1_000;
const LAST_ANSWERS_MS = 500;

/** A reverse proxy provides finer limits for slow requests. */
const NODE_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Proxies close idle connections earlier, so they never reuse one that this server has closed.
  keepAliveTimeout: 75_000,
};
const MAX_CONNECTIONS = 2_048;

export interface RunningHttp {
  /** Of `/mcp`. */
  readonly url: string;
  /** Drains, then ends the server (G-http). Later calls return the same promise. */
  close(): Promise<void>;
  /** Rereads the token file; false without one. */
  reload(): boolean;
}

/** Serves MCP on Streamable HTTP until `close` (G-http). Rejects with the system's error if it cannot listen. */
export async function startHttp(options: HttpOptions): Promise<RunningHttp> {
  const { clock, config, maxWaitMs } = options;
  const state = { isReady: true, isOpen: true, allAccepted: Promise.resolve() };
  const calls = new OpenCalls();
  const authorization = await authorizationBy(options);
  const answerMcp = mcpEndpoint(options, { authorization, calls, state });
  // A request counts as under way even before its body is complete.
  const mcp: PrincipalHandler = (c, principal) => calls.until(state.allAccepted.then(() => answerMcp(c, principal)));
  const server = createServer(NODE_LIMITS, (incoming, outgoing) => {
    // An HTTP/1.0 probe sends no Host.
    if (PROBES.has(incoming.url?.split("?")[0] ?? "")) incoming.headers.host ??= "localhost";
    void listener(incoming, outgoing);
  });
  const app = routes(options, { authorization, mcp, state, server });
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    errorHandler: () => refusal(400, "Invalid request: its target is not a URL"),
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A call may send nothing until its deadline.
  server.timeout = maxWaitMs + MINUTE_MS;
  server.listen(options.port, options.host);
  await once(server, "listening");

  const end = async (): Promise<void> => {
    state.isReady = false;
    // Meanwhile a proxy learns to send its requests elsewhere.
    await sleep(clock, config.drainMs);
    // Answers wait until all connections are accepted: a client that has its answer would connect anew.
    state.allAccepted = isDoneWithin(clock, MAX_ACCEPT_MS, allAccepted(server)).then(() => undefined);
    await state.allAccepted;
    const disconnected = once(server, "close");
    stopListening(server);
    const closedMs = clock.monotonicMs();
    await isDoneWithin(clock, KEPT_CONNECTIONS_MS, disconnected);
    state.isOpen = false;
    server.closeIdleConnections();
    await isDoneWithin(clock, closedMs + OPEN_CALLS_MS - clock.monotonicMs(), calls.idle());
    calls.giveUp();
    // A plan that is being sent is not given up: it has its own deadline.
    await isDoneWithin(clock, maxWaitMs, calls.idle());
    server.close();
    await isDoneWithin(clock, LAST_ANSWERS_MS, disconnected);
    server.closeAllConnections();
  };
  return { url: urlOf(server), close: atMostOnce(end), reload: authorization.reload };
}

/**
 * Resolves once the server has accepted the connections that the system keeps waiting for it, which would be reset when it
 * stops listening. Node accepts one in a turn of the event loop; five turns without one also read the last ones' requests.
 */
async function allAccepted(server: Server): Promise<void> {
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

/** Keeps all connections. The close of node:http would also close unused ones, on which a request may be under way. */
function stopListening(server: Server): void {
  NetServer.prototype.close.call(server);
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}${PATHS.mcp}`;
}
