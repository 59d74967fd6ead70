import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HttpListener = Awaited<ReturnType<typeof listen>>;

/** Listens on loopback at `port` (0: any free one). Rejects with the system's error when it cannot listen there. */
export async function listen(
  port: number,
  handler: (message: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const server = createServer((message, response) => {
    handler(message, response).catch(() => {
      // The sandbox has a defect, or Node cannot send the answer of a fault script.
      if (!response.headersSent) response.writeHead(500, { "X-Request-Id": "req-defect" });
      response.end();
    });
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  return {
    server,
    /** Without a trailing slash. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Ends every connection. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Path and query as received, unresolved: `..` stays. */
export function target(message: IncomingMessage): { readonly pathname: string; readonly query: URLSearchParams } {
  const [pathname = "", search = ""] = (message.url ?? "").split(/\?(.*)/s);
  return { pathname, query: new URLSearchParams(search) };
}
