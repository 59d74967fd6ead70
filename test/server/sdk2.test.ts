import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { IDENTITY } from "../../src/identity.ts";
import { createLog } from "../../src/runtime/log.ts";
import { createCatalogue } from "../../src/server/catalogue.ts";
import { createSdk2Handler, isOfEarlierEra } from "../../src/server/sdk2.ts";
import { ManualClock } from "../support/manual-clock.ts";
import type { Message } from "../support/server-process.ts";

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request("http://localhost/mcp", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

function handler() {
  const refuse = (): Promise<never> => Promise.reject(new Error("listing tools needs no API"));
  const log = createLog({ level: "silent" });
  const surroundings = { config: loadConfig({}), api: refuse, clock: new ManualClock(), random: () => 0, log };
  const made = createSdk2Handler(IDENTITY, async () => createCatalogue(surroundings));
  onTestFinished(() => made.close());
  return made;
}

/** One request of MCP 2026-07-28. */
function ask(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Response> {
  const name = typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...name };
  return handler().fetch(post({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } }, headers));
}

describe("the handler of HTTP requests", () => {
  test("serves the official client, without any session", async () => {
    const { fetch } = handler();
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
      fetch: (url, init) => fetch(new Request(url, init)),
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect((await client.listTools()).tools).toHaveLength(4);
    expect(await client.callTool({ name: "track_package", arguments: { ids: ["1"] } })).toMatchObject({
      isError: true,
      _meta: { "coldroute/error": { kind: "configuration" } },
    });
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
    expect(transport.sessionId).toBeUndefined();
  });

  test("tells how long a list may be kept, and by whom", async () => {
    expect(await (await ask("tools/list")).json()).toMatchObject({
      result: { ttlMs: 300_000, cacheScope: "private" },
    });
  });

  test("tells nothing of the kind of a tool's result", async () => {
    const answer = (await (await ask("tools/call", { name: "track_package" })).json()) as Message;
    expect(answer.result).toMatchObject({ isError: true });
    expect(answer.result).not.toHaveProperty("ttlMs");
  });

  test.each(["resources/subscribe", "logging/setLevel", "ping", "no/such"])(
    "answers %s, which is not offered, as HTTP has to",
    async (method) => {
      const response = await ask(method);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );

  test.each([
    ["a handshake", { jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, true],
    ["a message without a version", { jsonrpc: "2.0", id: 1, method: "tools/list" }, true],
    ["what is not JSON", "{", true],
    ["a message of 2026-07-28", { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } }, false],
  ])("%s is of the earlier era: %s", async (_, body, earlier) => {
    expect(await isOfEarlierEra(post(body))).toBe(earlier);
  });
});
