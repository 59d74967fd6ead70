import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { MINUTE_MS } from "../../domain/time-units.ts";
import { once as atMostOnce } from "../../runtime/once.ts";
import { authorizationBy } from "./authorization.ts";
import type { HttpOptions } from "./options.ts";
import { refusal } from "./refusals.ts";
import { PATHS, PROBES } from "./route.ts";
import { routes } from "./routes.ts";
import { ServerState, shutDown } from "./shutdown.ts";

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
  const state = new ServerState();
  const authorization = await authorizationBy(options);
  const app = routes(options, authorization, state);
  const listener = getRequestListener((request, bindings) => app.fetch(request, bindings), {
    overrideGlobalObjects: false,
    errorHandler: () => refusal(400, "Invalid request: its target is not a URL"),
  });
  const server = createServer(NODE_LIMITS, (incoming, outgoing) => {
    // An HTTP/1.0 probe sends no Host.
    if (PROBES.has(incoming.url?.split("?")[0] ?? "")) incoming.headers.host ??= "localhost";
    void listener(incoming, outgoing);
  });
  server.maxConnections = MAX_CONNECTIONS;
  // A call may send nothing until its deadline.
  server.timeout = options.maxWaitMs + MINUTE_MS;
  server.listen(options.port, options.host);
  await once(server, "listening");
  return {
    url: urlOf(server),
    close: atMostOnce(() => shutDown(server, state, options)),
    reload: authorization.reload,
  };
}

function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${isIP(address) === 6 ? `[${address}]` : address}:${port}${PATHS.mcp}`;
}
