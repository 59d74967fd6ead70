import { describe, expect, test } from "vitest";
import { ContractDrift } from "../../src/api/drift.ts";
import { Memory } from "../../src/api/memory.ts";
import { Seen } from "../../src/api/status.ts";
import { moment } from "../../src/runtime/clock.ts";
import { createLog } from "../../src/runtime/log.ts";
import { ManualClock } from "../support/manual-clock.ts";

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;

describe("answers that are kept (DESIGN 4, memory)", () => {
  const remembering = (ttlMs: number) => {
    const clock = new ManualClock();
    const memory = new Memory<object>(clock, ttlMs);
    const entry = { value: {}, since: moment(clock) };
    return { clock, memory, entry };
  };

  test("are fresh within their time, there for an hour, and gone then", async () => {
    const { clock, memory, entry } = remembering(1_000);
    expect(memory.get("a")).toBeUndefined();
    memory.set("a", entry, 1);
    expect(memory.get("a")).toEqual({ entry, ageMs: 0, fresh: true });
    expect(memory.get("b")).toBeUndefined();
    await clock.advance(999);
    expect(memory.get("a")).toMatchObject({ ageMs: 999, fresh: true });
    await clock.advance(1);
    expect(memory.get("a")).toMatchObject({ ageMs: 1_000, fresh: false });
    clock.sleepMachine(HOUR_MS - 1_001);
    expect(memory.get("a")).toMatchObject({ fresh: false });
    clock.sleepMachine(1);
    expect(memory.get("a")).toBeUndefined();
    clock.sleepMachine(-HOUR_MS);
    expect(memory.get("a"), "what is gone does not come back with the clock").toBeUndefined();
  });

  test("are there for a time longer than an hour", async () => {
    const { clock, memory, entry } = remembering(2 * HOUR_MS);
    memory.set("a", entry, 1);
    await clock.advance(2 * HOUR_MS - 1);
    expect(memory.get("a")).toMatchObject({ fresh: true });
    await clock.advance(1);
    expect(memory.get("a")).toBeUndefined();
  });

  test("are none with a time of 0", () => {
    const { memory, entry } = remembering(0);
    memory.set("a", entry, 1);
    expect(memory.get("a")).toBeUndefined();
  });

  test("are counted with the characters of their bodies", () => {
    const { memory, entry } = remembering(1_000);
    expect(memory.status()).toEqual({ answers: 0, characters: 0 });
    memory.set("a", entry, 7);
    memory.set("b", entry, 5);
    expect(memory.status()).toEqual({ answers: 2, characters: 12 });
  });

  test("take 24 MiB at most, their keeping counted; the one not asked for longest goes", () => {
    const { memory, entry } = remembering(1_000);
    for (const key of ["a", "b", "c"]) memory.set(key, entry, 8 * MIB - 2048);
    expect(["a", "b", "c"].map((key) => memory.get(key) !== undefined)).toEqual([true, true, true]);
    memory.set("d", entry, 0);
    expect(["a", "b", "c", "d"].map((key) => memory.get(key) !== undefined)).toEqual([false, true, true, true]);
    memory.set("e", entry, 24 * MIB - 2047);
    expect(memory.get("e")).toBeUndefined();
  });
});

describe("values that answers held", () => {
  test("are different ones in the order first seen, fifty at most, the longest unseen forgotten first", () => {
    const seen = new Seen();
    for (const value of ["a", "b", "a"]) seen.add(value);
    expect(seen.list()).toEqual(["b", "a"]);
    for (let n = 0; n < 48; n += 1) seen.add(`value ${n}`);
    expect([seen.list().length, seen.list()[0]]).toEqual([50, "b"]);
    seen.add("b");
    seen.add("c");
    expect([seen.list().length, seen.list()[0], seen.list().includes("b")]).toEqual([50, "value 0", true]);
  });
});

describe("contract drift (DESIGN 3, arguments)", () => {
  test("is counted by name and logged once each", async () => {
    const lines: string[] = [];
    const log = createLog({ level: "warn", write: (line) => lines.push(line) });
    const drift = new ContractDrift(log);
    drift.count(["a", "b", "a"]);
    const before = drift.report();
    drift.count(["a"]);
    expect([...before]).toEqual([
      ["a", 1],
      ["b", 1],
    ]);
    expect(drift.report().get("a")).toBe(2);
    await log.flush();
    expect(lines.map((line) => (JSON.parse(line) as { drift?: string }).drift)).toEqual(["a", "b"]);
  });

  test("keeps five hundred names, and counts what is beyond together", () => {
    const drift = new ContractDrift(createLog({ level: "silent" }));
    drift.count(Array.from({ length: 502 }, (_, n) => `name ${n}`));
    drift.count(["name 0", "name 501"]);
    expect(drift.report().size).toBe(501);
    expect(drift.report().get("name 0")).toBe(2);
    expect(drift.report().get("(more names than are kept)")).toBe(3);
  });
});
