import { once } from "node:events";
import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../runtime/clock.ts";
import { errorText, INVALID_REQUEST } from "./answers.ts";
import { ArrivingRequest } from "./arriving-request.ts";
import type { Exchanges } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

export interface ServerParts {
  readonly limits: HttpLimits;
  readonly clock: Clock;
  readonly exchanges: Exchanges;
  /** Told of the status that something which never became a request was refused with. */
  readonly refused: (status: number) => void;
}

/** Node's HTTP server within `limits`; what it refuses by itself is answered with JSON too. */
export function boundedServer(
  { limits, clock, exchanges, refused }: ServerParts,
  listener: RequestListener<typeof ArrivingRequest>,
): Server {
  const server = createServer(
    {
      IncomingMessage: ArrivingRequest,
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersMs,
      // Node's time runs though the request waits for the one before it on its connection: bodies are timed where they are read.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.checkMs,
      // Node would refuse without a word; it is looked for where hosts are.
      requireHostHeader: false,
    },
    listener,
  );
  // Node leaves out those beyond: one more is let in, so that there being too many can be told.
  server.maxHeadersCount = limits.maxHeaders + 1;
  server.maxConnections = limits.maxConnections;
  server.timeout = limits.stallMs;
  // Node would ask for every body; here only for one that is going to be read.
  server.on("checkContinue", listener);
  // Node would answer 417 without a word; what else is expected may be left unmet (RFC 9110, 10.1.1).
  server.on("checkExpectation", listener);
  const refusing = new WeakSet<Duplex>();
  /** Each request before what is refused keeps its own answer. */
  const refuse = (socket: Duplex, status: number): void => {
    const last = exchanges.lastOn(socket);
    const ahead = last?.incoming.complete === true ? last : last?.before;
    if (ahead === undefined || ahead.isOver) refuseNow(socket, status);
    else ahead.whenOver(() => refuse(socket, status));
  };
  const refuseOnce = (socket: Duplex, status: number): void => {
    if (refusing.has(socket)) return;
    refusing.add(socket);
    refuse(socket, status);
  };
  const refuseNow = (socket: Duplex, status: number): void => {
    const exchange = exchanges.on(socket);
    // What has begun to be answered cannot be answered otherwise.
    if (!socket.writable || exchange?.outgoing.headersSent === true) {
      socket.destroy();
      return;
    }
    if (exchange === undefined) refused(status);
    else exchange.refusedStatus = status;
    refuseRaw(socket, status);
    // A moment later: a client that still sends may not read before.
    socket.once(
      "close",
      clock.after(limits.lingerMs, () => socket.destroy()),
    );
  };
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (LEFT.has(error.code ?? "")) socket.destroy();
    else refuseOnce(socket, STATUS_BY_CODE[error.code ?? ""] ?? 400);
  });
  server.on("connect", (_, socket) => {
    // Node has taken its own listeners off: without one an error would end the process, and nobody would see a client leave.
    const cutOff = (): void => exchanges.on(socket)?.cut();
    socket.on("error", () => socket.destroy());
    socket.once("end", cutOff).once("close", cutOff).resume();
    refuseOnce(socket, 405);
  });
  return server;
}

/** Resolves when the server listens; rejects with the system's error when it cannot. */
export async function listen(server: Server, { host, port }: { readonly host: string; readonly port: number }) {
  server.listen(port, host);
  await once(server, "listening");
}

/** The URL of `/mcp` on a server that listens. */
export function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a server that listens has an address");
  const host = isIP(address.address) === 6 ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}/mcp`;
}

/** The client is gone, or sends no more, in the middle of a request. */
const LEFT: ReadonlySet<string> = new Set(["ECONNRESET", "HPE_INVALID_EOF_STATE"]);

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what never became a request. */
function refuseRaw(socket: Duplex, status: number): void {
  const reason = STATUS_CODES[status] ?? "";
  const body = errorText({ code: INVALID_REQUEST, message: `Invalid request: ${reason.toLowerCase()}` });
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
