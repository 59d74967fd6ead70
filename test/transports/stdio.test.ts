import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { TOOL_NAMES } from "../support/contract.ts";
import { META, modernRequest } from "../support/modern.ts";
import { startSandbox } from "../support/sandbox.ts";
import {
  INITIALIZE,
  INITIALIZED,
  MAIN_FILE,
  parse,
  REQUIRED_VARIABLES,
  startProcess,
} from "../support/server-process.ts";

const HUNDRED = Array.from({ length: 100 }, (_, index) => String(10_001 + index));

test("without configuration the server lists every tool, and calls name every missing variable", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN_FILE], stderr: "ignore" }));
  onTestFinished(() => client.close());
  expect(client.getServerVersion()).toMatchObject({
    name: "coldroute",
    title: expect.any(String),
    version: expect.any(String),
  });
  expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(TOOL_NAMES);
  // A tool that sends the service nothing needs no variable.
  const asking = tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name);
  const results = await Promise.all(asking.map((name) => client.callTool({ name, arguments: {} })));
  expect(results.map(({ isError }) => isError)).toEqual(asking.map(() => true));
  for (const name of REQUIRED_VARIABLES) expect(JSON.stringify(results)).toContain(name);
  await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
  expect((await client.listPrompts()).prompts).toHaveLength(4);
  expect((await client.readResource({ uri: "coldroute://status" })).contents).toHaveLength(1);
  await expect(client.readResource({ uri: "coldroute://no/such" })).rejects.toMatchObject({ code: -32002 });
  await expect(client.readResource({ uri: "coldroute://alerts" })).rejects.toThrow("COLDROUTE_RISK_URL");
});

test("stdout carries protocol lines alone, even with the service down and a full log [G-stdio]", async () => {
  const service = await startSandbox();
  const { environment } = service;
  await service.close();
  const server = startProcess([], { ...environment, COLDROUTE_LOG_LEVEL: "trace", COLDROUTE_MAX_WAIT_MS: "500" });
  const params = { name: "check_heat_alerts", arguments: {} };
  server.send(INITIALIZE, INITIALIZED, { id: 1, method: "tools/call", params });
  await server.line();
  expect(parse(await server.line()).result).toMatchObject({
    isError: true,
    _meta: { "coldroute/error": { retryable: true } },
  });
  server.child.kill("SIGTERM");
  expect(await server.exited()).toBe(0);
  for (const line of server.lines) expect(parse(line)).toHaveProperty("jsonrpc");
  expect(server.stderr()).not.toBe("");
  expect(server.stderr()).not.toContain(environment["COLDROUTE_CLIENT_SECRET"]);
});

test.each([
  ["stdio", []],
  ["call", ["call", "track_package", JSON.stringify({ ids: HUNDRED })]],
])("Node prints no warning for a call of a hundred packages: %s", async (_, args) => {
  const server = startProcess(args, { COLDROUTE_SANDBOX: "1", COLDROUTE_LOG_LEVEL: "silent" });
  const params = { name: "track_package", arguments: { ids: HUNDRED } };
  if (args.length === 0) server.send(INITIALIZE, INITIALIZED, { id: 1, method: "tools/call", params });
  server.child.stdin.end();
  await server.exited();
  expect(server.lines.join("\n")).toContain(HUNDRED.at(-1));
  expect(server.stderr()).toBe("");
});

describe("the first message chooses the protocol version", () => {
  test.each([
    ["discovery", modernRequest(1, "server/discover")],
    ["a request that names its version", modernRequest(1, "tools/list")],
  ])("2026-07-28: %s", async (_, message) => {
    const server = startProcess([]);
    server.send("junk", "", message, modernRequest(2, "tools/list"));
    expect(parse(await server.line())).toMatchObject({ id: null, error: { code: -32700 } });
    const [first, second] = [parse(await server.line()), parse(await server.line())];
    expect(first).toMatchObject({ id: 1, result: { resultType: "complete", ttlMs: expect.any(Number) } });
    expect(second).toMatchObject({ id: 2, result: { resultType: "complete" } });
  });

  test.each([
    ["a handshake", INITIALIZE],
    ["a request without a handshake", { id: 0, method: "ping" }],
    ["an unknown method", { id: 0, method: "no/such" }],
    ["discovery that names no version", { id: 0, method: "server/discover" }],
    ["a probe of 2026-07-28, then a handshake", modernRequest(0, "server/discover")],
  ])("an earlier version: %s", async (_, message) => {
    const server = startProcess([]);
    server.send("junk", "", message, { ...INITIALIZE, id: 1 }, INITIALIZED, { id: 2, method: "tools/list" });
    expect(parse(await server.line())).toMatchObject({ id: null, error: { code: -32700 } });
    const lines = [await server.line(), await server.line(), await server.line()];
    const answers = new Map(lines.map(parse).map((answer) => [answer.id, answer]));
    expect(answers.get(1)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    expect(answers.get(2)).toMatchObject({ result: { tools: expect.any(Array) } });
    for (const member of ["resultType", "ttlMs", "cacheScope"])
      expect(answers.get(2)?.result).not.toHaveProperty(member);
  });

  test("an unknown version is refused, and the error names the supported versions", async () => {
    const server = startProcess([]);
    const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } };
    server.send({ id: 1, method: "tools/list", params }, modernRequest(2, "tools/list"));
    expect(parse(await server.line())).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } },
    });
    expect(parse(await server.line())).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  });
});

describe.each([
  ["2026-07-28", META, modernRequest(0, "server/discover")],
  ["an earlier version", undefined, INITIALIZE],
])("in %s", (_, meta, first) => {
  const request = (id: number, method: string, params: object) => ({ id, method, params: { ...params, _meta: meta } });

  test("a name or URI that is no text gets an invalid-params error", async () => {
    const server = startProcess([]);
    server.send(first);
    await server.line();
    for (const [id, [method, params]] of [
      ["tools/call", { name: 7 }] as const,
      ["tools/call", { arguments: {} }] as const,
      ["resources/read", { uri: 7 }] as const,
      ["resources/read", {}] as const,
      ["prompts/get", { name: ["heat_briefing"] }] as const,
      ["completion/complete", { ref: { type: "ref/prompt", name: 7 }, argument: { name: "days", value: "" } }] as const,
    ].entries()) {
      server.send(request(id + 1, method, params));
      expect(parse(await server.line()), method).toMatchObject({ id: id + 1, error: { code: -32602 } });
    }
  });

  test("a broken message gets one error, with its id where it has one", async () => {
    const server = startProcess([]);
    server.send(first);
    await server.line();
    const broken: readonly (readonly [what: string, message: string | object, id: unknown])[] = [
      ["params that are null", { id: 7, method: "tools/list", params: null }, 7],
      ["params that are a list", { id: 7, method: "tools/list", params: [] }, 7],
      ["a _meta that is null", { id: 7, method: "tools/list", params: { _meta: null } }, 7],
      ["a token that is null", { id: 7, method: "ping", params: { _meta: { ...meta, progressToken: null } } }, 7],
      ["a further member", { id: "a", method: "ping", more: 1 }, "a"],
      ["an id with a fraction", { id: 1.5, method: "ping" }, 1.5],
      ["an id that is null", { id: null, method: "ping" }, null],
      ["neither method nor result", { id: 7 }, 7],
      ["a batch", `[${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}]`, null],
      ["a text", '"ping"', null],
      ["more than 128 KiB", { id: 7, method: "ping", params: { long: "x".repeat(128 * 1024) } }, null],
    ];
    for (const [what, message, id] of broken) {
      server.send(message);
      const error = { code: -32600, message: expect.any(String) };
      expect(parse(await server.line()), what).toEqual({ jsonrpc: "2.0", id, error });
    }
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(1 + broken.length);
  });

  test("arguments may be JSON text", async () => {
    const server = startProcess([], { COLDROUTE_SANDBOX: "1" });
    server.send(first, request(1, "tools/call", { name: "track_package", arguments: '{"id":10045}' }));
    await server.line();
    expect(parse(await server.line())).toMatchObject({
      result: { structuredContent: { packages: [{ id: "10045" }] } },
    });
  });
});
