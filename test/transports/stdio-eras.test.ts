import { cpSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { META, modernRequest } from "../support/modern.ts";
import { INITIALIZE, INITIALIZED, MAIN_FILE, parse, startProcess } from "../support/server-process.ts";

/** A tool call of MCP 2026-07-28 that the sandbox never answers, once its request has arrived there. */
async function hangingCall(id: number) {
  const service = await startSandbox({ faults: [{ product: "tracking", kind: "hang", times: "always" }] });
  onTestFinished(() => service.close());
  const server = startProcess([], { ...service.environment });
  server.send(modernRequest(id, "tools/call", { name: "track_package", arguments: { ids: "10045" } }));
  await expect.poll(() => service.requestsOf("tracking")).toHaveLength(1);
  return server;
}

describe("the first message chooses the era", () => {
  test.each([
    ["discovery", modernRequest(1, "server/discover")],
    ["a version that is named", modernRequest(1, "tools/list")],
  ])("2026-07-28: %s", async (_, message) => {
    const server = startProcess([]);
    server.send(message, modernRequest(2, "tools/list"));
    const [first, second] = [parse(await server.line()), parse(await server.line())];
    expect(first).toMatchObject({ id: 1, result: { resultType: "complete", ttlMs: expect.any(Number) } });
    expect(second).toMatchObject({ id: 2, result: { resultType: "complete" } });
  });

  test.each([
    ["a handshake", INITIALIZE],
    ["a request without one", { id: 0, method: "ping" }],
    ["an unknown method", { id: 0, method: "no/such" }],
    ["discovery that names no version", { id: 0, method: "server/discover" }],
  ])("an earlier one: %s", async (_, message) => {
    const server = startProcess([]);
    server.send(message, { ...INITIALIZE, id: 1 }, INITIALIZED, { id: 2, method: "tools/list" });
    const lines = [await server.line(), await server.line(), await server.line()];
    const answers = new Map(lines.map(parse).map((answer) => [answer.id, answer]));
    expect(answers.get(1)).toMatchObject({ result: { protocolVersion: "2025-11-25" } });
    expect(answers.get(2)).toMatchObject({ result: { tools: expect.any(Array) } });
    expect(answers.get(2)?.result).not.toHaveProperty("resultType");
  });

  test.each([
    ["2026-07-28", modernRequest(1, "server/discover"), "supportedVersions"],
    ["an earlier era", { ...INITIALIZE, id: 1 }, "protocolVersion"],
  ])("a line that is no message leaves the choice to the next: %s", async (_, message, member) => {
    const server = startProcess([]);
    server.send("junk", "[", "", message);
    expect(parse(await server.line())).toMatchObject({ id: 1, result: { [member]: expect.anything() } });
  });

  test("a character that arrives in two pieces is read whole", async () => {
    const server = startProcess([], { COLDROUTE_SANDBOX: "1" });
    const call = modernRequest(1, "tools/call", { name: "track_package", arguments: { ids: "Zü-1" } });
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", ...call })}\n`);
    const cut = bytes.indexOf("ü") + 1;
    server.child.stdin.write(bytes.subarray(0, cut));
    await new Promise((resolve) => setTimeout(resolve, 50));
    server.child.stdin.write(bytes.subarray(cut));
    expect(await server.line()).toContain("Zü-1");
  });

  test("a client that probed and then shakes hands is served as one of the earlier era", async () => {
    const server = startProcess([]);
    server.send(modernRequest(1, "server/discover"), INITIALIZE, INITIALIZED, { id: 2, method: "tools/list" });
    await server.line();
    expect(parse(await server.line())).toMatchObject({ id: 0, result: { protocolVersion: "2025-11-25" } });
    const listed = parse(await server.line());
    expect(listed).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
    for (const member of ["resultType", "ttlMs", "cacheScope"]) expect(listed.result).not.toHaveProperty(member);
  });

  test("a version that nobody speaks is refused with those that are spoken", async () => {
    const server = startProcess([]);
    const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } };
    server.send({ id: 1, method: "tools/list", params }, modernRequest(2, "tools/list"));
    expect(parse(await server.line())).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } },
    });
    expect(parse(await server.line())).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  });

  test.each([
    ["sdk1", "sdk2", modernRequest(1, "tools/list")],
    ["sdk2", "sdk1", { id: 1, method: "tools/list" }],
  ])("without %s the era of %s is served: only what is needed is loaded", async (missing, _, message) => {
    const folder = await mkdtemp(join(tmpdir(), "coldroute-eras-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    cpSync(dirname(MAIN_FILE), folder, { recursive: true });
    rmSync(join(folder, `${missing}.cjs`));
    const server = startProcess([], {}, join(folder, "main.cjs"));
    server.send(message);
    expect(parse(await server.line())).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });
});

describe("in 2026-07-28", () => {
  test("the tools are those of the earlier era, to the letter", async () => {
    const listed = async (message: object): Promise<string> => {
      const server = startProcess([]);
      server.send(message);
      return JSON.stringify(parse(await server.line()).result?.["tools"]);
    };
    expect(await listed(modernRequest(1, "tools/list"))).toBe(await listed({ id: 1, method: "tools/list" }));
  });

  test("arguments are forgiven as in the earlier era", async () => {
    const server = startProcess([], { COLDROUTE_SANDBOX: "1" });
    server.send(modernRequest(1, "tools/call", { name: "track_package", arguments: '{"id":10045}' }));
    expect(parse(await server.line())).toMatchObject({
      result: { structuredContent: { packages: [{ id: "10045" }] } },
    });
  });

  test("what was read is answered when stdin ends", async () => {
    const server = startProcess([]);
    server.send(modernRequest(1, "tools/list"));
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
    expect(parse(server.lines[0] ?? "")).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  test("progress comes before the result, under the token that was sent", async () => {
    const server = startProcess([], { COLDROUTE_SANDBOX: "1" });
    const call = { name: "track_package", arguments: { ids: ["10045", "10046"] } };
    server.send({ id: 1, method: "tools/call", params: { ...call, _meta: { ...META, progressToken: "mine" } } });
    const lines = [await server.line(), await server.line(), await server.line()];
    expect(lines.slice(0, 2).map((line) => JSON.parse(line).params)).toEqual([
      { progressToken: "mine", progress: 1, total: 2 },
      { progressToken: "mine", progress: 2, total: 2 },
    ]);
    expect(parse(lines[2] ?? "")).toMatchObject({ id: 1, result: { resultType: "complete" } });
  });

  test("a cancelled request is not waited for", async () => {
    const server = await hangingCall(7);
    server.send({ method: "notifications/cancelled", params: { requestId: 7, _meta: META } });
    server.send(modernRequest(8, "server/discover"));
    expect(parse(await server.line()).id).toBe(8);
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(1);
  });

  test("what is not answered a second after SIGTERM is given up, and says so", async () => {
    const server = await hangingCall(7);
    server.child.kill("SIGTERM");
    expect(await server.exited()).toBe(0);
    expect(parse(server.lines.at(-1) ?? "")).toMatchObject({
      id: 7,
      result: { isError: true, _meta: { "coldroute/error": { kind: "cancelled" } } },
    });
  });
});

describe("nothing more is told of a call that is cancelled, progress included", () => {
  test.each([
    ["2026-07-28", META, modernRequest(1, "server/discover")],
    ["an earlier era", {}, INITIALIZE],
  ])("in %s", async (_, meta, first) => {
    const service = await startSandbox({ faults: [{ product: "tracking", kind: "hang", times: "always" }] });
    onTestFinished(() => service.close());
    const server = startProcess([], { ...service.environment });
    server.send(first);
    await server.line();
    const call = { name: "track_package", arguments: { ids: ["10045", "10046", "10047"] } };
    server.send({ id: 7, method: "tools/call", params: { ...call, _meta: { ...meta, progressToken: "mine" } } });
    await expect.poll(() => service.requestsOf("tracking")).toHaveLength(3);
    server.send({ method: "notifications/cancelled", params: { requestId: 7, _meta: meta } });
    await expect
      .poll(() => service.requestsOf("tracking").every(({ finishedAtMs }) => finishedAtMs !== null))
      .toBe(true);
    server.send({ id: 8, method: "tools/list", params: { _meta: meta } });
    expect(parse(await server.line())).toMatchObject({ id: 8 });
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(2);
  });
});

describe("whatever is sent, the process lives on", () => {
  const METHODS = ["tools/list", "tools/call", "server/discover", "initialize", "ping", "prompts/get", "", "no/such"];
  const member = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom("track_package", {}, META));
  const params = fc.oneof(
    fc.record({ name: member, arguments: member, _meta: member, progressToken: member }, { requiredKeys: [] }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const requests = fc.array(fc.record({ method: fc.oneof(fc.constantFrom(...METHODS), member), params }), {
    minLength: 150,
    maxLength: 150,
  });

  test.each([
    ["2026-07-28", modernRequest("first", "tools/list"), modernRequest("last", "tools/list")],
    ["an earlier era", { ...INITIALIZE, id: "first" }, { id: "last", method: "ping" }],
  ])("in %s", async (_, first, last) => {
    const [sample] = fc.sample(requests, { numRuns: 1, seed: 20260728 });
    const server = startProcess([], { COLDROUTE_LOG_LEVEL: "silent" });
    server.send(first, ...(sample ?? []).map((request, id) => ({ ...request, id })), last);
    let answer = parse(await server.line());
    while (answer.id !== "last") answer = parse(await server.line());
    expect(answer).toHaveProperty("result");
    server.child.stdin.end();
    expect(await server.exited()).toBe(0);
  });
});
