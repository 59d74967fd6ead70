import { describe, expect, test } from "vitest";
import { callOf, connect, deferred, openSession, post, startServer } from "./running.ts";

/** Reads a stream up to its first event and leaves it there, as a connection that breaks does. */
async function firstEventOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return /^id: (\S+)$/m.exec(new TextDecoder().decode(value))?.[1] ?? "";
}

function resume(url: string, session: Readonly<Record<string, string>>, lastEventId: string): Promise<Response> {
  return fetch(url, { headers: { ...session, accept: "text/event-stream", "last-event-id": lastEventId } });
}

describe("a stream that broke off", () => {
  test("is resumed while its call is under way, and ends with the answer", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise });
    const session = await openSession(url);
    const lastId = await firstEventOf(await post(url, callOf(1), session));
    expect(lastId).not.toBe("");
    const resumed = await resume(url, session, lastId);
    resolve("the answer");
    expect(await resumed.text()).toMatch(/"the answer"[\s\S]*\n\n$/);
  });

  test("is resumed while the server ends, and gets its answer", async () => {
    const { promise, resolve } = deferred();
    const server = await startServer({ run: () => promise, limits: { drainMs: 25_000 } });
    const session = await openSession(server.url);
    const first = await firstEventOf(await post(server.url, callOf(1), session));
    const second = await firstEventOf(await post(server.url, callOf(2), session));
    const before = await resume(server.url, session, first);
    const closing = server.close();
    const after = await resume(server.url, session, second);
    expect(after.status).toBe(200);
    resolve("the answer");
    for (const resumed of [before, after]) expect(await resumed.text()).toContain("the answer");
    await closing;
  });

  test("is resumed after its call has ended, as often as asked, and ends at once", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise });
    const session = await openSession(url);
    const lastId = await firstEventOf(await post(url, callOf(1), session));
    resolve("the answer");
    await expect.poll(async () => (await resume(url, session, lastId)).text()).toContain("the answer");
    const text = await (await resume(url, session, lastId)).text();
    const answerId = /^id: (\S+)$/m.exec(text)?.[1] ?? "";
    expect(text).toMatch(/^event: message\nid: \S+\ndata: \{/);
    expect(await (await resume(url, session, answerId)).text()).toBe("");
  });

  test("is nobody else's, and not kept for ever", async () => {
    const { url } = await startServer({ limits: { maxEventsPerSession: 4 } });
    const session = await openSession(url);
    const text = await (await post(url, callOf(1), session)).text();
    const id = /^id: (\S+)$/m.exec(text)?.[1] ?? "";
    expect((await resume(url, await openSession(url), id)).status).toBe(400);
    expect((await resume(url, session, id)).status).toBe(200);
    for (const call of [2, 3]) await (await post(url, callOf(call), session)).text();
    expect((await resume(url, session, id)).status).toBe(400);
  });

  test("keeps its answer while shorter ones come and go", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise, limits: { maxEventsPerSession: 8 } });
    const session = await openSession(url);
    const id = await firstEventOf(await post(url, callOf(1), session));
    for (let ping = 2; ping < 12; ping += 1) {
      await (await post(url, { jsonrpc: "2.0", id: ping, method: "ping" }, session)).text();
    }
    resolve("the answer");
    await expect.poll(async () => (await resume(url, session, id)).text()).toContain("the answer");
  });

  test("is resumed in a version that there is", async () => {
    const { url } = await startServer();
    const session = await openSession(url);
    const id = /^id: (\S+)$/m.exec(await (await post(url, callOf(1), session)).text())?.[1] ?? "";
    expect((await resume(url, { ...session, "mcp-protocol-version": "2024-01-01" }, id)).status).toBe(400);
    expect((await resume(url, session, id)).status).toBe(200);
  });

  test("gives way to others when all sessions together have kept enough", async () => {
    const limits = { maxEventCharacters: 2_500 };
    const { url } = await startServer({ run: async () => "x".repeat(1_000), limits });
    const session = await openSession(url);
    const id = /^id: (\S+)$/m.exec(await (await post(url, callOf(1), session)).text())?.[1] ?? "";
    expect((await resume(url, session, id)).status).toBe(200);
    const other = await openSession(url);
    for (const call of [1, 2]) await (await post(url, callOf(call), other)).text();
    expect((await resume(url, session, id)).status).toBe(400);
  });
});

describe("a session's streams", () => {
  test("are one to listen on and a few to resume, and come free again", async () => {
    const { url } = await startServer({ limits: { maxStreamsPerSession: 1 } });
    const session = await openSession(url);
    const listening = { ...session, accept: "text/event-stream" };
    const first = await fetch(url, { headers: listening });
    expect(first.status).toBe(200);
    expect((await fetch(url, { headers: listening })).status).toBe(429);
    await first.body?.cancel();
    await expect.poll(async () => (await fetch(url, { headers: listening })).status).toBe(200);
  });

  test("are refused to who cannot read them", async () => {
    const { url } = await startServer();
    const response = await fetch(url, { headers: { ...(await openSession(url)), accept: "application/json" } });
    expect(response.status).toBe(406);
  });
});

describe("a call", () => {
  test("is cancelled by its client, and its stream ends", async () => {
    const aborted = deferred();
    const { url } = await startServer({
      run: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            aborted.resolve("aborted");
            resolve("late");
          });
        }),
    });
    const session = await openSession(url);
    const call = await post(url, callOf(7), session);
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    expect((await post(url, cancel, session)).status).toBe(202);
    expect(await aborted.promise).toBe("aborted");
    const text = await call.text();
    expect(text).toContain('"id":7');
    expect(text).not.toContain("late");
    expect((await post(url, callOf(7), session)).status).toBe(200);
  });

  test("goes on when its cancellation is refused, or is none", async () => {
    const { promise, resolve } = deferred();
    const { url } = await startServer({ run: () => promise });
    const session = await openSession(url);
    const call = await post(url, callOf(7), session);
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    expect((await post(url, cancel, { ...session, accept: "application/json" })).status).toBe(406);
    expect((await post(url, cancel, { ...session, "mcp-protocol-version": "1900-01-01" })).status).toBe(400);
    expect(await (await post(url, { ...cancel, id: 8 }, session)).text()).toContain('"error"');
    resolve("the answer");
    expect(await call.text()).toContain("the answer");
  });

  test("of the official client is cancelled by its signal", async () => {
    const [begun, aborted] = [deferred(), deferred()];
    const { url } = await startServer({
      run: (_, signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => aborted.resolve("aborted"));
          begun.resolve("begun");
        }),
    });
    const { client } = await connect(url);
    const leave = new AbortController();
    const call = client.callTool({ name: "look" }, undefined, { signal: leave.signal });
    const refused = expect(call).rejects.toThrow();
    await begun.promise;
    leave.abort();
    await refused;
    expect(await aborted.promise).toBe("aborted");
    expect((await client.listTools()).tools).toHaveLength(2);
  });

  test("goes on when its client's connection breaks, since that is no cancellation", async () => {
    let aborted = false;
    const { promise, resolve } = deferred();
    const { url } = await startServer({
      run: (_, signal) => {
        signal.addEventListener("abort", () => {
          aborted = true;
        });
        return promise;
      },
    });
    const session = await openSession(url);
    const lastId = await firstEventOf(await post(url, callOf(1), session));
    resolve("done");
    await expect.poll(async () => (await resume(url, session, lastId)).text()).toContain("done");
    expect(aborted).toBe(false);
  });

  test("ends with its session", async () => {
    const aborted = deferred();
    const { url } = await startServer({
      run: (_, signal) =>
        new Promise(() => {
          signal.addEventListener("abort", () => aborted.resolve("aborted"));
        }),
    });
    const session = await openSession(url);
    const call = await post(url, callOf(1), session);
    expect((await fetch(url, { method: "DELETE", headers: session })).status).toBe(200);
    expect(await aborted.promise).toBe("aborted");
    expect(await call.text()).not.toContain("result");
  });
});
