import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MAX_REQUEST_BYTES, problemType } from "./invented.ts";

/** Answers one request. Where it rejects, the client gets a 500. */
export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A listening server and the way to end it at once. */
export interface Listener {
  readonly server: Server;
  /** Such as `http://127.0.0.1:49152`, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on `host` and `port` (0 = any free one); rejects when the address cannot be had. */
export async function listen(host: string, port: number, handler: Handler): Promise<Listener> {
  const server = createServer((message, response) => {
    handler(message, response).catch(() => {
      // A defect of the sandbox, or a fault script that Node cannot put on the wire.
      if (!response.headersSent) response.writeHead(500, { "X-Request-Id": "req-defect" });
      response.end();
    });
  });
  server.on("clientError", (_error, socket) => {
    // What is no HTTP never becomes a request; it still gets its problem details (spec 7).
    if (socket.writable) socket.end(NOT_HTTP);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    server,
    url: baseUrl(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function baseUrl(address: string | AddressInfo | null): string {
  if (address === null || typeof address === "string") throw new Error("the sandbox does not listen on a port");
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

const NOT_HTTP_BODY = JSON.stringify({
  type: problemType("not-http"),
  title: "Bad Request",
  status: 400,
  requestId: "req-not-http",
});
const NOT_HTTP = [
  "HTTP/1.1 400 Bad Request",
  "Content-Type: application/problem+json",
  "X-Request-Id: req-not-http",
  `Content-Length: ${NOT_HTTP_BODY.length}`,
  "Connection: close",
  "",
  NOT_HTTP_BODY,
].join("\r\n");

/** Path and query as they came; never resolved, so that `..` stays what it is. */
export function target(message: IncomingMessage): { readonly pathname: string; readonly query: URLSearchParams } {
  const [pathname = "", search = ""] = (message.url ?? "").split(/\?(.*)/s);
  return { pathname, query: new URLSearchParams(search) };
}

/**
 * The whole body; null when it is larger than the sandbox takes (its rest is read and dropped), undefined when the
 * client hung up while sending.
 */
export async function readBody(message: IncomingMessage): Promise<Buffer | null | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  return size <= MAX_REQUEST_BYTES ? Buffer.concat(chunks) : null;
}
