import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Connection } from "../../src/transports/http/connection.ts";
import { Exchange } from "../../src/transports/http/exchange.ts";
import { DEFAULT_LIMITS } from "../../src/transports/http/limits.ts";

const REQUEST = `GET /a HTTP/1.1\r\nhost: localhost\r\nx: ${"y".repeat(100)}\r\n\r\n`;

/** What arrives of `bytes` behind a request that is never answered. */
async function arriving(bytes: string, count: number): Promise<readonly IncomingMessage[]> {
  const arrived: IncomingMessage[] = [];
  let connection: Connection | undefined;
  const server = createServer((incoming, outgoing) => {
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
  const large = REQUEST.replace("host", `z: ${"y".repeat(DEFAULT_LIMITS.maxHeaderBytes / 2)}\r\nhost`);
  const arrived = await arriving(`${REQUEST}${large.repeat(5)}`, 6);
  expect(arrived.map(({ url }) => url)).toEqual(["/a", "/a", "/a", "", "", ""]);
});

test("trailers are not kept", async () => {
  const chunked = "POST /a HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n0\r\nt: v\r\n\r\n";
  const [, incoming] = await arriving(`${REQUEST}${chunked}`, 2);
  await new Promise((resolve) => incoming?.resume().once("end", resolve));
  expect([incoming?.complete, incoming?.rawTrailers]).toEqual([true, []]);
});
