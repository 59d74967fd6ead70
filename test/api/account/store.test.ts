import { describe, expect, onTestFinished, test } from "vitest";
import { connectStore, type Store } from "../../../src/api/account/store.ts";
import { type Clock, systemClock } from "../../../src/runtime/clock.ts";
import { createLog } from "../../../src/runtime/log.ts";
import { hasRedis, startRedis } from "../../support/redis.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";
import { StoreInProcess } from "../../support/store-in-process.ts";

const DAY_MS = 86_400_000;

interface Tried {
  readonly store: Store;
  /** Lets time pass for the store. */
  pass(ms: number): Promise<void>;
}

const inProcess = async (): Promise<Tried> => {
  const clock = new ShiftedClock();
  return { store: new StoreInProcess(clock).connect(), pass: async (ms) => clock.advance(ms) };
};

/** A busy machine is no loss of Redis. */
const patientClock: Clock = {
  nowMs: () => systemClock.nowMs(),
  monotonicMs: () => systemClock.monotonicMs(),
  after: (ms, run) => systemClock.after(100 * ms, run),
};

const inRedis = async (): Promise<Tried> => {
  const redis = await startRedis();
  const store = await connectStore(redis.url, patientClock, createLog({ level: "silent" }));
  onTestFinished(() => store.close());
  return { store, pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };
};

const stores = [
  ["in this process", inProcess],
  ...(hasRedis("the scripts") ? [["in Redis", inRedis] as const] : []),
] as const;

interface Purse {
  readonly drawn?: number;
  readonly want?: number;
  readonly all?: number;
}

/** The scripts, as a process of the account `process` calls them. */
function calling(store: Store, process: string) {
  let day = 0;
  const admit = async (name: string, purse?: Purse, totals: object = {}) => {
    const purses = purse === undefined ? [] : [{ id: "drawn", limit: 10, drawn: 0, want: 0, all: 0, ...purse }];
    const text = JSON.stringify({ process, day, totals, purses });
    const reply = (await store.run("admit", ["bill", "gate"], [text, name])) ?? [];
    const [holdMs = -1, alone, today = 0, billed, mine, all] = reply.map(Number);
    day = today;
    return { holdMs, alone, billed, mine, all };
  };
  const settle = async (name: string, holdMs: number, mayFollow: boolean) => {
    const ends = holdMs === 0 ? 0 : Math.ceil(store.nowMs() + holdMs);
    await store.run("settle", ["gate"], [name, String(ends), mayFollow ? "1" : "0"]);
  };
  const take = async (unwanted = 0, drop = false) => {
    const reply = await store.run("take", ["value", "lease"], [String(unwanted), drop ? "1" : "0"]);
    const [kind, id, box] = reply ?? [];
    return { kind, id: Number(id ?? 0), ...(box === undefined ? {} : { box: String(box) }) };
  };
  const put = async (fence: number, what: "put" | "end" | "renew", box = "") => {
    await store.run("put", ["value", "lease"], [String(fence), what, "60000", Buffer.from(box)]);
  };
  return { admit, settle, take, put };
}

describe.each(stores)("[G-account] the state of an account %s", (_where, start) => {
  const two = async () => {
    const { store, pass } = await start();
    const [one, other] = [calling(store, "one"), calling(store, "other")];
    // The first report learns the day, and the bill begins.
    await one.admit("");
    await other.admit("");
    return { one, other, pass };
  };

  test("a cool-down holds all, ends later only, and one attempt goes alone after it", async () => {
    const { one, other, pass } = await two();
    expect(await one.admit("one:1")).toMatchObject({ holdMs: 0, alone: 0 });
    await one.settle("", 300, false);
    await other.settle("", 100, false);
    const { holdMs } = await other.admit("other:1");
    expect(holdMs).toBeGreaterThan(100);
    expect(holdMs).toBeLessThanOrEqual(301);
    await pass(310);
    expect(await other.admit("other:2")).toMatchObject({ holdMs: 0, alone: 1 });
    expect(await one.admit("one:2")).toMatchObject({ holdMs: 50, alone: 0 });
    // Only what went alone tells the others to follow.
    await one.settle("one:1", 0, true);
    expect(await one.admit("one:3")).toMatchObject({ holdMs: 50 });
    await other.settle("other:2", 0, true);
    expect(await one.admit("one:4")).toMatchObject({ holdMs: 0, alone: 0 });
  });

  test("an attempt that went alone and showed nothing is followed by another alone", async () => {
    const { one, other, pass } = await two();
    await one.settle("", 20, false);
    await pass(30);
    expect(await one.admit("one:1")).toMatchObject({ alone: 1 });
    await one.settle("one:1", 0, false);
    expect(await other.admit("other:1")).toMatchObject({ holdMs: 0, alone: 1 });
  });

  test("totals count once, however often and late they are told", async () => {
    const { one, other } = await two();
    await one.admit("", undefined, { "billed:risk": 2 });
    await other.admit("", undefined, { "billed:risk": 1, "lost:risk": 1 });
    await one.admit("", undefined, { "billed:risk": 2 });
    await one.admit("", undefined, { "billed:risk": 1 });
    expect(await other.admit("")).toMatchObject({ billed: 4 });
  });

  test("nothing is drawn from a bill that has just begun; then never more than the limit", async () => {
    const { one, other, pass } = await two();
    const early = await one.admit("one:1", { want: 1 });
    expect(early.mine).toBe(0);
    expect(early.holdMs).toBeGreaterThan(1_000);
    await pass(early.holdMs + 5);
    expect(await one.admit("one:2", { want: 6 })).toMatchObject({ holdMs: 0, mine: 6, all: 6 });
    // The same command once more, as one that ran late.
    expect(await one.admit("one:2", { want: 6 })).toMatchObject({ mine: 6, all: 6 });
    expect(await other.admit("other:1", { want: 6 })).toMatchObject({ mine: 4, all: 10 });
    expect(await one.admit("one:3", { drawn: 6, want: 7, all: 10 })).toMatchObject({ mine: 6, all: 10 });
    // A process that leaves gives back what it has not spent.
    await one.admit("", { drawn: 6, want: 6, all: 10 }, { "back:drawn": 3 });
    expect(await other.admit("other:2", { drawn: 4, want: 8, all: 10 })).toMatchObject({ mine: 7, all: 13, billed: 0 });
  });

  test("what any process has seen of a bill that is lost counts again", async () => {
    const { one, other } = await two();
    expect(await other.admit("", { drawn: 2, want: 2, all: 7 })).toMatchObject({ mine: 2, all: 7 });
    expect(await one.admit("", { drawn: 0, want: 0, all: 3 })).toMatchObject({ mine: 0, all: 7 });
  });

  test("one process makes a value, the others wait for it; an older lease never replaces a newer value", async () => {
    const { one, other, pass } = await two();
    const { kind, id: first } = await one.take();
    expect(kind).toBe(0);
    expect(await other.take()).toMatchObject({ kind: 2 });
    await pass(3_100);
    const { id: second } = await other.take();
    expect(second).toBeGreaterThan(first);
    await other.put(second, "put", "newer");
    await one.put(first, "put", "older");
    expect(await one.take()).toEqual({ kind: 1, id: second, box: "newer" });
  });

  test("only the value that was refused is deleted, and its successor is another", async () => {
    const { one, other } = await two();
    const { id: first } = await one.take();
    await one.put(first, "put", "first");
    const { kind, id: second } = await other.take(first, true);
    expect(kind).toBe(0);
    expect(await one.take()).toMatchObject({ kind: 2 });
    await other.put(second, "put", "second");
    expect(await one.take(first, true)).toEqual({ kind: 1, id: second, box: "second" });
  });

  test("a value that is not wanted again stays for those who begin", async () => {
    const { one, other } = await two();
    const { id } = await one.take();
    await one.put(id, "put", "due");
    expect(await one.take(id)).toMatchObject({ kind: 0 });
    expect(await other.take()).toEqual({ kind: 1, id, box: "due" });
  });

  test("a lease that is renewed stays, and one that is ended goes to the next", async () => {
    const { one, other, pass } = await two();
    const { id } = await one.take();
    await pass(2_000);
    await one.put(id, "renew");
    await pass(2_000);
    expect(await other.take()).toMatchObject({ kind: 2 });
    await one.put(id, "end");
    expect(await other.take()).toMatchObject({ kind: 0 });
  });
});

test("[G-account] a day of the bill ends at midnight, UTC", async () => {
  const clock = new ShiftedClock();
  const store = new StoreInProcess(clock).connect();
  const one = calling(store, "one");
  await one.admit("");
  await one.admit("", undefined, { "billed:risk": 2 });
  clock.advance(DAY_MS);
  expect(await one.admit("", undefined, { "billed:risk": 2 })).toMatchObject({ billed: 0 });
});
