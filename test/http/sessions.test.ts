import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { callOf, connect, deferred, errorOf, INITIALIZE, openSession, post, startServer } from "./running.ts";

/** Bytes in use after a garbage collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

describe("a session", () => {
  test("serves the official client from initialize to its end", async () => {
    const server = await startServer({ run: async (args) => JSON.stringify(args) });
    const { client, transport } = await connect(server.url);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["look", "make"]);
    expect(await client.callTool({ name: "look", arguments: { a: 1 } })).toMatchObject({
      content: [{ text: '{"a":1}' }],
    });
    const headers = { "mcp-session-id": transport.sessionId ?? "" };
    await transport.terminateSession();
    expect((await post(server.url, callOf(1), headers)).status).toBe(404);
  });

  test("is needed for anything but initialize, and named by its id", async () => {
    const { url } = await startServer();
    expect((await post(url, callOf(1))).status).toBe(400);
    expect((await fetch(url, { headers: { accept: "text/event-stream" } })).status).toBe(400);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(400);
    const unknown = await post(url, callOf(1), { "mcp-session-id": "no-such-session" });
    expect(unknown.status).toBe(404);
    expect(await errorOf(unknown)).toMatchObject({ code: -32001 });
  });

  test("is not opened, nor disturbed, by what is no request as MCP defines it", async () => {
    const { url } = await startServer();
    const session = await openSession(url);
    for (const wrong of [
      { ...INITIALIZE, params: {} },
      { ...INITIALIZE, params: undefined },
      { ...callOf(2), jsonrpc: "1.0" },
      { foo: 1 },
      { ...callOf(2), id: null },
      [callOf(2), { ...INITIALIZE, params: { protocolVersion: 1 } }],
    ]) {
      for (const headers of [session, {}]) {
        const response = await post(url, wrong, headers);
        expect(response.status).toBe(400);
        expect(response.headers.get("mcp-session-id")).toBeNull();
        expect(await errorOf(response)).toMatchObject({ code: -32600 });
      }
    }
    expect((await post(url, callOf(2), session)).status).toBe(200);
    const { id: _, ...notification } = INITIALIZE;
    expect((await post(url, notification)).status).toBe(400);
  });

  test("belongs to the principal that opened it: for any other there is none", async () => {
    const { url } = await startServer({ environment: { COLDROUTE_HTTP_TOKENS: "one,other" } });
    const one = { authorization: "Bearer one" };
    const session = await openSession(url, one);
    expect((await post(url, callOf(1), session)).status).toBe(200);
    const other = { ...session, authorization: "Bearer other" };
    for (const method of ["POST", "GET", "DELETE"]) {
      const headers = { ...other, accept: "application/json, text/event-stream", "content-type": "application/json" };
      const body = method === "POST" ? JSON.stringify(callOf(2)) : null;
      const response = await fetch(url, { method, headers, body });
      expect(response.status, method).toBe(404);
      expect(await errorOf(response)).toEqual({ code: -32001, message: "Session not found" });
    }
    expect((await post(url, callOf(3), session)).status).toBe(200);
  });

  test("ends when it has been idle for its time, but not while somebody listens", async () => {
    const { url, clock } = await startServer({ limits: { sessionIdleMs: 60_000 } });
    const quiet = await openSession(url);
    const attended = await openSession(url);
    const stream = await fetch(url, { headers: { ...attended, accept: "text/event-stream" } });
    clock.advance(59_000);
    expect((await post(url, callOf(1), quiet)).status).toBe(200);
    clock.advance(61_000);
    expect((await post(url, callOf(2), quiet)).status).toBe(404);
    expect((await post(url, callOf(3), attended)).status).toBe(200);
    await stream.body?.cancel();
  });

  test("makes room for the principal's next one, the least recently used first", async () => {
    const { url } = await startServer({ limits: { maxSessionsPerPrincipal: 2 } });
    const first = await openSession(url);
    const second = await openSession(url);
    await (await post(url, callOf(1), first)).text();
    await openSession(url);
    expect((await post(url, callOf(2), second)).status).toBe(404);
    expect((await post(url, callOf(3), first)).status).toBe(200);
  });

  test("is not taken from another principal by one that holds more of them", async () => {
    const environment = { COLDROUTE_HTTP_TOKENS: "one,greedy" };
    const { url } = await startServer({ environment, limits: { maxSessions: 5 } });
    const session = await openSession(url, { authorization: "Bearer one" });
    for (let count = 0; count < 20; count += 1) await openSession(url, { authorization: "Bearer greedy" });
    expect((await post(url, callOf(1), session)).status).toBe(200);
  });

  test("keeps nothing of what its client says of itself", async () => {
    const { url } = await startServer();
    const experimental = { large: { text: "x".repeat(512 * 1024) } };
    const initialize = { ...INITIALIZE, params: { ...INITIALIZE.params, capabilities: { experimental } } };
    await openSession(url);
    const before = heapBytes();
    for (let count = 0; count < 40; count += 1) {
      const response = await post(url, initialize);
      expect(response.status).toBe(200);
      await response.text();
    }
    await expect.poll(() => heapBytes() - before).toBeLessThan(8 * 1024 * 1024);
  });

  test("is refused when every other one is in use", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise, limits: { maxSessionsPerPrincipal: 1 } });
    const busy = post(url, callOf(1), await openSession(url));
    await (await busy).body?.getReader().read();
    await expect(openSession(url)).rejects.toThrow("503");
    resolve("done");
  });
});
