import { once } from "node:events";
import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { errorText, INVALID_REQUEST } from "./answers.ts";
import type { Exchanges } from "./exchange.ts";
import type { HttpLimits } from "./limits.ts";

const CHECK_MS = 2_000;

/** Node's HTTP server within `limits`; what it refuses by itself is answered with JSON too. */
export function boundedServer(limits: HttpLimits, exchanges: Exchanges, listener: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: CHECK_MS,
    },
    listener,
  );
  // Node leaves out those beyond: one more is let in, so that there being too many can be told.
  server.maxHeadersCount = limits.maxHeaders + 1;
  server.maxConnections = limits.maxConnections;
  server.timeout = limits.stallMs;
  // Node would answer 417 without a word; what else is expected may be left unmet (RFC 9110, 10.1.1).
  server.on("checkExpectation", listener);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === "ECONNRESET" || exchanges.isAnswering(socket)) socket.destroy();
    else refuseRaw(socket, STATUS_BY_CODE[error.code ?? ""] ?? 400);
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
