import { connect as connectSocket, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { bytesOf, callOf, deferred, INITIALIZE, modern, openSession, post, raw, slow, startServer } from "./running.ts";

const HEALTH = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

/** A connection of a client that writes and reads as it likes. */
function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe("requests in a row on one connection", () => {
  test("are answered in their order", async () => {
    const { url } = await startServer();
    const last = HEALTH.replace("localhost", "localhost\r\nconnection: close");
    const answers = await raw(url, `${HEALTH}GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n${last}`);
    expect(answers.match(/"status":"\w+"/g)).toEqual(['"status":"alive"', '"status":"ready"', '"status":"alive"']);
  });

  test("wait until the one before them has its answer", async () => {
    const { run, calls, resolve } = slow();
    const { url } = await startServer({ run });
    const session = await openSession(url);
    const call = (id: number): string => bytesOf("POST", session, JSON.stringify(callOf(id, "look", { id })));
    connectTo(url).write(`${call(1)}${call(2)}`);
    await expect.poll(() => calls).toEqual([{ id: 1 }]);
    expect((await post(url, { jsonrpc: "2.0", id: 3, method: "ping" }, session)).status).toBe(200);
    expect(calls).toEqual([{ id: 1 }]);
    resolve("done");
    await expect.poll(() => calls).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test("are a few: the last that may wait is told that no more are answered", async () => {
    const { run, calls, resolve } = slow();
    const { url } = await startServer({ run });
    const session = await openSession(url);
    const call = bytesOf("POST", session, JSON.stringify(callOf(1)));
    const answers = raw(url, `${call}${HEALTH.repeat(8)}${call}${HEALTH.repeat(50)}`);
    await expect.poll(() => calls).toHaveLength(1);
    resolve("done");
    const lines = (await answers).match(/HTTP\/1.1 \d+|"done"|"alive"|connection: close/gi);
    const alive = ["HTTP/1.1 200", '"alive"'];
    expect(lines).toEqual([
      ...["HTTP/1.1 200", '"done"', ...Array(7).fill(alive).flat()],
      ...["HTTP/1.1 200", "connection: close", '"alive"'],
    ]);
    expect(calls).toHaveLength(1);
  });

  test("end their connection where it is when they are very many", async () => {
    const { run, resolve } = slow();
    const { url, lines } = await startServer({ run });
    const session = await openSession(url);
    const client = connectTo(url);
    client.write(`${bytesOf("POST", session, JSON.stringify(callOf(1)))}${HEALTH.repeat(65)}`);
    await new Promise((gone) => client.resume().once("close", gone));
    resolve("done");
    expect(lines.some((line) => line["route"] === "/healthz")).toBe(false);
  });

  test("are not begun once an answer has closed their connection", async () => {
    const { run, calls, resolve } = slow();
    resolve("done");
    const { url, lines } = await startServer({ run });
    const session = await openSession(url);
    const refused = `GET /healthz HTTP/1.1\r\nhost: localhost\r\n${"x: y\r\n".repeat(100)}\r\n`;
    const answers = await raw(url, `${refused}${bytesOf("POST", session, JSON.stringify(callOf(1)))}`);
    expect(answers.match(/^HTTP\/1.1 \d+|^connection: .*/gim)).toEqual(["HTTP/1.1 431", "connection: close"]);
    await expect.poll(() => lines.filter((line) => line["status"] === 499)).toHaveLength(1);
    expect(calls).toEqual([]);
  });

  test("have all their time to arrive once it is their turn", async () => {
    const { run, resolve } = slow();
    const { url } = await startServer({ run, limits: { headersMs: 200, checkMs: 50, bodyMs: 200 } });
    const session = await openSession(url);
    const client = connectTo(url);
    let answers = "";
    client.on("data", (part) => {
      answers += String(part);
    });
    const second = bytesOf("POST", session, JSON.stringify(callOf(2)));
    client.write(`${bytesOf("POST", session, JSON.stringify(callOf(1)))}${second.slice(0, -1)}`);
    // By then its time would have been over.
    expect(await raw(url, "POST /mcp HTTP/1.1\r\n")).toMatch(/^HTTP\/1.1 408 /);
    client.write(second.slice(-1));
    await post(url, { jsonrpc: "2.0", id: 3, method: "ping" }, session);
    resolve("done");
    await expect.poll(() => answers.match(/"done"/g)).toHaveLength(2);
  });

  test("are answered, each of them, when the server is told to end", async () => {
    const { run, calls, resolve } = slow();
    const server = await startServer({ run, limits: { drainMs: 60_000 } });
    const session = await openSession(server.url);
    const three = [1, 2, 3].map((id) => bytesOf("POST", session, JSON.stringify(callOf(id))));
    const answers = raw(server.url, three.join(""));
    await expect.poll(() => calls).toHaveLength(1);
    const closing = server.close();
    await expect.poll(async () => (await post(server.url, INITIALIZE)).status).toBe(503);
    resolve("done");
    await closing;
    expect((await answers).match(/^HTTP\/1.1 200 OK|"done"|"id":\d/gm)).toEqual(
      [1, 2, 3].flatMap((id) => ["HTTP/1.1 200 OK", '"done"', `"id":${id}`]),
    );
  });

  test.each(["/mcp", "/%6dcp", "/x/../mcp?y", "http://localhost/x/%2e%2e/mcp"])(
    "do not keep it from ending behind a stream, however its path is spelt: %s",
    async (target) => {
      const server = await startServer({ limits: { drainMs: 3_600_000 } });
      const session = await openSession(server.url);
      const client = connectTo(server.url);
      client.write(
        `${bytesOf("GET", session).replace("/mcp", target)}${bytesOf("POST", session, JSON.stringify(callOf(1)))}`,
      );
      await new Promise((resolve) => client.once("data", resolve));
      await server.close();
    },
  );

  test("are over when their client has gone, and keep nothing from ending", async () => {
    const { run, calls, resolve } = slow();
    const { url, lines, close } = await startServer({ run, limits: { drainMs: 60_000 } });
    const session = await openSession(url);
    const client = connectTo(url);
    client.write(`${bytesOf("POST", session, JSON.stringify(callOf(1)))}${HEALTH.repeat(5)}`);
    await expect.poll(() => calls).toHaveLength(1);
    client.resetAndDestroy();
    await expect.poll(() => lines.filter((line) => line["cutOff"] === true)).toHaveLength(6);
    resolve("done");
    await close();
  });

  test("give back what they held when their client leaves before their turn", async () => {
    const { url, clock } = await startServer({ limits: { maxLargeBodyBytesInAll: 100_000, sessionIdleMs: 60_000 } });
    const session = await openSession(url);
    const other = await openSession(url);
    const large = bytesOf("POST", session, " ".repeat(150_000));
    for (const behind of [large, bytesOf("GET", session)]) {
      const client = connectTo(url);
      client.write(`${bytesOf("GET", other)}${behind}`);
      await new Promise((resolve) => client.once("data", resolve));
      client.resetAndDestroy();
    }
    // A body of more than a small one's size finds room, and the session is not taken for one that is listened to.
    await expect.poll(async () => (await post(url, " ".repeat(150_000))).status).toBe(400);
    clock.advance(61_000);
    expect((await post(url, callOf(1), session)).status).toBe(404);
  });
});

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
