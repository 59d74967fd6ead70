import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type ResponseHeaders, Transport, type Watch, type Wire } from "../../src/api/transport.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import { ShiftedClock } from "./shifted-clock.ts";

/** Has `server` listen on loopback until the test ends; its origin. `sockets` are the connections that it took. */
export async function listening(server: Server, sockets = new Set<Socket>()): Promise<string> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A transport, and a server on loopback that answers as `listener` does; the sockets of its requests, and all that it took. */
export async function between(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const connections = new Set<Socket>();
  const accepted = new Set<Socket>();
  const server = createServer((request, response) => {
    requests.push(request);
    connections.add(request.socket);
    listener(request, response);
  });
  const clock = new ShiftedClock();
  return { ...sending(await listening(server, accepted), clock), clock, requests, connections, accepted };
}

/** A transport whose attempts go to `base`; a connection may take a second to come about. */
export function sending(base: string, clock: Clock) {
  const transport = new Transport(clock, 1_000);
  onTestFinished(() => transport.close());
  const send = (wire: Partial<Wire> & { readonly path?: string } = {}, watch: Partial<Watch> = {}) => {
    const seen = { starts: 0, statuses: [] as number[], headers: {} as ResponseHeaders };
    const reply = transport.send(
      { method: "GET", url: new URL(`${base}${wire.path ?? "/"}`), headers: {}, ...wire },
      {
        timeoutMs: () => 10_000,
        signal: new AbortController().signal,
        mayStart: () => true,
        onStart: () => {
          seen.starts += 1;
        },
        onStatus: (status, headers) => {
          seen.statuses.push(status);
          seen.headers = headers;
        },
        ...watch,
      },
    );
    return { reply, seen };
  };
  return { transport, send };
}
