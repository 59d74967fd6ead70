import { connect as connectSocket, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { bytesOf, callOf, errorOf, modern, openSession, post, raw, startServer } from "./running.ts";

const MIB = 1024 * 1024;
const HEAD = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
/** A chunk of a chunked body, and one of half a mebibyte. */
const chunkOf = (size: number): string => `${size.toString(16)}\r\n${" ".repeat(size)}\r\n`;
const CHUNK = chunkOf(MIB / 2);

const HEALTH = "GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/** A connection of a client that writes as it likes, and what it has read. */
function connectTo(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connectSocket(Number(port), hostname);
  let text = "";
  socket.setEncoding("utf8").on("error", () => undefined);
  socket.on("data", (part: string) => {
    text += part;
  });
  onTestFinished(() => void socket.destroy());
  return { socket, read: () => text, closed: new Promise((resolve) => socket.once("close", resolve)) };
}

/** Writes `count` chunks as fast as they are taken; the function returned tells how many were. */
function send(socket: Socket, count: number): () => number {
  let taken = 0;
  const next = (): void => {
    if (taken >= count || !socket.writable) return;
    socket.write(CHUNK, () => {
      taken += 1;
      next();
    });
  };
  next();
  return () => taken;
}

describe("the answer to a body that is too large", () => {
  test.each([5, 20, 100])("of %i MiB reaches its client, whether it says its length or not", async (size) => {
    const { url } = await startServer({ limits: { lingerMs: 60_000 } });
    const piece = new Uint8Array(64 * 1024).fill(32);
    const bodies = [
      new Uint8Array(size * MIB).fill(32),
      ReadableStream.from(Array.from({ length: size * 16 }, () => piece)),
    ];
    for (const body of bodies) {
      const init = { method: "POST", body, headers: { "content-type": "application/json" }, duplex: "half" };
      const response = await fetch(url, init as RequestInit);
      expect(response.status).toBe(413);
      await errorOf(response);
    }
  });

  test.each(["1.0", "1.1"])("reaches a client of HTTP/%s that reads nothing until it has sent all", async (version) => {
    // More than the system holds for both ends.
    const { url } = await startServer({ limits: { lingerMs: 60_000, lingerBytes: 64 * MIB } });
    const { socket, read, closed } = connectTo(url);
    socket.pause();
    const head = HEAD.replace("HTTP/1.1", `HTTP/${version}`);
    await new Promise((sent) =>
      socket.write(`${head}content-length: ${40 * MIB}\r\n\r\n${" ".repeat(40 * MIB)}`, sent),
    );
    socket.resume();
    await closed;
    expect(read()).toMatch(/^HTTP\/1.1 413 .*"jsonrpc":"2.0"/s);
  });

  test("does not make the server read without bound", async () => {
    const { url, clock } = await startServer({ limits: { lingerMs: 60_000, lingerBytes: MIB } });
    const { socket, read, closed } = connectTo(url);
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`);
    const taken = send(socket, 400);
    await expect.poll(read).toContain("413");
    let before = -1;
    const hasStopped = (): boolean => {
      const isSame = before === taken();
      before = taken();
      return isSame;
    };
    await expect.poll(hasStopped, { interval: 200 }).toBe(true);
    expect(before).toBeLessThan(100);
    clock.advance(60_000);
    await closed;
  });

  test("gives back the room of what was read", async () => {
    const { url } = await startServer({ limits: { lingerMs: 60_000, maxLargeBodyBytesInAll: 1.5 * MIB } });
    const { socket, read } = connectTo(url);
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n${CHUNK}${CHUNK}${chunkOf(1)}`);
    await expect.poll(read).toContain("413");
    expect((await post(url, " ".repeat(MIB))).status).toBe(400);
  });

  test("is no answer cut off when its client leaves with it", async () => {
    const { url, lines } = await startServer({ limits: { lingerMs: 60_000 } });
    const { socket, read } = connectTo(url);
    socket.write(`${HEAD}content-length: ${9 * MIB}\r\n\r\n`);
    await expect.poll(read).toContain('"jsonrpc"');
    socket.destroy();
    await expect.poll(() => lines.filter((line) => line["status"] === 413)).toHaveLength(1);
    expect(lines.filter((line) => "cutOff" in line)).toEqual([]);
  });
});

describe("a body that nobody asked for", () => {
  test.each([
    ["DELETE", 200],
    ["HEAD", 405],
    ["OPTIONS", 204],
    ["PUT", 405],
  ])("of %s is read off, and its answer says if the connection is closed", async (method, status) => {
    const { url } = await startServer({ limits: { lingerMs: 100 } });
    const session = await openSession(url);
    const sent = bytesOf(method, session).replace("content-length: 0", "content-length: 9");
    const stalled = await raw(url, `${sent}{`);
    expect(stalled.match(/^HTTP\/1.1 \d+|^connection: .*/gim)).toEqual([`HTTP/1.1 ${status}`, "connection: close"]);
    const whole = await raw(url, `${sent}123456789${HEALTH}`);
    expect(whole).toMatch(/^HTTP\/1.1 \d+.*HTTP\/1.1 200.*"alive"/s);
  });
});

describe("a client that sends no more once its request is sent", () => {
  test("has gone: its call is stopped at once, and what waits behind it is not begun", async () => {
    const begun: unknown[] = [];
    let stopped = 0;
    const run = (args: unknown, signal: AbortSignal): Promise<string> => {
      begun.push(args);
      signal.addEventListener("abort", () => {
        stopped += 1;
      });
      return new Promise(() => undefined);
    };
    const { url, lines } = await startServer({ run, limits: { lingerMs: 3_600_000 } });
    const { socket, closed } = connectTo(url);
    for (const id of [1, 2]) {
      const { body, headers } = modern(callOf(id, "look", { id }));
      socket.write(bytesOf("POST", headers, JSON.stringify(body)));
    }
    await expect.poll(() => begun).toEqual([{ id: 1 }]);
    socket.end();
    await closed;
    await expect.poll(() => stopped).toBe(1);
    await expect.poll(() => lines.filter((line) => line["cutOff"] === true)).toHaveLength(2);
    expect(begun).toEqual([{ id: 1 }]);
  });
});

describe("a client that waits to be asked for its body", () => {
  const EXPECT = `${HEAD.replace("\r\n", "\r\nexpect: 100-continue\r\n")}connection: close\r\n`;

  test("is not asked for one that is too large, nor for one that nobody wants", async () => {
    const { url } = await startServer({ limits: { lingerMs: 50 } });
    expect(await raw(url, `${EXPECT}content-length: ${9 * MIB}\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
    expect(await raw(url, `${EXPECT.replace("/mcp", "/healthz")}content-length: 9\r\n\r\n`)).toMatch(/^HTTP\/1.1 405 /);
  });

  test("is asked for any other", async () => {
    const { url } = await startServer();
    const headers = { ...(await openSession(url)), expect: "100-continue", connection: "close" };
    const call = JSON.stringify(callOf(1));
    const { socket, read, closed } = connectTo(url);
    socket.write(bytesOf("POST", headers, call).slice(0, -call.length));
    await expect.poll(read).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    socket.write(call);
    await closed;
    expect(read()).toMatch(/HTTP\/1.1 200 OK.*"done"/s);
  });
});
