import { describe, expect, onTestFinished, test, vi } from "vitest";
import { callOf, deferred, errorOf, post, postModern, raw, startServer } from "./running.ts";

const BODY_LIMIT_BYTES = 128 * 1024;

describe("a refusal", () => {
  test.each([
    ["what is not JSON", "{", {}, 400],
    ["a text", '"text"', {}, 400],
    ["another media type", "{}", { "content-type": "text/plain" }, 415],
    ["what this server does not decompress", "\u001f\u008b", { "content-encoding": "gzip" }, 415],
    ["a deep nest", `${"[".repeat(60_000)}${"]".repeat(60_000)}`, {}, 400],
  ])("%s", async (_, body, headers, status) => {
    const { url } = await startServer();
    const response = await post(url, body, headers);
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code: expect.any(Number) });
    expect((await post(url, callOf(1))).status).toBe(200);
  });

  test.each([
    ["POST", "/healthz", 405],
    ["DELETE", "/metrics", 405],
    ["GET", "/", 404],
    ["GET", "/mcp/", 404],
    ["POST", "/.well-known/oauth-protected-resource", 404],
  ])("%s %s", async (method, path, status) => {
    const { at } = await startServer();
    const response = await fetch(at(path), { method });
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get("allow")).toBe("GET, HEAD");
    await errorOf(response);
  });
});

test.each([
  ["*/*", "application/json"],
  ["application/json", "application/json"],
  ["application/*;q=0.9", "application/json"],
  ["text/event-stream", "text/event-stream"],
  ["*/*, text/event-stream", "text/event-stream"],
])("a client that accepts %s is answered with %s", async (accept, type) => {
  const { url } = await startServer();
  const params = { name: "look", arguments: {}, _meta: { progressToken: "p" } };
  const response = await post(url, { ...callOf(1), params }, { accept });
  expect(response.headers.get("content-type")).toBe(type);
  const text = await response.text();
  const message: unknown = JSON.parse(type === "application/json" ? text : (text.split("data: ").at(-1) ?? ""));
  expect(message).toMatchObject({ id: 1, result: {} });
});

test("a client that accepts neither JSON nor a stream is told what to accept", async () => {
  const { url } = await startServer();
  const refused = await post(url, callOf(1), { accept: "text/html" });
  expect(refused.status).toBe(406);
  expect(await errorOf(refused)).toMatchObject({ message: "Send an Accept header with application/json" });
});

test("a batch is refused in one sentence, and none of it runs", async () => {
  let begun = 0;
  const run = async (): Promise<string> => {
    begun += 1;
    return "done";
  };
  const { url } = await startServer({ run });
  const refused = await post(url, [callOf(1), callOf(2)]);
  expect(refused.status).toBe(400);
  const message = "Invalid request: send messages one by one: batches are not supported";
  expect(await errorOf(refused)).toEqual({ code: -32600, message });
  expect(begun).toBe(0);
});

describe("a body", () => {
  const padded = (bytes: number): string => JSON.stringify(callOf(1)).padEnd(bytes);

  test("of exactly the limit is accepted", async () => {
    const { url } = await startServer();
    expect((await post(url, padded(BODY_LIMIT_BYTES))).status).toBe(200);
  });

  test("beyond the limit is refused, with and without a declared length", async () => {
    const { url } = await startServer();
    const told = await post(url, padded(BODY_LIMIT_BYTES + 1));
    expect(told.status).toBe(413);
    await errorOf(told);
    const chunk = `${(64 * 1024).toString(16)}\r\n${" ".repeat(64 * 1024)}\r\n`;
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n";
    const untold = await raw(url, `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`);
    expect(untold).toMatch(/^HTTP\/1.1 413 .*"jsonrpc":"2.0"/s);
  });
});

describe("calls under way", () => {
  const environment = { COLDROUTE_HTTP_TOKENS: "one:first-token,two:second-token", COLDROUTE_HTTP_MAX_CALLS: "3" };
  const FIRST = { authorization: "Bearer first-token" };
  const SECOND = { authorization: "Bearer second-token" };

  /** A server whose calls end at `end`, and the number of calls begun. */
  async function busy(more: Readonly<Record<string, string>> = {}) {
    const { promise, resolve } = deferred();
    let begun = 0;
    const run = (): Promise<string> => {
      begun += 1;
      return promise;
    };
    return {
      ...(await startServer({ run, environment: { ...environment, ...more } })),
      begun: () => begun,
      end: () => resolve("done"),
    };
  }

  test("are limited for each principal across protocol versions, and other principals are not affected", async () => {
    const { url, begun, end } = await busy();
    const open = [post(url, callOf(1), FIRST), postModern(url, callOf(2), FIRST), post(url, callOf(3), FIRST)];
    await expect.poll(begun).toBe(3);
    for (const refused of [await post(url, callOf(4), FIRST), await postModern(url, callOf(4), FIRST)]) {
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("1");
      await errorOf(refused);
    }
    expect((await post(url, { jsonrpc: "2.0", id: 5, method: "tools/list" }, FIRST)).status).toBe(200);
    const other = post(url, callOf(6), SECOND);
    await expect.poll(begun).toBe(4);
    end();
    for (const call of [...open, other]) expect(await (await call).text()).toContain("done");
    expect((await post(url, callOf(7), FIRST)).status).toBe(200);
  });

  test("are limited to 512 for all principals together", async () => {
    const { url, begun, end } = await busy({ COLDROUTE_HTTP_MAX_CALLS: "512" });
    const open = Array.from({ length: 512 }, (_, id) => post(url, callOf(id), FIRST));
    await expect.poll(begun).toBe(512);
    expect((await post(url, callOf(1), SECOND)).status).toBe(429);
    end();
    await Promise.all(open.map(async (each) => (await each).text()));
    expect((await post(url, callOf(1), SECOND)).status).toBe(200);
  });

  test("are refused beyond the limit even if no turn comes for them", async () => {
    const { url, begun, end } = await busy();
    const turns: (() => void)[] = [];
    vi.stubGlobal("setImmediate", (turn: (id: string) => void, id: string) => turns.push(() => turn(id)));
    onTestFinished(() => void vi.unstubAllGlobals());
    const statuses: number[] = [];
    const answers = Array.from({ length: 20 }, async (_, id) => {
      const { status } = await post(url, callOf(id), FIRST);
      statuses.push(status);
    });
    await expect.poll(() => statuses.filter((status) => status === 429)).toHaveLength(17);
    expect(begun()).toBe(0);
    vi.unstubAllGlobals();
    for (const turn of turns) turn();
    end();
    await Promise.all(answers);
  });

  test("need no listens, which end at once because there is nothing to listen to", async () => {
    const { url } = await busy();
    const notifications = { toolsListChanged: true, resourceSubscriptions: ["coldroute://status"] };
    const listen = { id: 1, method: "subscriptions/listen", params: { notifications } };
    expect(await (await postModern(url, listen, FIRST)).text()).toMatch(/acknowledged.*"resultType":"complete"/s);
  });

  test("include completions and reads", async () => {
    const { url, begun, end } = await busy({ COLDROUTE_HTTP_MAX_CALLS: "1" });
    const open = post(url, callOf(1), FIRST);
    await expect.poll(begun).toBe(1);
    const complete = { ref: { type: "ref/prompt", name: "look around" }, argument: { name: "where", value: "P" } };
    for (const [method, params] of [
      ["completion/complete", complete],
      ["resources/read", { uri: "coldroute://status" }],
    ]) {
      const ask = { jsonrpc: "2.0", id: 2, method, params };
      expect((await post(url, ask, FIRST)).status).toBe(429);
      expect((await post(url, ask, SECOND)).status).toBe(200);
    }
    end();
    await (await open).text();
  });

  test("that lose their client before they begin release their place", async () => {
    const { promise, resolve } = deferred();
    const { url, lines } = await startServer({ loaded: promise, environment: { COLDROUTE_HTTP_MAX_CALLS: "1" } });
    const leave = new AbortController();
    const lost = expect(post(url, callOf(1), {}, leave.signal)).rejects.toThrow();
    // The answer to a later request proves that the server has read the first request's headers.
    await post(url, "not JSON");
    leave.abort();
    await lost;
    await expect.poll(() => lines.filter((line) => line["cutOff"] === true)).toHaveLength(1);
    resolve("loaded");
    expect((await post(url, callOf(2))).status).toBe(200);
  });

  test("count until they end, even after their client has left", async () => {
    const { url, begun, end, lines } = await busy();
    for (const id of [1, 2, 3]) {
      const leave = new AbortController();
      const call = post(url, callOf(id), FIRST, leave.signal).then((response) => response.text());
      const lost = expect(call).rejects.toThrow();
      await expect.poll(begun).toBe(id);
      leave.abort();
      await lost;
    }
    await expect.poll(() => lines.filter((line) => line["cutOff"] === true)).toHaveLength(3);
    expect((await post(url, callOf(4), FIRST)).status).toBe(429);
    end();
    await expect.poll(async () => (await post(url, callOf(5), FIRST)).status).toBe(200);
  });
});
