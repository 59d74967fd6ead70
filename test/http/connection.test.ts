import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ArrivingRequest } from "../../src/transports/http/arriving-request.ts";
import { Connection } from "../../src/transports/http/connection.ts";
import { Exchange } from "../../src/transports/http/exchange.ts";
import { DEFAULT_LIMITS } from "../../src/transports/http/limits.ts";

const REQUEST = `GET /a HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(100)}\r\n\r\n`;

/** What arrives of `bytes` behind a request that is never answered. */
async function arriving(bytes: string, count: number): Promise<readonly ArrivingRequest[]> {
  const arrived: ArrivingRequest[] = [];
  let connection: Connection | undefined;
  const server = createServer({ IncomingMessage: ArrivingRequest }, (incoming, outgoing) => {
    arrived.push(incoming);
    connection ??= new Connection(incoming.socket, DEFAULT_LIMITS);
    connection.take(new Exchange(incoming, outgoing, 0), () => undefined);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  connect((server.address() as AddressInfo).port, "127.0.0.1").write(bytes);
  await expect.poll(() => arrived).toHaveLength(count);
  return arrived;
}

test("of what is never served nothing is kept that its client chose", async () => {
  const arrived = await arriving(REQUEST.repeat(12), 12);
  const kept = arrived.map(({ url, headers, rawHeaders }) => url !== "" && "x" in headers && rawHeaders.length > 0);
  const dropped = arrived.map(({ url, headers, rawHeaders }) => url === "" && !("x" in headers || rawHeaders.length));
  expect(kept.lastIndexOf(true)).toBe(8);
  expect(dropped.indexOf(true)).toBe(9);
});

test("what waits has one request's share of headers between it", async () => {
  const large = REQUEST.replace("host", `z: ${"y".repeat(DEFAULT_LIMITS.maxPipelinedBytes / 2)}\r\nhost`);
  const arrived = await arriving(`${REQUEST}${large.repeat(5)}`, 6);
  expect(arrived.map(({ url }) => url)).toEqual(["/a", "/a", "/a", "", "", ""]);
});

test.each(["content-length", "transfer-encoding"])("what waits counts with its body, by %s", async (name) => {
  const size = DEFAULT_LIMITS.maxPipelinedBytes / 2;
  const sent = { "content-length": `${size}`, "transfer-encoding": "chunked" }[name];
  const body =
    name === "content-length" ? "y".repeat(size) : `${size.toString(16)}\r\n${"y".repeat(size)}\r\n0\r\n\r\n`;
  const post = `POST /a HTTP/1.1\r\nhost: localhost\r\n${name}: ${sent}\r\n\r\n${body}`;
  const arrived = await arriving(`${REQUEST}${post.repeat(5)}`, 6);
  expect(arrived.map(({ url }) => url)).toEqual(["/a", "/a", "/a", "/a", "", ""]);
  await expect.poll(() => arrived.at(-1)?.complete).toBe(true);
  expect(arrived.slice(4).map(({ heldBytes }) => heldBytes)).toEqual([0, 0]);
});
