import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";

/** The yardstick: the SDK's own server on Streamable HTTP, with sessions and one tool that does nothing. */
const sessions = new Map<string, StreamableHTTPServerTransport>();

async function open(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  const server = new McpServer({ name: "bare", version: "1" });
  server.registerTool("nothing", {}, async () => ({ content: [{ type: "text", text: "nothing" }] }));
  await server.connect(transport);
  return transport;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers["mcp-session-id"];
  const transport = typeof id === "string" ? sessions.get(id) : await open();
  if (transport === undefined) response.writeHead(404).end();
  else await transport.handleRequest(request, response);
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`bare listens on http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
process.on("SIGTERM", () => process.exit(0));
