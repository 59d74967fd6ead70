import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { TOOL_NAMES } from "../support/contract.ts";
import {
  INITIALIZE,
  INITIALIZED,
  MAIN_FILE,
  parse,
  REQUIRED_VARIABLES,
  startProcess,
} from "../support/server-process.ts";

async function sandbox(...options: Parameters<typeof startSandbox>) {
  const started = await startSandbox(...options);
  onTestFinished(() => started.close());
  return started;
}

/** A tool call that the sandbox never answers, once its request has arrived there. */
async function hangingCall(id: number) {
  const service = await sandbox({ faults: [{ product: "tracking", kind: "hang", times: "always" }] });
  const server = startProcess([], { ...service.environment });
  server.send(INITIALIZE, INITIALIZED, {
    id,
    method: "tools/call",
    params: { name: "track_package", arguments: { ids: "10045" } },
  });
  await server.line();
  while (service.requestsOf("tracking").length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return server;
}

describe("with the official client", () => {
  test("without configuration every tool is listed, and a call names every missing variable", async () => {
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
    const result = await client.callTool({ name: "track_package", arguments: { ids: ["10045"] } });
    expect(result.isError).toBe(true);
    for (const name of REQUIRED_VARIABLES) expect(JSON.stringify(result.content)).toContain(name);
    await expect(client.callTool({ name: "no_such_tool" })).rejects.toMatchObject({ code: -32602 });
    expect((await client.listPrompts()).prompts).toHaveLength(4);
    expect((await client.readResource({ uri: "coldroute://status" })).contents).toHaveLength(1);
    await expect(client.readResource({ uri: "coldroute://no/such" })).rejects.toMatchObject({ code: -32002 });
    await expect(client.readResource({ uri: "coldroute://alerts" })).rejects.toThrow("COLDROUTE_RISK_URL");
  });

  test("each tool answers, and its structured content passes the client's validation", async () => {
    const service = await sandbox();
    const client = new Client({ name: "test", version: "1" });
    const patience = { COLDROUTE_TIMEOUT_MS: "50000", COLDROUTE_MAX_WAIT_MS: "50000" };
    const env = { ...service.environment, ...patience, COLDROUTE_LOG_LEVEL: "silent" };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN_FILE], env }));
    onTestFinished(() => client.close());
    await client.listTools();
    const parcel = { length: 10, width: 8, height: 6, weight: 5 };
    for (const [name, args] of [
      ["check_heat_alerts", { locations: ["85001"] }],
      // Two days, of which midnight can pass before one alone.
      ["get_five_day_risk", { locations: "331", days: 2 }],
      ["plan_shipment", { origin: "38118", destination: "85001", parcel }],
      ["track_package", { ids: ["10045", "99999"] }],
    ] as const) {
      const result = await client.callTool({ name, arguments: args });
      expect(result, name).toMatchObject({ structuredContent: { notes: expect.any(Array) } });
      expect(result.isError, name).toBeUndefined();
    }
    expect(service.requestsOf("token")).toHaveLength(1);
  });
});

describe("the end", () => {
  test("comes by itself when stdin ends", async () => {
    const server = startProcess([]);
    server.send(INITIALIZE);
    await server.line();
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
  });

  test("answers what was read first, without a newline at the end too", async () => {
    const server = startProcess([]);
    server.send(INITIALIZE, INITIALIZED, { id: 1, method: "tools/list" });
    server.child.stdin.end('{"jsonrpc":"2.0","id":2,"method":"ping"}');
    expect(await server.exited()).toBe(0);
    expect(server.lines.map((line) => parse(line).id).sort()).toEqual([0, 1, 2]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("comes after %s, with exit code 0", async (signal) => {
    const server = startProcess([]);
    server.send(INITIALIZE);
    await server.line();
    server.child.kill(signal);
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(1);
  });

  test("does not wait for a cancelled request", async () => {
    const server = await hangingCall(7);
    server.send({ method: "notifications/cancelled", params: { requestId: 7 } }, { id: 8, method: "ping" });
    expect(parse(await server.line()).id).toBe(8);
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(2);
  });

  test.each([
    ["stdin's end, after five seconds at most,", (child: ChildProcess) => child.stdin?.end()],
    ["SIGTERM, after a second,", (child: ChildProcess) => child.kill("SIGTERM")],
  ])("gives up at %s what is not answered by then, and says so", async (_, end) => {
    const server = await hangingCall(7);
    end(server.child);
    expect(await server.exited()).toBe(0);
    const answer = parse(server.lines.at(-1) ?? "");
    expect(answer).toMatchObject({ id: 7, result: { isError: true } });
    expect(JSON.stringify(answer)).toContain('"kind":"cancelled"');
  });

  test("leaves no secret command behind", async () => {
    const folder = await mkdtemp(join(tmpdir(), "coldroute-stdio-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const mark = join(folder, "alive-");
    const script = `setInterval(() => require("fs").writeFileSync("${mark}" + Date.now(), ""), 20)`;
    const server = startProcess([], {
      ...(await sandbox()).environment,
      COLDROUTE_CLIENT_SECRET: "",
      COLDROUTE_CLIENT_SECRET_COMMAND: `'${process.execPath}' -e '${script}'`,
    });
    const call = { name: "track_package", arguments: { ids: ["1"] } };
    server.send(INITIALIZE, INITIALIZED, { id: 7, method: "tools/call", params: call });
    while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    server.child.kill("SIGTERM");
    expect(await server.exited()).toBe(0);
    const marks = (await readdir(folder)).length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(folder)).toHaveLength(marks);
  });

  test("comes at once at a second signal", async () => {
    const server = await hangingCall(7);
    server.child.kill("SIGTERM");
    server.child.kill("SIGINT");
    expect([130, 143]).toContain(await server.exited());
  });

  test("comes quietly when nobody reads any more", async () => {
    const server = startProcess([], { COLDROUTE_LOG_LEVEL: "error" });
    server.child.stdout.destroy();
    server.send(INITIALIZE, INITIALIZED, { id: 1, method: "tools/list" });
    const [code] = await once(server.child, "exit");
    expect(code).toBe(0);
    expect(server.stderr()).toBe("");
  });
});

test("stdout carries protocol lines alone, also when the service is down and everything is logged [G-stdio]", async () => {
  const service = await startSandbox();
  const { environment } = service;
  await service.close();
  const server = startProcess([], { ...environment, COLDROUTE_LOG_LEVEL: "trace", COLDROUTE_MAX_WAIT_MS: "500" });
  server.send(INITIALIZE, INITIALIZED, {
    id: 1,
    method: "tools/call",
    params: { name: "check_heat_alerts", arguments: {} },
  });
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
