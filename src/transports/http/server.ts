import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP, Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { MINUTE_MS } from "../../domain/time-units.ts";
import { isDoneWithin, sleep } from "../../runtime/clock.ts";
import { OpenCalls } from "../../server/open-calls.ts";
import { PROBES } from "./access-log.ts";
import { authorizationBy } from "./authorization.ts";
import { mcpEndpoint } from "./mcp-endpoint.ts";
import type { HttpOptions } from "./options.ts";
import { refusal } from "./refusals.ts";
import { routes } from "./routes.ts";

/** The time for open calls once the server refuses new ones. */
const OPEN_CALLS_MS = 25_000;
/** The time for a busy server to take the connections that wait, so that each gets its refusal. */
const MAX_ACCEPT_MS = 1_000;
/** The time for answers to reach their clients. */
const LOG_FLUSH_MS = 500;

/** Node's own limits for slow and large requests. The reverse proxy provides finer ones. */
const NODE_LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // Longer than proxies keep connections, so that they never meet a closed one.
  keepAliveTimeout: 75_000,
};
const MAX_CONNECTIONS = 2_048;

export type RunningHttp = Awaited<ReturnType<typeof startHttp>>;

/** Serves MCP on Streamable HTTP until it is closed (G-http). Rejects with the system's error when it cannot listen. */
export async function startHttp(options: HttpOptions) {
  const { clock, config, maxWaitMs } = options;
  const state = { isReady: true, isOpen: true };
  const calls = new OpenCalls();
  const authorization = await authorizationBy(options);
  const endpoint = mcpEndpoint(options, { authorization, calls, isOpen: () => state.isOpen });
  // A request is under way while its body is still being read.
  const answer: typeof endpoint.answer = (c) => calls.until(endpoint.answer(c));
  const app = routes(options, { authorization, answer, isReady: () => state.isReady });
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    errorHandler: () => refusal(400, "Invalid request: its target is none"),
  });
  const server = createServer(NODE_LIMITS, (incoming, outgoing) => {
    // A probe of HTTP/1.0 sends no Host.
    if (PROBES.has(incoming.url?.split("?")[0] ?? "")) incoming.headers.host ??= "localhost";
    void listener(incoming, outgoing);
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A call may be silent until its deadline.
  server.timeout = maxWaitMs + MINUTE_MS;
  server.listen(options.port, options.host);
  await once(server, "listening");

  const end = async (): Promise<void> => {
    state.isReady = false;
    await sleep(clock, config.drainMs);
    state.isOpen = false;
    await isDoneWithin(clock, MAX_ACCEPT_MS, allTaken(server));
    // Only listening ends here. HTTP's own close would reset connections whose first request is not read yet.
    const disconnected = once(server, "close");
    NetServer.prototype.close.call(server);
    await isDoneWithin(clock, OPEN_CALLS_MS, calls.idle());
    calls.giveUp();
    // Only a plan that is being sent goes on, until its own deadline.
    await isDoneWithin(clock, maxWaitMs, calls.idle());
    server.close();
    // Clients that only listen are still connected.
    await isDoneWithin(clock, LOG_FLUSH_MS, disconnected);
    await endpoint.close();
    server.closeAllConnections();
  };
  let ending: Promise<void> | undefined;
  return {
    /** The URL of `/mcp`. */
    url: urlOf(server),
    /** Drains, then ends (G-http). */
    close: (): Promise<void> => {
      ending ??= end();
      return ending;
    },
    reload: authorization.reload,
  };
}

/** Resolves once no connection has come for a few turns: the server takes one a turn, and closing resets the rest. */
async function allTaken(server: Server): Promise<void> {
  let quietTurns = 0;
  server.on("connection", () => {
    quietTurns = 0;
  });
  while (quietTurns < 5) {
    quietTurns += 1;
    await nextTurn();
  }
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}/mcp`;
}
