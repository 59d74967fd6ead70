import { describe, expect, test } from "vitest";
import { bytesOf, callOf, connectTo, deferred, modern, openSession, raw, slow, startServer } from "./running.ts";

const HEALTH = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

describe("a connection that is to be closed", () => {
  test.each([
    ["what is no HTTP", "nonsense\r\n\r\n", 400],
    ["headers that are too large", `GET /healthz HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["headers that do not end", "GET /healthz HT", 408],
    ["CONNECT", "CONNECT mcp.example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n", 405],
    [
      "a body that breaks",
      `${bytesOf("POST", { "transfer-encoding": "chunked" }).replace(/content-length.*\r\n/, "")}zz\r\n`,
      400,
    ],
  ])(
    "lets those before have their own answers, and says after them what is wrong with %s",
    async (_, behind, status) => {
      const { run, calls, resolve } = slow();
      const { url } = await startServer({ run, limits: { lingerMs: 50, headersMs: 200, checkMs: 50 } });
      const session = await openSession(url);
      const two = [1, 2].map((id) => bytesOf("POST", session, JSON.stringify(callOf(id))));
      const answers = raw(url, `${two.join("")}${behind}`);
      await expect.poll(() => calls).toHaveLength(1);
      // By then the time of headers is over.
      expect(await raw(url, "POST /mcp HTTP/1.1\r\n")).toMatch(/^HTTP\/1.1 408 /);
      resolve("done");
      expect((await answers).match(/^HTTP\/1.1 \d+|"done"/gm)).toEqual([
        ...["HTTP/1.1 200", '"done"', "HTTP/1.1 200", '"done"'],
        `HTTP/1.1 ${status}`,
      ]);
    },
  );

  test("is closed though its client goes on sending", async () => {
    const { url, lines } = await startServer({ limits: { headersMs: 500, bodyMs: 500, lingerMs: 100 } });
    const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    for (const start of [
      head,
      `${head}content-length: 900\r\n\r\n{`,
      `${HEALTH.trim()}\r\ncontent-length: 900\r\n\r\n{`,
    ]) {
      const socket = connectTo(url);
      socket.write(start);
      const drip = setInterval(() => socket.writable && socket.write("x"), 20);
      await new Promise((resolve) => socket.resume().once("close", resolve));
      clearInterval(drip);
    }
    const statuses = lines.filter((line) => line["msg"] === "http request").map((line) => line["status"]);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status === 408)).toHaveLength(2);
  });

  test("is closed after a stream that its client wanted to be the last", async () => {
    const { url } = await startServer();
    const session = { ...(await openSession(url)), connection: "close" };
    expect(await raw(url, bytesOf("POST", session, JSON.stringify(callOf(1))))).toMatch(
      /^connection: close\r$.*"done"/ims,
    );
  });

  test.each([
    ["CONNECT mcp.example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n", 405],
    ["GET /mcp HTTP/1.1\r\n\r\n", 400],
    ["nonsense\r\n\r\n", 400],
  ])("says why, and leaves its line: %j", async (bytes, status) => {
    const { url, lines } = await startServer({ limits: { lingerMs: 50, keepAliveMs: 50 } });
    expect(await raw(url, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} .*"jsonrpc":"2.0"`, "s"));
    expect(lines.filter((line) => line["msg"] === "http request")).toMatchObject([{ status }]);
  });
});

describe("a client that leaves", () => {
  const CONNECT = "CONNECT mcp.example.com:443 HTTP/1.1\r\nhost: localhost\r\n\r\n";

  test("ends nothing but its own connection, though it sent CONNECT", async () => {
    const { url, at } = await startServer({ limits: { lingerMs: 50 } });
    for (const before of ["", HEALTH, `${HEALTH}${HEALTH}`]) {
      const socket = connectTo(url);
      socket.write(`${before}${CONNECT}`);
      await new Promise((resolve) => socket.once("data", resolve));
      socket.resetAndDestroy();
    }
    for (let n = 0; n < 3; n += 1) {
      const socket = connectTo(url);
      await new Promise((resolve) => socket.write(CONNECT, resolve));
      socket.resetAndDestroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await fetch(at("/healthz"))).status).toBe(200);
  });

  test.each([
    ["part of a next request", "POST /mcp HT"],
    ["a next request without its body", "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"],
    ["CONNECT", CONNECT],
  ])("has its call ended at once, though %s came after it", async (_, behind) => {
    const [begun, aborted] = [deferred(), deferred()];
    const run = (_: unknown, signal: AbortSignal): Promise<string> => {
      signal.addEventListener("abort", () => aborted.resolve("aborted"));
      begun.resolve("begun");
      return aborted.promise;
    };
    const { url } = await startServer({ run, limits: { lingerMs: 3_600_000 } });
    const { body, headers } = modern(callOf(1));
    const socket = connectTo(url);
    socket.write(`${bytesOf("POST", headers, JSON.stringify(body))}${behind}`);
    await begun.promise;
    socket.destroy();
    expect(await aborted.promise).toBe("aborted");
  });
});
