import { connect as connectSocket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMetrics } from "../../src/transports/http/metrics.ts";
import {
  callOf,
  connect,
  deferred,
  errorOf,
  INITIALIZE,
  openSession,
  post,
  postModern,
  raw,
  startServer,
} from "./running.ts";

/** Until then what arrives is taken to have been sent before the end. */
async function untilNothingNewIsTaken(url: string): Promise<void> {
  await expect.poll(async () => (await post(url, INITIALIZE)).status).toBe(503);
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

describe("the end", () => {
  test("answers what is under way, says first that it is not ready, and takes nothing new", async () => {
    const { promise, resolve } = deferred();
    const server = await startServer({ run: () => promise, limits: { drainMs: 25_000 } });
    const session = await openSession(server.url);
    const call = await post(server.url, callOf(1), session);
    const closing = server.close();
    const ready = await fetch(server.at("/readyz"));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: "draining" });
    expect((await fetch(server.at("/healthz"))).status).toBe(200);
    await untilNothingNewIsTaken(server.url);
    const refused = await post(server.url, callOf(2), session);
    expect(refused.status).toBe(503);
    await errorOf(refused);
    await expect(openSession(server.url)).rejects.toThrow("503");
    resolve("answered");
    expect(await call.text()).toContain("answered");
    await closing;
    await expect(fetch(server.at("/healthz"))).rejects.toThrow();
  });

  test("takes in what was being sent, for a moment, and says all the while that it is not ready", async () => {
    const server = await startServer({ limits: { drainMs: 25_000, settleMs: 20_000, maxSettleMs: 22_000 } });
    const session = await openSession(server.url);
    const closing = server.close();
    expect((await fetch(server.at("/readyz"))).status).toBe(503);
    expect(await (await post(server.url, callOf(1), session)).text()).toContain('"done"');
    await openSession(server.url);
    server.clock.advance(20_000);
    await closing;
  });

  test("comes though there is always more being sent", async () => {
    const limits = { settleMs: 250, maxSettleMs: 60_000, headersMs: 600_000, maxHeaderBytes: 1024 * 1024 };
    const server = await startServer({ limits });
    const { hostname, port } = new URL(server.url);
    const socket = connectSocket(Number(port), hostname).on("error", () => undefined);
    onTestFinished(() => void socket.destroy());
    let isOpen = true;
    const send = (): void => {
      // A byte for each turn of the event loop, without an end to its headers.
      if (!isOpen) return;
      socket.write("x");
      setImmediate(send);
    };
    socket.write("GET /healthz HTTP/1.1\r\nx: ", send);
    socket.once("close", () => {
      isOpen = false;
    });
    const closing = server.close();
    server.clock.advance(59_000);
    expect((await fetch(server.at("/readyz"))).status).toBe(503);
    expect(isOpen).toBe(true);
    server.clock.advance(1_000);
    await closing;
  });

  test("counts what it takes to see that nothing more is sent among the time of those in flight", async () => {
    const { promise, resolve } = deferred();
    const giveUp = async (): Promise<void> => resolve("given up");
    const limits = { drainMs: 25_000, settleMs: 20_000, maxSettleMs: 22_000 };
    const server = await startServer({ run: () => promise, limits, giveUp });
    const call = await post(server.url, callOf(1), await openSession(server.url));
    const closing = server.close();
    server.clock.advance(20_000);
    await untilNothingNewIsTaken(server.url);
    server.clock.advance(5_000);
    expect(await call.text()).toContain("given up");
    await closing;
  });

  test("lets what is under way be cancelled", async () => {
    const server = await startServer({
      run: (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped"))),
      limits: { drainMs: 25_000 },
    });
    const session = await openSession(server.url);
    const call = await post(server.url, callOf(1), session);
    const closing = server.close();
    await untilNothingNewIsTaken(server.url);
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect((await post(server.url, cancel, session)).status).toBe(202);
    expect(await call.text()).toContain("cancelled");
    await closing;
  });

  test("gives up what takes longer than its time, and lets it say so in both eras", async () => {
    const { promise, resolve } = deferred();
    let begun = 0;
    const run = (): Promise<string> => {
      begun += 1;
      return promise;
    };
    const giveUp = async (): Promise<void> => resolve("given up");
    const server = await startServer({ run, limits: { drainMs: 25_000 }, giveUp });
    const calls = [post(server.url, callOf(1), await openSession(server.url)), postModern(server.url, callOf(1))];
    await expect.poll(() => begun).toBe(2);
    const closing = server.close();
    server.clock.advance(25_000);
    for (const call of calls) expect(await (await call).text()).toContain("given up");
    await closing;
  });

  test("does not wait for what has not arrived yet", async () => {
    const server = await startServer({ limits: { drainMs: 60_000 } });
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n";
    const unfinished = raw(server.url, `${head}{`);
    expect((await fetch(server.at("/healthz"))).status).toBe(200);
    await server.close();
    expect(await unfinished).toBe("");
  });

  test("does not wait for those who only listen, and comes after its time however long a call takes", async () => {
    const server = await startServer({ run: () => new Promise(() => undefined), limits: { drainMs: 25_000 } });
    const session = await openSession(server.url);
    const stream = await fetch(server.url, { headers: { ...session, accept: "text/event-stream" } });
    const call = await post(server.url, callOf(1), session);
    const closing = server.close();
    server.clock.advance(25_000);
    await closing;
    expect(await stream.text()).not.toContain("data");
    expect(await call.text()).not.toContain("result");
  });
});

describe("the access log", () => {
  const access = (lines: readonly Record<string, unknown>[]) => lines.filter((line) => line["msg"] === "http request");

  test("has one line a request, which tells the caller apart and gives nothing away", async () => {
    const environment = { COLDROUTE_HTTP_TOKENS: "first-token,second-token" };
    const { url, at, lines } = await startServer({ environment });
    const one = await openSession(url, { authorization: "Bearer first-token" });
    const two = await openSession(url, { authorization: "Bearer second-token" });
    await (
      await post(url, callOf(1, "look", { ids: ["order-zebra"] }), {
        ...one,
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      })
    ).text();
    await (await post(url, callOf(1), two)).text();
    await fetch(at("/mcp?id=order-zebra"), { method: "PUT" });
    await fetch(at("/packages/order-zebra"));
    await expect.poll(() => access(lines).length).toBe(6);
    expect(access(lines).slice(2)).toMatchObject([
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"], traceId: TRACE, tookMs: expect.any(Number) },
      { method: "POST", route: "/mcp", status: 200, rpc: ["tools/call"] },
      { method: "PUT", route: "/mcp", status: 401 },
      { method: "GET", route: "other", status: 404 },
    ]);
    const [a, b, c, d] = access(lines).map((line) => line["principal"]);
    expect(a).toMatch(/^[0-9a-f]{16}$/);
    expect([c, d]).toEqual([a, b]);
    expect(a).not.toBe(b);
    const all = JSON.stringify(lines);
    for (const secret of ["first-token", "second-token", "zebra", one["mcp-session-id"]])
      expect(all).not.toContain(secret);
  });

  test("names no method that a client makes up", async () => {
    const { url, lines } = await startServer();
    const session = await openSession(url);
    await (await post(url, { jsonrpc: "2.0", id: 1, method: "jane@example.com" }, session)).text();
    await expect.poll(() => access(lines).at(-1)).toMatchObject({ rpc: ["other"] });
  });
});

describe("a trace", () => {
  test.each([
    ["a header", { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, {}, { traceId: TRACE, sampled: true }],
    ["_meta", {}, { _meta: { traceparent: `00-${TRACE}-00f067aa0ba902b7-00` } }, { traceId: TRACE, sampled: false }],
    ["a header that is not valid", { traceparent: "00-xyz" }, {}, undefined],
  ])("reaches the call from %s", async (_, headers, params, expected) => {
    const seen: unknown[] = [];
    const { url } = await startServer({
      run: async (_args, _signal, trace) => {
        seen.push(trace);
        return "done";
      },
    });
    const body = { ...callOf(1), params: { name: "look", arguments: {}, ...params } };
    await (await post(url, body, { ...(await openSession(url)), ...headers })).text();
    expect(seen).toEqual([expected]);
  });
});

describe("the metrics", () => {
  test("are for those who are authorized", async () => {
    const { at } = await startServer({ environment: { COLDROUTE_HTTP_TOKENS: "one" }, metrics: createMetrics() });
    expect((await fetch(at("/metrics"))).status).toBe(401);
    const response = await fetch(at("/metrics"), { headers: { authorization: "Bearer one" } });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test("count requests and sessions", async () => {
    const { url, at } = await startServer({ metrics: createMetrics() });
    const { client, transport } = await connect(url);
    await client.callTool({ name: "look" });
    await openSession(url);
    await transport.terminateSession();
    const text = await (await fetch(at("/metrics"))).text();
    expect(text).toMatch(/^coldroute_sessions 1$/m);
    expect(text).toMatch(/^coldroute_sessions_opened_total 2$/m);
    expect(text).toMatch(/^coldroute_sessions_ended_total\{reason="client"\} 1$/m);
    expect(text).toMatch(/^coldroute_http_requests_total\{route="\/mcp",method="POST",status="200"\} [2-9]$/m);
    expect(text).toMatch(/^coldroute_http_requests_total\{route="\/mcp",method="DELETE",status="200"\} 1$/m);
  });

  test("name no method that a client makes up", async () => {
    const { at } = await startServer({ metrics: createMetrics() });
    await fetch(at("/mcp"), { method: "PROPFIND" });
    expect(await (await fetch(at("/metrics"))).text()).toContain('method="other"');
  });
});
