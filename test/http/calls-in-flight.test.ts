import { describe, expect, test } from "vitest";
import { callOf, deferred, errorOf, openSession, post, startServer } from "./running.ts";

describe("calls under way", () => {
  test("are bounded for a principal and in all, and count until they end", async () => {
    const { promise, resolve } = deferred();
    const environment = { COLDROUTE_HTTP_TOKENS: "one,two,three" };
    const limits = { maxCallsPerPrincipal: 2, maxCalls: 3 };
    const { url } = await startServer({ run: () => promise, environment, limits });
    const sessions = await Promise.all(
      ["one", "two", "three"].map((token) => openSession(url, { authorization: `Bearer ${token}` })),
    );
    const [one = {}, two = {}, three = {}] = sessions;
    const open = [await post(url, callOf(1), one), await post(url, callOf(2), one)];
    const third = await post(url, callOf(3), one);
    expect(third.status).toBe(429);
    expect(third.headers.get("retry-after")).toBe("1");
    await errorOf(third);
    // A client that goes away leaves its call behind.
    await open[0]?.body?.cancel();
    expect((await post(url, callOf(4), one)).status).toBe(429);
    open.push(await post(url, callOf(5), two));
    expect((await post(url, callOf(6), three)).status).toBe(503);
    resolve("done");
    await Promise.all(open.slice(1).map((response) => response.text()));
    expect((await post(url, callOf(7), one)).status).toBe(200);
  });

  test("do not share an id within a session", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise });
    const session = await openSession(url);
    const first = await post(url, callOf("same"), session);
    const second = await post(url, callOf("same"), session);
    expect(second.status).toBe(400);
    expect(await errorOf(second)).toMatchObject({ code: -32600 });
    resolve("done");
    expect(await first.text()).toContain('"id":"same"');
    expect((await post(url, callOf("same"), session)).status).toBe(200);
  });
});
