import { once } from "node:events";
import { createServer as createPlainServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Wire } from "../../src/api/transport.ts";
import { between, listening, sending } from "../support/attempts.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

const arrived = async (requests: readonly unknown[]): Promise<void> => {
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe("one attempt", () => {
  test("sends what it is given and brings back status, headers and text", async () => {
    let body = "";
    const { send, requests, clock } = await between((request, response) => {
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        response.writeHead(201, { "x-request-id": "r-1", "set-cookie": ["a", "b"], "content-encoding": "gzip" });
        response.end(gzipSync("Doña Ana"));
      });
    });
    const wire = { method: "POST", path: "/a/b%20c?d=e&f", headers: { "x-own": "1" }, body: '{"a":1}' } as const;
    const { reply, seen } = send(wire);
    expect(await reply).toMatchObject({
      kind: "answer",
      status: 201,
      text: "Doña Ana",
      headers: { "x-request-id": "r-1", "set-cookie": ["a", "b"] },
    });
    expect([requests[0]?.method, requests[0]?.url, body]).toEqual(["POST", "/a/b%20c?d=e&f", '{"a":1}']);
    expect(requests[0]?.headers).toMatchObject({ "x-own": "1", "accept-encoding": "gzip, br" });
    expect(seen).toMatchObject({ starts: 1, statuses: [201], headers: { "x-request-id": "r-1" } });
    expect(clock.pending).toBe(0);
  });

  test("an answer that comes in pieces is put together", async () => {
    const { send } = await between((_, response) => {
      response.write("one ");
      setTimeout(() => response.end("two"), 20);
    });
    expect(await send().reply).toMatchObject({ kind: "answer", status: 200, text: "one two" });
  });

  test("informational answers are not the answer", async () => {
    const { send } = await between((_, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      response.writeHead(404).end("no");
    });
    const { reply, seen } = send();
    expect(await reply).toMatchObject({ kind: "answer", status: 404, text: "no" });
    expect(seen.statuses).toEqual([404]);
  });

  test("a content encoding that cannot be undone breaks the body, not the status", async () => {
    const { send } = await between((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "x-request-id": "r-1" }).end("no gzip");
    });
    const broken = { kind: "broken", status: 200, cause: "encoding", headers: { "x-request-id": "r-1" } };
    expect(await send().reply).toMatchObject(broken);
  });

  test("reads share a connection, a POST never rides on one that was used", async () => {
    const { send, connections } = await between((_, response) => void response.end("ok"));
    const thrice = async (wire: Partial<Wire>): Promise<number> => {
      const before = connections.size;
      for (let n = 0; n < 3; n += 1) {
        await send(wire).reply;
        // The connection is free again a moment after its answer.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return connections.size - before;
    };
    expect(await thrice({})).toBe(1);
    expect(await thrice({ method: "POST", body: "{}" })).toBe(3);
  });
});

describe("an attempt without an answer", () => {
  test("to where nobody listens never started", async () => {
    const server = createPlainServer();
    const base = await listening(server);
    server.close();
    const { reply, seen } = sending(base, new ShiftedClock()).send();
    expect(await reply).toEqual({ kind: "unsent", code: "ECONNREFUSED" });
    expect(seen.starts).toBe(0);
  });

  test("with what cannot be sent never started", async () => {
    const { send, requests } = await between((_, response) => void response.end());
    const { reply } = send({ headers: { "x-bad": "a\nb" } });
    expect(await reply).toEqual({ kind: "unsent", code: "UND_ERR_INVALID_ARG" });
    expect(requests).toHaveLength(0);
  });

  test("whose connection broke after it was sent is lost, and sent once", async () => {
    const { send, requests } = await between((request) => request.socket.resetAndDestroy());
    const { reply, seen } = send();
    expect(await reply).toMatchObject({ kind: "lost", code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) });
    expect([seen.starts, requests.length]).toEqual([1, 1]);
  });

  test("whose body broke off keeps its status", async () => {
    const { send } = await between((request, response) => {
      response.writeHead(200, { "content-length": "100", "x-request-id": "r-1" });
      response.write("half");
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    expect(await send().reply).toMatchObject({
      kind: "broken",
      status: 200,
      cause: "lost",
      headers: { "x-request-id": "r-1" },
    });
  });
});

describe("an attempt that is given up", () => {
  test("in time, at the time that it has then: a shared one's may have grown", async () => {
    const { send, requests, clock } = await between(() => undefined);
    let timeoutMs = 1_000_000;
    let over = false;
    const { reply } = send({}, { timeoutMs: () => timeoutMs });
    void reply.then(() => {
      over = true;
    });
    await arrived(requests);
    timeoutMs = 3_000_000;
    clock.advance(1_000_001);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(over).toBe(false);
    clock.advance(2_000_000);
    expect(await reply).toEqual({ kind: "timeout", sent: true });
    expect(clock.pending).toBe(0);
  });

  test("before it was sent, when the connection does not come about", async () => {
    const silent = await listening(createPlainServer());
    const clock = new ShiftedClock();
    const { reply } = sending(silent.replace("http:", "https:"), clock).send();
    await new Promise((resolve) => setTimeout(resolve, 30));
    clock.advance(10_001);
    expect(await reply).toEqual({ kind: "timeout", sent: false });
  });

  test("while its body drips", async () => {
    const { send, clock } = await between((_, response) => void response.writeHead(200).write("{"));
    let begun = false;
    const onStatus = (): void => {
      begun = true;
    };
    const { reply } = send({}, { onStatus });
    while (!begun) await new Promise((resolve) => setTimeout(resolve, 5));
    clock.advance(10_001);
    expect(await reply).toMatchObject({ kind: "broken", status: 200, cause: "timeout" });
  });

  test("by its caller, before, while and after it is sent", async () => {
    const { send, requests, clock } = await between(() => undefined);
    const [early, late] = [new AbortController(), new AbortController()];
    early.abort();
    const { reply, seen } = send({}, { signal: early.signal });
    expect(await reply).toEqual({ kind: "cancelled", sent: false });
    expect(seen.starts).toBe(0);
    const waiting = send({}, { signal: late.signal });
    await arrived(requests);
    const closed = once(requests[0]?.socket as Socket, "close");
    late.abort();
    expect(await waiting.reply).toEqual({ kind: "cancelled", sent: true });
    await closed;
    expect([requests.length, clock.pending]).toEqual([1, 0]);
  });

  test("by closing the transport, which ends everything under way", async () => {
    const { send, requests, transport, clock } = await between(() => undefined);
    const replies = [send().reply, send({ method: "POST", body: "{}" }).reply];
    while (requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    await transport.close();
    expect(await Promise.all(replies)).toEqual([
      { kind: "cancelled", sent: true },
      { kind: "cancelled", sent: true },
    ]);
    expect(clock.pending).toBe(0);
    expect(await send().reply).toMatchObject({ kind: "unsent" });
  });
});
