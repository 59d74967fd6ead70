import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Worker } from "node:worker_threads";
import { selfSigned } from "./certificate.ts";
import type { FrontKind } from "./fault.ts";
import { afterPolling } from "./passing-time.ts";

/** What stands between the client and the service on `port`, so that a fault below HTTP befalls the way there. */
export interface Front {
  readonly origin: string;
  /** Connections opened, where they can be counted. */
  readonly connections?: () => number;
  /** Whether whoever comes waits in vain. */
  readonly isStuck?: () => boolean;
  /** Lifts the fault, where that is possible. */
  readonly lift?: () => Promise<void> | void;
  close(): Promise<void> | void;
}

export async function startFront(kind: FrontKind, port: number): Promise<Front> {
  switch (kind) {
    case "closed":
      return await closedPort(port);
    case "unnamed":
      // A label of 64 characters cannot be a name (RFC 1035): resolving it fails without asking anybody.
      return { origin: `https://${"a".repeat(64)}.invalid`, close: () => undefined };
    case "stalled":
      return await stalledListener(port);
    case "tlsReset":
      return await listening(
        "https",
        createServer((socket) => socket.once("data", () => socket.resetAndDestroy())),
      );
    case "untrusted":
      return await listening("https", createTlsServer(selfSigned()));
    case "diesOnReuse":
      return await listening(
        "http",
        createServer((socket) => dieOnReuse(socket, port)),
      );
  }
}

async function listening(scheme: "http" | "https", server: Server): Promise<Front> {
  let connections = 0;
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    ignoreErrors(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `${scheme}://127.0.0.1:${portOf(server)}`,
    ...(scheme === "https" ? { connections: () => connections } : {}),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Passes on what is first asked on a connection; what is asked after that answer resets it. */
function dieOnReuse(socket: Socket, port: number): void {
  const service = connect(port, "127.0.0.1");
  ignoreErrors(service);
  let answered = false;
  socket.on("data", (bytes) => {
    if (answered) socket.resetAndDestroy();
    else service.write(bytes);
  });
  service.on("data", (bytes) => {
    answered = true;
    socket.write(bytes);
  });
  socket.on("close", () => service.destroy());
  service.on("close", () => socket.end());
}

/**
 * Nobody listens, until it is lifted. A connection of our own goes out from the port: while it lasts the system gives
 * the port to nobody else, in this process or another.
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

/** Listens, but accepts nothing before the flag is set: its thread stands still, and so does every handshake but a few. */
const STALLED = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { connect, createServer } = require("node:net");
  const server = createServer((socket) => {
    const service = connect(workerData.port, "127.0.0.1");
    for (const each of [socket, service]) each.on("error", () => undefined);
    socket.pipe(service).pipe(socket);
  });
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData.flag, 0, 0);
  });
`;

/** How long a connection may take before it counts as one that is not taken any more. */
const CONNECTS_MS = 200;

async function stalledListener(port: number): Promise<Front> {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(STALLED, { eval: true, workerData: { port, flag } });
  const [mine] = (await once(worker, "message")) as [number];
  // How many connections wait to be accepted is the system's choice: as many as it takes.
  const queued: Socket[] = [];
  let isFull = false;
  while (!isFull) {
    const socket = connect(mine, "127.0.0.1");
    ignoreErrors(socket);
    queued.push(socket);
    isFull = await Promise.race([
      once(socket, "connect").then(() => false),
      afterPolling(CONNECTS_MS).then(() => true),
    ]);
  }
  const lift = (): void => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return {
    origin: `http://127.0.0.1:${mine}`,
    isStuck: () => Atomics.load(flag, 0) === 0,
    lift,
    close: async () => {
      for (const socket of queued) socket.destroy();
      lift();
      await worker.terminate();
    },
  };
}

/** A server at another origin, where nothing may ever ask for `url`. A stranger may know its port from someone before. */
export async function startTrap() {
  const path = `/${randomUUID()}`;
  let visits = 0;
  const server = createHttpServer((request) => {
    if (request.url === path) visits += 1;
    request.destroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${portOf(server)}${path}`,
    visits: () => visits,
    close: () => void server.close(),
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function ignoreErrors(socket: Socket): void {
  socket.on("error", () => undefined);
}
