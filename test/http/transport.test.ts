import { describe, expect, test } from "vitest";
import { INITIALIZE } from "../support/server-process.ts";
import { callOf, deferred, errorOf, post, postModern, type Run, raw, startServer } from "./running.ts";

const HELLO = { jsonrpc: "2.0", ...INITIALIZE };

/** A tool's work that reports its beginning and its cancellation. */
function cancellable() {
  const [begun, cancelled] = [deferred(), deferred()];
  const run: Run = (_, signal) => {
    begun.resolve("begun");
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => {
        cancelled.resolve("cancelled");
        resolve("too late");
      });
    });
  };
  return { run, begun: begun.promise, cancelled: cancelled.promise };
}

describe("without sessions [G-http]", () => {
  test("any server answers any request, and none issues a session id", async () => {
    const [one, other] = [await startServer(), await startServer()];
    const hello = await post(one.url, HELLO);
    expect(hello.headers.get("mcp-session-id")).toBeNull();
    expect(await hello.text()).toContain('"protocolVersion":"2025-11-25"');
    expect(await (await post(other.url, callOf(1))).text()).toContain("done");
    const old = await post(other.url, callOf(2), { "mcp-session-id": "of an earlier release" });
    expect(await old.text()).toContain("done");
  });

  test.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("%s is supported", async (protocolVersion) => {
    const { url } = await startServer();
    const response = await post(url, { ...HELLO, params: { ...HELLO.params, protocolVersion } });
    expect(await response.text()).toContain(`"protocolVersion":"${protocolVersion}"`);
  });

  test.each(["GET", "DELETE", "PUT"])("%s is not allowed", async (method) => {
    const { url } = await startServer();
    const response = await fetch(url, { method, headers: { accept: "text/event-stream" } });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST");
    await errorOf(response);
  });

  test.each(["1999-01-01", "2027-01-01", "latest"])("version %s gets a JSON-RPC error", async (version) => {
    const { url } = await startServer();
    const meta = {
      "io.modelcontextprotocol/protocolVersion": version,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } };
    const response = await post(url, body, { "mcp-protocol-version": version, "mcp-method": "tools/list" });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
  });

  test("a list of 2026-07-28 names its cache lifetime and scope; a tool's result does not", async () => {
    const { url } = await startServer();
    const list = await (await postModern(url, { id: 1, method: "tools/list" })).json();
    expect(list).toMatchObject({ result: { ttlMs: 300_000, cacheScope: "private" } });
    const call = (await (await postModern(url, callOf(1))).json()) as { result: object };
    expect(call.result).toMatchObject({ resultType: "complete" });
    expect(call.result).not.toHaveProperty("ttlMs");
  });

  test.each(["resources/subscribe", "logging/setLevel", "ping", "no/such"])(
    "2026-07-28 has no %s here: such a request gets HTTP 404",
    async (method) => {
      const { url } = await startServer();
      const response = await postModern(url, { id: 1, method });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } });
    },
  );
});

describe("a client that leaves ends its call", () => {
  test.each([
    ["of an earlier version", (url: string, signal: AbortSignal) => post(url, callOf(1), {}, signal)],
    ["of 2026-07-28", (url: string, signal: AbortSignal) => postModern(url, callOf(1), {}, signal)],
  ])("%s", async (_, ask) => {
    const { run, begun, cancelled } = cancellable();
    const { url, lines } = await startServer({ run });
    const leave = new AbortController();
    const answer = ask(url, leave.signal).then((response) => response.text());
    const lost = expect(answer).rejects.toThrow();
    await begun;
    leave.abort();
    await lost;
    expect(await cancelled).toBe("cancelled");
    await expect.poll(() => lines.at(-1)).toMatchObject({ msg: "http request", cutOff: true });
    expect(lines.filter((line) => Number(line["level"]) > 30)).toEqual([]);
  });

  test("even in the middle of its body, without a warning in the log", async () => {
    const { url, lines } = await startServer();
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    await raw(url, `${head}content-length: 9\r\n\r\n{`, { leave: true });
    await raw(url, `${head}transfer-encoding: chunked\r\n\r\n1\r\n{`, { leave: true });
    await expect.poll(() => lines.filter((line) => line["msg"] === "http request")).toHaveLength(2);
    expect(lines.filter((line) => Number(line["level"]) > 30)).toEqual([]);
  });
});
