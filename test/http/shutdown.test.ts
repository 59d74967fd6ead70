import { describe, expect, test } from "vitest";
import { callOf, deferred, post, postModern, type Run, raw, startServer } from "./running.ts";

const environment = { COLDROUTE_HTTP_DRAIN_S: "5" };

/** A server with an open call of an earlier and of the latest protocol version. The calls end at `answer`, or when they are cancelled. */
async function serving() {
  const { promise, resolve } = deferred();
  let begun = 0;
  const run: Run = (_, signal) => {
    begun += 1;
    const cancelled = new Promise<string>((settle) => signal.addEventListener("abort", () => settle("given up")));
    return Promise.race([promise, cancelled]);
  };
  const server = await startServer({ run, environment });
  const calls = [post(server.url, callOf(1)), postModern(server.url, callOf(2))];
  await expect.poll(() => begun).toBe(2);
  const texts = () => Promise.all(calls.map(async (call) => (await call).text()));
  return { ...server, texts, answer: () => resolve("answered") };
}

const isRefused = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => false,
    () => true,
  );

describe("shutdown", () => {
  test("is announced first; requests are served until the end of the drain", async () => {
    const { url, at, clock, close, texts, answer } = await serving();
    const closing = close();
    const ready = await fetch(at("/readyz"));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: "draining" });
    expect((await fetch(at("/healthz"))).status).toBe(200);
    const list = await post(url, { jsonrpc: "2.0", id: 3, method: "tools/list" });
    expect(await list.text()).toContain('"look"');
    expect(list.headers.get("connection")).toBe("close");
    clock.advance(1_000);
    expect((await fetch(at("/readyz"))).status).toBe(503);
    clock.advance(4_000);
    await expect.poll(() => isRefused(at("/healthz"))).toBe(true);
    answer();
    for (const text of await texts()) expect(text).toContain("answered");
    await closing;
  });

  test("gives up open calls after 25 s, and answers them in each protocol version", async () => {
    const { at, clock, close, texts } = await serving();
    const closing = close();
    clock.advance(5_000);
    await expect.poll(() => isRefused(at("/healthz"))).toBe(true);
    clock.advance(25_000);
    for (const text of await texts()) expect(text).toContain("given up");
    await closing;
  });

  test("refuses requests on an open connection after the drain", async () => {
    const { url, at, clock, close, answer, texts } = await serving();
    const body = JSON.stringify(callOf(3));
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { promise, resolve } = deferred();
    const late = raw(url, `${head.slice(0, 20)}`, { later: promise.then(() => head.slice(20) + body) });
    await expect.poll(async () => (await fetch(at("/healthz"))).status).toBe(200);
    const closing = close();
    clock.advance(5_000);
    await expect.poll(() => isRefused(at("/healthz"))).toBe(true);
    resolve("");
    expect(await late).toMatch(/^HTTP\/1.1 503 .*shutting down/s);
    answer();
    await texts();
    await closing;
  });
});
