import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { deferred, errorOf, post, startServer } from "./running.ts";

async function connectTwo(url: string, mode: "legacy" | "auto" | { pin: string }) {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport };
}

test.each([
  ["legacy", true],
  ["auto", false],
  [{ pin: "2026-07-28" }, false],
] as const)("a client of SDK 2.x in mode %j is served, with a session: %s", async (mode, hasSession) => {
  const { url } = await startServer({ run: async (args) => JSON.stringify(args) });
  const { client, transport } = await connectTwo(url, mode);
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look", "make"]);
  expect(await client.callTool({ name: "look", arguments: { a: 1 } })).toMatchObject({
    content: [{ text: '{"a":1}' }],
  });
  expect(transport.sessionId !== undefined).toBe(hasSession);
});

test("a 2026-era client that leaves takes its call with it", async () => {
  const begun = deferred();
  const aborted: unknown[] = [];
  const { url } = await startServer({
    run: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted.push(true);
          resolve("gone");
        });
        begun.resolve("begun");
      }),
  });
  const { client } = await connectTwo(url, { pin: "2026-07-28" });
  const leave = new AbortController();
  const call = client.callTool({ name: "look", arguments: {} }, { signal: leave.signal });
  const refused = expect(call).rejects.toThrow();
  await begun.promise;
  leave.abort();
  await refused;
  await expect.poll(() => aborted).toEqual([true]);
});

test.each(["1999-01-01", "2027-01-01", "latest"])("the version %s is refused with JSON-RPC", async (version) => {
  const { url } = await startServer();
  const meta = { "io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {} };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
  const response = await post(url, body, { "mcp-protocol-version": version, "mcp-method": "tools/list" });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
});

test("a session's request of a version that its era does not know is refused", async () => {
  const { url } = await startServer();
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const response = await post(url, body, { "mcp-protocol-version": "1999-01-01" });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatchObject({ code: expect.any(Number) });
});
