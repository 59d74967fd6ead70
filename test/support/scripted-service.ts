import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A request as received. */
export interface Received {
  readonly route: Route;
  /** From 1, counted for each route. */
  readonly number: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly clientPort: number | undefined;
  readonly atMs: number;
}

/** An answer: a status with a JSON or raw body, or a failure of the connection. */
export type Scripted =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly raw?: string | Buffer;
      readonly headers?: Readonly<Record<string, string | string[]>>;
      /** Leave out `X-Request-Id`. */
      readonly anonymous?: boolean;
      /** Announce this length instead of the true one. */
      readonly length?: number;
      /** Send the head and `raw`, then nothing more, or the rest once it resolves. */
      readonly unfinished?: boolean | Promise<string>;
    }
  | "reset"
  | "hang";

/** No answer. coldroute's clock moves on by `silentMs`, so that no other request times out on a slow machine. */
export interface Silence {
  readonly silentMs: number;
}

export type Route = "token" | "alerts" | "risk" | "planning" | "tracking";
export type Script = (request: Received) => Scripted | Silence | Promise<Scripted | Silence>;
export type Scripts = Readonly<Partial<Record<Route, Script>>>;

const ROUTES: readonly [string, Route][] = [
  ["/auth/oauth/token", "token"],
  ["/risk/v1/temperature-alerts", "alerts"],
  ["/risk/v1/risk-levels", "risk"],
  ["/plan/shipments", "planning"],
  ["/track/v1/packages/", "tracking"],
];

/** Problem details with every member that service.md 7 calls present. */
export function problem(status: number, requestId: string, detail?: string): Scripted {
  const json = {
    type: "about:blank",
    title: `Status ${status}`,
    status,
    requestId,
    ...(detail ? { detail } : {}),
  };
  return {
    status,
    json,
    headers: {
      "content-type": "application/problem+json",
      "x-request-id": requestId,
    },
  };
}

/**
 * A loopback service with scripted answers, for cases beyond the sandbox. Its token endpoint issues numbered tokens
 * unless a script answers. Closed after the test.
 *
 * @param advance Moves coldroute's clock, for scripts with a `Silence`.
 */
export async function startScriptedService(scripts: Scripts, advance: (ms: number) => unknown = () => undefined) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const answer = async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const url = new URL(request.url ?? "/", "http://service.test");
    const route = ROUTES.find(([path]) => url.pathname.startsWith(path))?.[1];
    if (route === undefined) {
      response.writeHead(404).end("no such route");
      return;
    }
    const number = received.filter((other) => other.route === route).length + 1;
    const { headers, method = "", socket } = request;
    const common = { route, number, method, url, headers, body };
    const entry: Received = { ...common, clientPort: socket.remotePort, atMs: performance.now() };
    received.push(entry);
    const scripted = await (scripts[route] ?? issueToken)(entry);
    if (scripted === "hang") return;
    if (scripted === "reset") request.socket.resetAndDestroy();
    else if ("silentMs" in scripted) advance(scripted.silentMs);
    else await send(response, scripted, `${route}-${number}`);
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void answer(request, response, Buffer.concat(chunks).toString("utf8")));
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    requests: (route: Route) => received.filter((request) => request.route === route),
    /** The environment that points coldroute here. */
    environment: {
      COLDROUTE_CLIENT_ID: "client",
      COLDROUTE_CLIENT_SECRET: "the-client-secret",
      COLDROUTE_AUDIENCE: "urn:scripted:public-api",
      COLDROUTE_AUTH_URL: `${base}/auth`,
      COLDROUTE_RISK_URL: `${base}/risk`,
      COLDROUTE_PLANNING_URL: `${base}/plan`,
      COLDROUTE_TRACKING_URL: `${base}/track/`,
    },
  };
}

async function send(response: ServerResponse, scripted: Exclude<Scripted, string>, requestId: string): Promise<void> {
  const body = scripted.raw ?? JSON.stringify(scripted.json ?? null);
  response.writeHead(scripted.status, {
    "content-type": "application/json",
    ...(scripted.anonymous ? {} : { "x-request-id": requestId }),
    ...(scripted.length === undefined ? {} : { "content-length": String(scripted.length), connection: "close" }),
    ...scripted.headers,
  });
  const { unfinished = false } = scripted;
  if (unfinished === false) {
    response.end(body);
    return;
  }
  response.write(body);
  if (unfinished !== true) response.end(await unfinished);
}

function issueToken(request: Received): Scripted {
  return {
    status: 200,
    json: {
      access_token: `token-number-${request.number}`,
      expires_in: 86_400,
    },
  };
}
