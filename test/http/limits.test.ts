import { connect as connectSocket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { limitsFor } from "../../src/transports/http/limits.ts";
import { callOf, deferred, errorOf, openSession, post, raw, startServer } from "./running.ts";

/** A body that never ends, and how much of it was taken. */
function endless() {
  let sent = 0;
  const chunk = new TextEncoder().encode(" ".repeat(65_536));
  const body = new ReadableStream({
    pull: (controller) => {
      sent += chunk.length;
      controller.enqueue(chunk);
    },
  });
  return { body, sent: () => sent };
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

describe("what is refused with JSON-RPC", () => {
  test.each([
    ["what is not JSON", "{", {}, 400, -32700],
    ["nothing", "", {}, 400, -32700],
    ["a text", '"text"', {}, 400, -32600],
    ["an empty batch", "[]", {}, 400, -32600],
    ["a batch of 101", JSON.stringify(Array(101).fill({})), {}, 400, -32600],
    ["another media type", "{}", { "content-type": "text/plain" }, 415, -32000],
    ["a media type that only looks like it", "{}", { "content-type": "application/jsonp" }, 415, -32000],
    ["a content coding", "{}", { "content-encoding": "gzip" }, 415, -32000],
    ["a deep nest", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, {}, 400, -32600],
    ["an answer that nobody can read", JSON.stringify(callOf(1)), { accept: "text/html" }, 406, -32000],
  ])("%s", async (_, body, headers, status, code) => {
    const { url } = await startServer();
    const response = await post(url, body, { ...(await openSession(url)), ...headers });
    expect(response.status).toBe(status);
    expect(await errorOf(response)).toMatchObject({ code });
  });

  test("a call that holds more values than any does, or deeper ones, but not one of long strings", async () => {
    const { url } = await startServer();
    const session = await openSession(url);
    const holding = (_meta: string): string => JSON.stringify(callOf(1)).replace(/\}\}$/, `,"_meta":${_meta}}}`);
    for (const many of [`{"a":${"[".repeat(100)}${"]".repeat(100)}}`, `{"a":[${"1,".repeat(9_999)}1]}`]) {
      const response = await post(url, holding(many), session);
      expect(response.status).toBe(400);
      expect(await errorOf(response)).toMatchObject({ code: -32600, message: expect.stringContaining("values") });
    }
    expect((await post(url, holding(`{"a":"${"[,".repeat(9_999)}"}`), session)).status).toBe(200);
  });

  test("a body in a transfer coding that is none of ours", async () => {
    const { url } = await startServer({ limits: { lingerMs: 50 } });
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const answer = await raw(
      url,
      `${head}transfer-encoding: gzip, chunked\r\nconnection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 501 .*"jsonrpc":"2.0"/s);
  });

  test.each([
    ["PUT", "/mcp", 405],
    ["PATCH", "/mcp", 405],
    ["POST", "/healthz", 405],
    ["DELETE", "/metrics", 404],
    ["GET", "/", 404],
    ["GET", "/mcp/", 404],
    ["GET", "/sse", 404],
    ["POST", "/.well-known/oauth-protected-resource", 404],
  ])("%s %s", async (method, path, status) => {
    const { at } = await startServer();
    const response = await fetch(at(path), { method });
    expect(response.status).toBe(status);
    if (status === 405) expect(response.headers.get("allow")).toContain("GET");
    await errorOf(response);
  });

  test("HEAD, which must not open a stream", async () => {
    const { url } = await startServer();
    const headers = { ...(await openSession(url)), accept: "text/event-stream" };
    const response = await fetch(url, { method: "HEAD", headers });
    expect(response.status).toBe(405);
  });

  test.each([
    ["no HTTP at all", "HELLO\r\n\r\n", "400"],
    [
      "more headers than are read",
      `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${"x: y\r\n".repeat(100)}connection: close\r\n\r\n`,
      "431",
    ],
    ["headers that are too large", `GET /mcp HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, "431"],
  ])("%s", async (_, bytes, status) => {
    const { url } = await startServer();
    const [head = "", body = ""] = (await raw(url, bytes)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain("content-type: application/json");
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: "2.0", id: null, error: { code: -32600 } });
  });

  test("a request that takes too long to arrive", async () => {
    const { url } = await startServer({ limits: { headersMs: 100, checkMs: 50, bodyMs: 100 } });
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const answers = await Promise.all([raw(url, head), raw(url, `${head}content-length: 9\r\n\r\n{`)]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 408 .*"jsonrpc":"2.0"/s);
  });
});

describe("a body", () => {
  test("that breaks off is no defect", async () => {
    const { url, lines } = await startServer();
    const { hostname, port } = new URL(url);
    const socket = connectSocket(Number(port), hostname);
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9";
    await new Promise((resolve) => socket.write(`${head}\r\n\r\n{`, resolve));
    socket.destroy();
    await expect.poll(() => lines.map((line) => line["msg"])).toContain("http request");
    expect(lines.filter((line) => Number(line["level"]) > 30)).toEqual([]);
  });

  test("that says it is too large is not read", async () => {
    const { url } = await startServer();
    const response = await post(url, " ".repeat(1024 * 1024 + 1));
    expect(response.status).toBe(413);
    await errorOf(response);
  });

  test("without an end is cut off at the limit", async () => {
    const { url } = await startServer({ limits: { lingerMs: 60_000 } });
    const { body, sent } = endless();
    const response = await fetch(url, { method: "POST", body, headers: JSON_HEADERS, duplex: "half" });
    expect(response.status).toBe(413);
    await errorOf(response);
    expect(sent()).toBeLessThan(40 * 1024 * 1024);
    expect((await post(url, "{")).status).toBe(400);
  });

  test("in more pieces than it is worth is not taken", async () => {
    const { url } = await startServer({ limits: { maxBodyParts: 3 } });
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    const pieces = (count: number) =>
      raw(url, `${head}transfer-encoding: chunked\r\n\r\n${"1\r\n1\r\n".repeat(count)}`);
    expect(await pieces(4)).toMatch(/^HTTP\/1.1 413 .*"jsonrpc":"2.0"/s);
  });

  test("that is large finds no room beside others until their calls are over, a small one always does", async () => {
    const { promise, resolve } = deferred();
    const limits = { smallBodyBytes: 1_000, maxLargeBodyBytesInAll: 5_000 };
    const { url, lines } = await startServer({ run: () => promise, limits });
    const session = await openSession(url);
    const large = (id: number): string => JSON.stringify(callOf(id)).padEnd(5_000);
    const first = await post(url, large(1), session);
    // Its call goes on, and holds what was sent.
    await first.body?.cancel();
    await expect.poll(() => lines.some((line) => line["cutOff"] === true)).toBe(true);
    const second = await post(url, large(2), session);
    expect(second.status).toBe(503);
    expect(second.headers.get("retry-after")).toBe("1");
    await errorOf(second);
    const small = await post(url, callOf(3), session);
    expect(small.status).toBe(200);
    resolve("done");
    await small.text();
    expect((await post(url, large(4), session)).status).toBe(200);
  });

  test("of just the limit is taken", async () => {
    const { url } = await startServer();
    const session = await openSession(url);
    const call = JSON.stringify(callOf(1));
    const response = await post(url, call.padEnd(1024 * 1024), session);
    expect(response.status).toBe(200);
  });
});

describe("a client that does not read", () => {
  test("loses its connection instead of holding the server's memory", async () => {
    const large = "x".repeat(1024 * 1024);
    const { url, lines } = await startServer({ run: async () => large, limits: { maxUnreadBytes: 64 * 1024 } });
    const session = await openSession(url);
    const { hostname, port } = new URL(url);
    const socket = connectSocket(Number(port), hostname);
    onTestFinished(() => {
      socket.destroy();
    });
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => undefined);
    const batch = JSON.stringify(Array.from({ length: 20 }, (_, id) => callOf(id)));
    const head = Object.entries({ ...JSON_HEADERS, ...session, host: "localhost", "content-length": batch.length });
    socket.pause();
    socket.write(
      `POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n${batch}`,
    );
    await expect.poll(() => lines.some((line) => line["cutOff"] === true)).toBe(true);
    let read = 0;
    socket.on("data", (bytes: Buffer) => {
      read += bytes.length;
    });
    socket.resume();
    await closed;
    expect(read).toBeLessThan(20 * large.length);
    expect((await post(url, { jsonrpc: "2.0", id: 99, method: "ping" }, session)).status).toBe(200);
  });

  test("is not taken for one while its call may still be answered", () => {
    expect(limitsFor(25_000).stallMs).toBe(120_000);
    expect(limitsFor(3_600_000).stallMs).toBeGreaterThan(3_600_000);
  });

  test("is let go when nothing moves any more", async () => {
    // All that serves a session is loaded once it has been needed: nothing stalls then but the stream.
    await openSession((await startServer()).url);
    const { url } = await startServer({ limits: { stallMs: 2_000, streamKeepAliveMs: 60_000 } });
    const session = await openSession(url);
    const stream = await fetch(url, { headers: { ...session, accept: "text/event-stream" } });
    await expect(stream.text()).rejects.toThrow();
  });
});
