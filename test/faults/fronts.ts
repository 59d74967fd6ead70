import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { selfSigned } from "./certificate.ts";

/** A listener between the client and the service, for a fault below HTTP. */
export type FrontKind = "closed" | "unnamed" | "silent" | "tlsReset" | "untrusted" | "diesOnReuse";

export interface Front {
  readonly origin: string;
  /** Connections opened, where they can be counted. */
  readonly opened?: () => number;
  /** True while a connection waits in vain. */
  readonly isStuck?: () => boolean;
  /** Ends the fault, where it can end. */
  readonly lift?: () => Promise<void>;
  close(): void;
}

export async function startFront(kind: FrontKind, port: number): Promise<Front> {
  switch (kind) {
    case "closed":
      return closedPort(port);
    case "unnamed":
      // A label of 64 characters is no name (RFC 1035): its resolution fails without a network.
      return { origin: `https://${"a".repeat(64)}.invalid`, close: () => undefined };
    case "silent":
      // The TLS handshake belongs to connecting: no byte of a request precedes it.
      return listening("https", createServer());
    case "tlsReset":
      return listening(
        "https",
        createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
      );
    case "untrusted":
      return listening("https", createTlsServer(selfSigned()));
    case "diesOnReuse":
      return listening(
        "http",
        createServer((socket) => dieOnReuse(socket, port)),
      );
  }
}

async function listening(scheme: "http" | "https", server: Server): Promise<Front> {
  let opened = 0;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    opened += 1;
    sockets.add(socket);
    ignoreErrors(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `${scheme}://127.0.0.1:${portOf(server)}`,
    ...(scheme === "https" ? { opened: () => opened, isStuck: () => sockets.size > 0 } : {}),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Passes on a connection's first request. A second request, after the answer, resets the connection. */
function dieOnReuse(socket: Socket, port: number): void {
  const service = connect(port, "127.0.0.1");
  ignoreErrors(service);
  let isAnswered = false;
  socket.on("data", (bytes) => {
    if (isAnswered) socket.resetAndDestroy();
    else service.write(bytes);
  });
  service.on("data", (bytes) => {
    isAnswered = true;
    socket.write(bytes);
  });
  socket.on("close", () => service.destroy());
  service.on("close", () => socket.end());
}

/**
 * Nobody listens until the fault is lifted. An outgoing connection of ours holds the port, so that the system gives it
 * to no other process.
 */
async function closedPort(port: number): Promise<Front> {
  const peer = createServer(ignoreErrors);
  peer.listen(0, "127.0.0.1");
  await once(peer, "listening");
  const keeper = connect({ port: portOf(peer), host: "127.0.0.1", localAddress: "127.0.0.1" });
  ignoreErrors(keeper);
  await once(keeper, "connect");
  const mine = keeper.localPort;
  const server = createServer((socket) => {
    const service = connect(port, "127.0.0.1");
    for (const each of [socket, service]) ignoreErrors(each);
    socket.pipe(service).pipe(socket);
  });
  return {
    origin: `http://127.0.0.1:${mine}`,
    lift: async () => {
      if (server.listening) return;
      server.listen(mine, "127.0.0.1");
      await once(server, "listening");
    },
    close: () => {
      server.close();
      keeper.destroy();
      peer.close();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function ignoreErrors(socket: Socket): void {
  socket.on("error", () => undefined);
}
