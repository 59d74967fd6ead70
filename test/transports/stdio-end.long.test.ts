import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { createLog } from "../../src/runtime/log.ts";
import { serveStdio } from "../../src/transports/stdio.ts";
import { PLAN, startHeldBack } from "../support/held-back.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { META, modernRequest } from "../support/modern.ts";
import { emptyFolder } from "../support/per-test.ts";
import { INITIALIZE, INITIALIZED, parse, startProcess } from "../support/server-process.ts";

type ServerProcess = ReturnType<typeof startProcess>;

const TRACK = { name: "track_package", arguments: { ids: ["10045", "10046", "10047"] } };

/** A server whose service holds back every plan and look-up until `answer` is called. */
async function startWaiting() {
  const { environment, ...held } = await startHeldBack("planning", "tracking");
  return { ...held, server: startProcess([], environment) };
}

/** The log line of the plan's call. */
function outcomeIn(stderr: string): unknown {
  const line = stderr.split("\n").find((each) => each.includes('"tool call"') && each.includes("plan_shipment"));
  return line === undefined ? undefined : JSON.parse(line);
}

describe("shutdown", { timeout: 60_000 }, () => {
  test.each([
    ["2026-07-28", modernRequest(0, "server/discover"), modernRequest(1, "tools/list")],
    ["an earlier version", INITIALIZE, { id: 1, method: "tools/list" }],
  ])("waits for the answers to everything read, even a last line without newline: %s", async (_, first, last) => {
    const server = startProcess([]);
    server.send(first);
    server.child.stdin.end(JSON.stringify({ jsonrpc: "2.0", ...last }));
    expect(await server.exited()).toBe(0);
    expect(server.lines.map((line) => parse(line).id).sort()).toEqual([0, 1]);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("follows %s, with exit code 0", async (signal) => {
    const server = startProcess([]);
    server.send(INITIALIZE);
    await server.line();
    server.child.kill(signal);
    expect(await server.exited()).toBe(0);
    expect(server.lines).toHaveLength(1);
  });

  // The first row takes five seconds, the others one: these are the server's own bounds.
  test.each([
    ["stdin's end", "an earlier version", {}, INITIALIZE],
    ["SIGTERM", "an earlier version", {}, INITIALIZE],
    ["SIGTERM", "2026-07-28", { _meta: META }, modernRequest(0, "server/discover")],
  ])("after %s in %s gives up open calls, but finishes and logs a plan [G-plan-once]", async (end, _, meta, first) => {
    const { service, server, answer } = await startWaiting();
    server.send(first);
    await server.line();
    server.send({ id: 7, method: "tools/call", params: { ...PLAN, ...meta } });
    server.send({ id: 8, method: "tools/call", params: { ...TRACK, ...meta } });
    await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
    await expect.poll(() => service.requestsOf("tracking")).toHaveLength(3);
    if (end === "SIGTERM") server.child.kill(end);
    else server.child.stdin.end();
    expect(parse(await server.line())).toMatchObject({
      id: 8,
      result: { isError: true, _meta: { "coldroute/error": { kind: "cancelled" } } },
    });
    answer();
    expect(await server.exited()).toBe(0);
    expect(service.requestsOf("planning")[0]).toMatchObject({ status: 201 });
    expect(outcomeIn(server.stderr())).toMatchObject({ outcome: "answered", billableRequests: 1 });
  });

  test.each([
    [
      "its client cancels it and leaves",
      (server: ServerProcess) => {
        server.send({ method: "notifications/cancelled", params: { requestId: 7 } });
        server.child.stdin.end();
      },
    ],
    [
      "nobody reads any more",
      (server: ServerProcess) => {
        server.child.stdout.destroy();
        server.send({ id: 8, method: "ping" });
      },
    ],
  ])("waits for a plan though %s", async (_, end) => {
    const { service, server, answer } = await startWaiting();
    server.send(INITIALIZE, INITIALIZED, { id: 7, method: "tools/call", params: PLAN });
    await expect.poll(() => service.requestsOf("planning")).toHaveLength(1);
    end(server);
    // A server that had forgotten the plan would end at once.
    const exit = once(server.child, "exit");
    const early = exit.then(() => "exited");
    const later = new Promise((resolve) => setTimeout(() => resolve("open"), 1_000));
    expect(await Promise.race([early, later])).toBe("open");
    answer();
    expect((await exit)[0]).toBe(0);
    await expect.poll(() => outcomeIn(server.stderr())).toMatchObject({ outcome: "answered", billableRequests: 1 });
  });

  test("leaves no secret command running", async () => {
    const folder = emptyFolder();
    const mark = join(folder, "alive-");
    const script = `setInterval(() => require("fs").writeFileSync("${mark}" + Date.now(), ""), 20)`;
    const server = startProcess([], {
      ...(await startHeldBack()).environment,
      COLDROUTE_CLIENT_SECRET: "",
      COLDROUTE_CLIENT_SECRET_COMMAND: `'${process.execPath}' -e '${script}'`,
    });
    server.send(INITIALIZE, INITIALIZED, { id: 7, method: "tools/call", params: TRACK });
    while ((await readdir(folder)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    server.child.kill("SIGTERM");
    expect(await server.exited()).toBe(0);
    const marks = (await readdir(folder)).length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readdir(folder)).toHaveLength(marks);
  });

  test("is immediate at a second signal", async () => {
    const { service, server } = await startWaiting();
    server.send(INITIALIZE, INITIALIZED, { id: 7, method: "tools/call", params: TRACK });
    await expect.poll(() => service.requestsOf("tracking")).toHaveLength(3);
    server.child.kill("SIGTERM");
    server.child.kill("SIGINT");
    await server.exited();
    expect(["SIGINT", "SIGTERM"]).toContain(server.child.signalCode);
  });
});

/** Serves `input` until it ends, on a clock that the test moves. */
function serve(input: string, output: Writable) {
  const clock = new ManualClock();
  const log = createLog({ level: "silent" });
  const catalogue = () => Promise.reject(new Error("not needed"));
  const shutdown = new AbortController().signal;
  const read = Readable.from([Buffer.from(input)]);
  return { clock, ended: serveStdio({ input: read, output, clock, log, catalogue, shutdown }) };
}

test.each(["hello", "\n", "\uFEFF", "[1]\n", '{"jsonrpc":"2.0","id":1,"meth'])(
  "shutdown waits for nothing if %j was the only input",
  async (input) => {
    await serve(input, new PassThrough()).ended;
  },
);

test("shutdown waits for a stuck reader, but not forever", async () => {
  const reached = vi.fn();
  const stuck = new Writable({ write: (line: Buffer) => reached(line.length) });
  const { clock, ended } = serve(`${JSON.stringify({ jsonrpc: "2.0", ...INITIALIZE })}\n`, stuck);
  await expect.poll(() => reached.mock.calls).toHaveLength(1);
  await clock.advance(5_000);
  await ended;
});

test.each([
  ["2026-07-28", META, modernRequest(1, "server/discover")],
  ["an earlier version", {}, INITIALIZE],
])("a client that cancelled its call hears nothing more of it, progress included: %s", async (_, meta, first) => {
  const { service, server, answer } = await startWaiting();
  server.send(first);
  await server.line();
  const params = { ...TRACK, _meta: { ...meta, progressToken: "mine" } };
  server.send({ id: 7, method: "tools/call", params });
  await expect.poll(() => service.requestsOf("tracking")).toHaveLength(3);
  server.send({ method: "notifications/cancelled", params: { requestId: 7, _meta: meta } });
  server.send({ id: 8, method: "tools/list", params: { _meta: meta } });
  expect(parse(await server.line())).toMatchObject({ id: 8 });
  answer();
  await expect.poll(() => service.requestsOf("tracking").map(({ status }) => status)).toEqual([200, 200, 200]);
  server.send({ id: 9, method: "tools/list", params: { _meta: meta } });
  expect(parse(await server.line())).toMatchObject({ id: 9 });
  server.child.stdin.end();
  expect(await server.exited()).toBe(0);
  expect(server.lines).toHaveLength(3);
});
