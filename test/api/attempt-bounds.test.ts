import { getEventListeners } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { MAX_BODY_BYTES } from "../../src/api/decompress.ts";
import { HELD_BACK } from "../../src/api/transport.ts";
import { between, listening, sending } from "../support/attempts.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";

describe("an attempt that may not start", () => {
  test("asks for no connection", async () => {
    const { send, accepted, clock } = await between((_, response) => void response.end());
    const { reply, seen } = send({}, { mayStart: () => false });
    expect(await reply).toEqual({ kind: "unsent", code: HELD_BACK });
    await send().reply;
    expect([seen.starts, accepted.size, clock.pending]).toEqual([0, 1, 0]);
  });

  test("any more once it has a connection sends nothing", async () => {
    const { send, requests, clock } = await between((_, response) => void response.end());
    let asked = 0;
    const mayStart = (): boolean => {
      asked += 1;
      return asked === 1;
    };
    const { reply, seen } = send({}, { mayStart });
    expect(await reply).toEqual({ kind: "unsent", code: HELD_BACK });
    await send().reply;
    expect([seen.starts, requests.length, clock.pending]).toEqual([0, 1, 0]);
  });

  test("since it was given up before it had a connection sends nothing", async () => {
    const { send, requests } = await between((_, response) => void response.end());
    const leaving = new AbortController();
    const { reply, seen } = send({}, { signal: leaving.signal });
    leaving.abort();
    expect(await reply).toEqual({ kind: "cancelled", sent: false });
    await send().reply;
    expect([seen.starts, requests.length]).toEqual([0, 1]);
  });
});

describe("an attempt that gets no connection", () => {
  test("ends when the time for connecting does, unsent", async () => {
    const silent = await listening(createServer());
    const { send } = sending(silent.replace("http:", "https:"), new ShiftedClock());
    const { reply, seen } = send({}, { timeoutMs: () => 6_000 });
    expect(await reply).toEqual({ kind: "unsent", code: "UND_ERR_CONNECT_TIMEOUT" });
    expect(seen.starts).toBe(0);
  });

  test("ends with its own time, at the very millisecond", async () => {
    const silent = await listening(createServer());
    let nowMs = 0;
    const timers: (() => void)[] = [];
    const after = (_: number, task: () => void) => {
      timers.push(task);
      return () => undefined;
    };
    const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, after };
    const { reply } = sending(silent.replace("http:", "https:"), clock).send();
    nowMs = 10_000;
    timers[0]?.();
    expect(timers).toHaveLength(1);
    expect(await reply).toEqual({ kind: "timeout", sent: false });
  });
});

test("an attempt leaves no listener behind", async () => {
  const { send } = await between((_, response) => void response.end());
  const { signal } = new AbortController();
  await send({}, { signal }).reply;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a body of 32 MiB is read (DESIGN 4, answers)", async () => {
  const { send } = await between((_, response) => void response.end(Buffer.alloc(MAX_BODY_BYTES, "a")));
  const reply = await send().reply;
  expect(reply.kind === "answer" && reply.text.length).toBe(MAX_BODY_BYTES);
});
