import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { failureWords } from "../../../src/tools/failures/failure-words.ts";
import { failureOf, startClient } from "../../support/client.ts";
import { until } from "../../support/events.ts";
import { portOfTest } from "../../support/per-test.ts";
import { BEHIND_PROXY } from "./behind-proxy.ts";

type Behaviour = (client: Socket) => void;

const OPENED = "HTTP/1.1 200 Connection Established\r\n\r\n";
const HTML = "<html><body>Blocked by policy</body></html>";
const STATUSES = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 407, 408, 413, 429, 451, 500, 502, 503, 504, 511];

const head = (status: number, more = ""): string => `HTTP/1.1 ${status} Told\r\n${more}`;

/** What a proxy does once it has read CONNECT, by name. */
const BEHAVIOURS: readonly (readonly [string, Behaviour])[] = [
  ["closes", (client) => client.end()],
  ["resets", (client) => client.resetAndDestroy()],
  ["closes within its status line", (client) => client.end("HTTP/1.1 2")],
  ["closes within its headers", (client) => client.end("HTTP/1.1 200 OK\r\nvia: prox")],
  ["resets within its headers", (client) => client.write("HTTP/1.1 200 OK\r\nvia", () => client.resetAndDestroy())],
  ["closes the opened way", (client) => client.end(OPENED)],
  ["resets the opened way", (client) => client.write(OPENED, () => client.resetAndDestroy())],
  ["answers within the opened way", (client) => client.end(`${OPENED}${HTML}`)],
  ["speaks another protocol", (client) => client.end("220 mail.test ESMTP\r\n")],
  ["sends bytes without a meaning", (client) => client.end(Buffer.alloc(64, 7))],
  ...STATUSES.flatMap((status): (readonly [string, Behaviour])[] => [
    [
      `answers ${status}`,
      (client) => client.end(head(status, "location: https://login.test/\r\ncontent-length: 0\r\n\r\n")),
    ],
    [
      `answers ${status} with HTML and stays`,
      (client) => client.write(head(status, `content-length: ${HTML.length}\r\n\r\n${HTML}`)),
    ],
  ]),
];

/** A proxy that does `behave` at each CONNECT, and the number of connections to it. */
async function startProxy(behave: Behaviour, onConnection: Behaviour = () => undefined) {
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    onConnection(socket);
    socket.once("data", () => behave(socket));
  });
  const address = `127.0.0.1:${await portOfTest(proxy)}`;
  vi.stubEnv("HTTPS_PROXY", `http://somebody:canary-word@${address}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { address, connections: () => connections };
}

/** The text names the proxy and its variable, and neither its credentials nor the URL of the service. */
function expectNamed(text: string, address: string): void {
  expect(text).toContain(`through the proxy ${address}`);
  expect(text).toContain("HTTPS_PROXY");
  expect(text).not.toMatch(/canary-word|somebody|COLDROUTE_AUTH_URL/);
}

describe("a proxy that opens no way to the service [G-configuration]", () => {
  test("there are fifty behaviours", () => expect(BEHAVIOURS).toHaveLength(50));

  test.each(BEHAVIOURS)("%s: few connections, and the answer names it", async (_, behave) => {
    const { address, connections } = await startProxy(behave);
    const { api, call, lines, flushed } = startClient(BEHIND_PROXY);
    const failure = failureOf(await api.package("10045", call()));
    expect(failure).toMatchObject({ kind: "network", product: "token", sent: false });
    const { what, next } = failureWords(failure);
    expectNamed(`${what} ${next}`, address);
    // The exchange makes two attempts.
    expect(connections()).toBeLessThanOrEqual(8);
    await flushed();
    expect(lines.join("")).not.toContain("canary-word");
  });

  test("is told with its status, and that it asks for credentials", async () => {
    await startProxy((client) => client.end(head(407, "content-length: 0\r\n\r\n")));
    const { api, call } = startClient(BEHIND_PROXY);
    const failure = failureOf(await api.package("10045", call()));
    expect(failure).toMatchObject({ code: "PROXY_407" });
    expect(failureWords(failure).next).toContain("user name and password");
  });

  test("hangs: the answer names it, too", async () => {
    const { address, connections } = await startProxy(() => undefined);
    const { api, call, clock } = startClient(BEHIND_PROXY);
    const asked = api.package("10045", call(60_000));
    for (const attempt of [1, 2]) {
      await until(() => connections() === attempt);
      clock.advance(10_000);
    }
    const failure = failureOf(await asked);
    expect(failure).toMatchObject({ kind: "timeout", product: "token", sent: false });
    const { what, next } = failureWords(failure);
    expectNamed(`${what} ${next}`, address);
  });

  test("is not there: the answer names it, too", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://127.0.0.1:9");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { api, call } = startClient(BEHIND_PROXY);
    const failure = failureOf(await api.package("10045", call()));
    expect(failure).toMatchObject({ kind: "network", code: "ECONNREFUSED" });
    const { what, next } = failureWords(failure);
    expectNamed(`${what} ${next}`, "127.0.0.1:9");
  });
});
