import { describe, expect, test } from "vitest";
import { callOf, deferred, post, postModern, type Run, raw, startServer } from "./running.ts";

const environment = { COLDROUTE_HTTP_DRAIN_S: "5" };

/** A server with an open call of an earlier and of the latest protocol version. The calls end at `answer`, or when they are cancelled. */
async function serving() {
  const { promise, resolve } = deferred();
  const signals: AbortSignal[] = [];
  const run: Run = (_, signal) => {
    signals.push(signal);
    const cancelled = new Promise<string>((settle) => signal.addEventListener("abort", () => settle("given up")));
    return Promise.race([promise, cancelled]);
  };
  const server = await startServer({ run, environment });
  const { url, at, clock, close } = server;
  const calls = [post(url, callOf(1)), postModern(url, callOf(2))];
  await expect.poll(() => signals.length).toBe(2);
  const texts = () => Promise.all(calls.map(async (call) => (await call).text()));
  const stopsListening = async (): Promise<void> => {
    void close();
    clock.advance(5_000);
    await expect.poll(() => fetch(at("/healthz")).catch(() => "refused")).toBe("refused");
  };
  const areGivenUp = (): boolean => {
    clock.advance(5_000);
    return signals.every(({ aborted }) => aborted);
  };
  return { ...server, texts, answer: () => resolve("answered"), stopsListening, areGivenUp };
}

describe("shutdown", () => {
  test("is announced first; requests are served until the end of the drain", async () => {
    const { url, at, clock, close, texts, answer, stopsListening } = await serving();
    void close();
    const ready = await fetch(at("/readyz"));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: "draining" });
    expect((await fetch(at("/healthz"))).status).toBe(200);
    const list = await post(url, { jsonrpc: "2.0", id: 3, method: "tools/list" });
    expect(await list.text()).toContain('"look"');
    // The system resets connections that a proxy opens as the server stops listening.
    expect(list.headers.get("connection")).not.toBe("close");
    clock.advance(4_000);
    expect((await fetch(at("/readyz"))).status).toBe(503);
    await stopsListening();
    answer();
    for (const text of await texts()) expect(text).toContain("answered");
    await close();
  });

  test("gives up open calls after 25 s, and answers them in each protocol version", async () => {
    const { close, texts, stopsListening, areGivenUp } = await serving();
    await stopsListening();
    await expect.poll(areGivenUp).toBe(true);
    for (const text of await texts()) expect(text).toContain("given up");
    await close();
  });

  test.each([
    [0, /^HTTP\/1.1 200 .*connection: close/s],
    [3_000, /^HTTP\/1.1 503 .*connection: close.*shutting down/s],
  ])("answers on an open connection for 3 s after the drain, then refuses: %d ms", async (ms, answered) => {
    const { url, at, clock, close, answer, texts, stopsListening } = await serving();
    const body = JSON.stringify(callOf(3, "none"));
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { promise, resolve } = deferred();
    const late = raw(url, `${head.slice(0, 20)}`, { later: promise.then(() => head.slice(20) + body) });
    await expect.poll(async () => (await fetch(at("/healthz"))).status).toBe(200);
    await stopsListening();
    clock.advance(ms);
    clock.after(1, () => resolve(""));
    expect(await late).toMatch(answered);
    answer();
    await Promise.all([texts(), close()]);
  });
});
