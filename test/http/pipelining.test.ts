import { describe, expect, test } from "vitest";
import { bytesOf, callOf, connectTo, INITIALIZE, openSession, post, raw, slow, startServer } from "./running.ts";

const HEALTH = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";

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
    const answers = raw(url, `${call}${HEALTH.repeat(8)}${call}${HEALTH.repeat(7)}`);
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
    client.write(`${bytesOf("POST", session, JSON.stringify(callOf(1)))}${HEALTH.repeat(17)}`);
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
