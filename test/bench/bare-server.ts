import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";

/** The yardstick: SDK 2.x alone on Streamable HTTP, with one tool that does nothing. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "bare", version: "1" });
  server.registerTool("nothing", {}, async () => ({ content: [{ type: "text", text: "nothing" }] }));
  return server;
});

const listener = getRequestListener((request) => handler.fetch(request));
const server = createServer((request, response) => void listener(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.stdout.write(`bare listens on http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
process.on("SIGTERM", () => process.exit(0));
