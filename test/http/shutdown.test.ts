import { connect as connectSocket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { callOf, deferred, errorOf, INITIALIZE, openSession, post, postModern, raw, startServer } from "./running.ts";

/** Until then what arrives is taken to have been sent before the end. */
async function untilNothingNewIsTaken(url: string): Promise<void> {
  await expect.poll(async () => (await post(url, INITIALIZE)).status).toBe(503);
}

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
