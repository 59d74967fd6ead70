import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import { EventStores, type SessionEvents } from "../../src/transports/http/event-store.ts";

const progress: JSONRPCMessage = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
const answerTo = (id: string): JSONRPCMessage => ({ jsonrpc: "2.0", id, result: { to: id } });

/** The events of a session that keeps eight; an answer ends its stream. */
function eventsOfEight(): SessionEvents {
  const stores = new EventStores({ maxEventsPerSession: 8, maxEventCharacters: 1_000_000 });
  return stores.open((message) => "result" in message);
}

/** Stores some progress and the answer on a stream of that name; resolves with the events' ids. */
async function call(events: SessionEvents, name: string, steps: number): Promise<string[]> {
  const ids: string[] = [];
  for (let step = 0; step < steps; step += 1) ids.push(await events.storeEvent(name, progress));
  ids.push(await events.storeEvent(name, answerTo(name)));
  return ids;
}

describe("the events kept of a session", () => {
  test("of a long call are its last, its answer among them", async () => {
    const events = eventsOfEight();
    const ids = await call(events, "long", 11);
    expect(ids.map((id) => events.has(id))).toEqual(ids.map((_, index) => index >= 4));
    expect(events.restOfEnded(ids[4] ?? "")).toContain('"to":"long"');
    expect(events.restOfEnded(ids[4] ?? "")?.match(/^data:/gm)).toHaveLength(7);
  });

  test("of a call that ended first make way whole, and before those of one under way", async () => {
    const events = eventsOfEight();
    const cursor = await events.storeEvent("open", progress);
    const [first, second] = [await call(events, "first", 2), await call(events, "second", 2)];
    expect([first, second].map(([id = ""]) => events.has(id))).toEqual([true, true]);
    const third = await call(events, "third", 1);
    expect(first.some((id) => events.has(id))).toBe(false);
    for (const [id = ""] of [second, third]) expect(events.restOfEnded(id)).toContain('"result"');
    expect(events.has(cursor)).toBe(true);
  });

  test("of many calls under way lose the oldest of the longest, not each other", async () => {
    const events = eventsOfEight();
    const cursors = [];
    for (const name of ["a", "b", "c"]) cursors.push(await events.storeEvent(name, progress));
    const ids = await call(events, "long", 9);
    expect(cursors.every((id) => events.has(id))).toBe(true);
    expect(events.restOfEnded(ids.at(-2) ?? "")).toContain('"to":"long"');
  });
});
