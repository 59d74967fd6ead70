import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ArrivingRequest } from "../../src/transports/http/arriving-request.ts";
import { connectTo } from "./running.ts";

const HEAD = "POST /a HTTP/1.1\r\nhost: localhost\r\n";
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const END = "0\r\n\r\n";

/** A request that nobody reads yet, the connection of its client, and the lengths of the parts in which it is read. */
async function arriving(bytes: string) {
  const server = createServer({ IncomingMessage: ArrivingRequest }).listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = connectTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  client.write(bytes);
  const [incoming] = (await once(server, "request")) as [ArrivingRequest];
  const parts: number[] = [];
  const read = (): void => {
    incoming.on("data", (part: Buffer) => parts.push(part.length));
  };
  return { incoming, client, parts, read };
}

test("a body that comes byte by byte is read in one piece", async () => {
  const { incoming, parts, read } = await arriving(`${CHUNKED}${"1\r\nx\r\n".repeat(5_000)}${END}`);
  await expect.poll(() => incoming.complete).toBe(true);
  read();
  await once(incoming, "end");
  expect(parts).toEqual([5_000]);
});

test("what comes of it while its reader pauses is held in one piece, too", async () => {
  const { incoming, client, parts, read } = await arriving(`${CHUNKED}1\r\nx\r\n`);
  read();
  await expect.poll(() => parts).toEqual([1]);
  incoming.pause();
  client.write(`${"1\r\nx\r\n".repeat(5_000)}${END}`);
  await expect.poll(() => incoming.complete).toBe(true);
  expect(parts).toEqual([1]);
  incoming.resume();
  await once(incoming, "end");
  expect(parts).toEqual([1, 5_000]);
});

test("a large body is held in part until it is read, and then comes whole", async () => {
  const size = 4 * 1024 * 1024;
  const { incoming, client, parts, read } = await arriving(`${HEAD}content-length: ${size}\r\n\r\n`);
  client.write("x".repeat(size));
  await expect.poll(() => incoming.heldBytes).toBeGreaterThan(16 * 1024);
  // Node reads 64 KiB at once.
  expect(incoming.heldBytes).toBeLessThan(128 * 1024);
  read();
  await once(incoming, "end");
  expect(parts.reduce((sum, length) => sum + length, 0)).toBe(size);
});

test("a request without a body ends", async () => {
  const { incoming } = await arriving("GET /a HTTP/1.1\r\nhost: localhost\r\n\r\n");
  incoming.resume();
  await once(incoming, "end");
  expect(incoming.complete).toBe(true);
});

test("trailers are not kept", async () => {
  const { incoming } = await arriving(`${CHUNKED}0\r\nt: v\r\n\r\n`);
  await once(incoming.resume(), "end");
  expect([incoming.complete, incoming.rawTrailers]).toEqual([true, []]);
});
