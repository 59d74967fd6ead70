import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** The yardstick of the storm: a server that parses each body and does nothing with it. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`parser listens on http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`);
});
process.on("SIGTERM", () => process.exit(0));
