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

/** Timers run 100 times later, so that a busy machine does not pass for a lost Redis. */
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

interface Told {
  readonly billed?: number;
  readonly limit?: Limit | undefined;
  readonly coolMs?: number;
}

interface Limit {
  readonly mine?: number;
  readonly want?: number;
  readonly all?: number;
}

/** The scripts, as `process` calls them. */
function calling(store: Store, process: string) {
  const tell = async (gate: string, { billed = 0, limit, coolMs = 0 }: Told = {}) => {
    const day = Math.floor(store.nowMs() / DAY_MS);
    const counts = [
      { id: "billed", mine: 0, want: billed, all: 0 },
      ...(limit === undefined ? [] : [{ id: "drawn", limit: 10, mine: 0, want: 0, all: 0, ...limit }]),
    ];
    const coolEndMs = coolMs === 0 ? 0 : Math.ceil(store.nowMs() + coolMs);
    const news = JSON.stringify({ process, day, counts, gate, coolEndMs });
    const reply = (await store.run("tell", ["bill", "gate"], [news])) ?? [];
    const [holdMs = -1, alone, , billedByAll, mine, all] = reply.map(Number);
    return { holdMs, alone, billed: billedByAll, mine, all };
  };
  const ask = (limit?: Limit) => tell("ask", { limit });
  const take = async (unwanted = 0) => {
    const reply = await store.run("take", ["value", "lease"], [String(unwanted)]);
    const [kind, id, box] = reply ?? [];
    return { kind, id: Number(id ?? 0), ...(box === undefined ? {} : { box: String(box) }) };
  };
  const put = async (fence: number, box: string) => {
    await store.run("put", ["value", "lease"], [String(fence), "0", "60000", Buffer.from(box)]);
  };
  const renew = (fence: number, ms: number) => store.run("put", ["value", "lease"], [String(fence), String(ms)]);
  return { tell, ask, take, put, renew };
}

describe.each(stores)("[G-account] the state of an account %s", (_where, start) => {
  const two = async () => {
    const { store, pass } = await start();
    const [one, other] = [calling(store, "one"), calling(store, "other")];
    await one.tell("none");
    return { one, other, pass };
  };

  test("a cool-down holds every process, is never shortened, and one attempt goes alone after it", async () => {
    const { one, other, pass } = await two();
    expect(await one.ask()).toMatchObject({ holdMs: 0, alone: 0 });
    await one.tell("leave", { coolMs: 300 });
    await other.tell("leave", { coolMs: 100 });
    const { holdMs } = await other.ask();
    expect(holdMs).toBeGreaterThan(100);
    expect(holdMs).toBeLessThan(400);
    await pass(310);
    expect(await other.ask()).toMatchObject({ holdMs: 0, alone: 1 });
    expect(await one.ask()).toMatchObject({ holdMs: 50, alone: 0 });
    // Only the process whose attempt went alone can release the others.
    await one.tell("follow");
    expect(await one.ask()).toMatchObject({ holdMs: 50 });
    await other.tell("follow");
    expect(await one.ask()).toMatchObject({ holdMs: 0, alone: 0 });
  });

  test("after an attempt alone that showed nothing, the next one goes alone too", async () => {
    const { one, other, pass } = await two();
    await one.tell("none", { coolMs: 300 });
    await pass(310);
    expect(await one.ask()).toMatchObject({ alone: 1 });
    await one.tell("leave");
    expect(await other.ask()).toMatchObject({ holdMs: 0, alone: 1 });
    // The attempt goes on for long, then its process falls silent.
    await pass(2_000);
    await other.tell("stay");
    await pass(2_000);
    expect(await one.ask()).toMatchObject({ holdMs: 50 });
    await pass(1_100);
    expect(await one.ask()).toMatchObject({ holdMs: 0, alone: 1 });
  });

  test("totals count once, however often or late a process reports them", async () => {
    const { one, other } = await two();
    await one.tell("none", { billed: 2 });
    await other.tell("none", { billed: 2 });
    await one.tell("none", { billed: 2 });
    await one.tell("none", { billed: 1 });
    expect(await other.tell("none")).toMatchObject({ billed: 4 });
  });

  test("a new bill grants nothing at first, and never more than the limit later", async () => {
    const { one, other, pass } = await two();
    const early = await one.ask({ want: 1 });
    expect(early.mine).toBe(0);
    expect(early.holdMs).toBeGreaterThan(1_000);
    await pass(early.holdMs + 5);
    expect(await one.ask({ want: 6 })).toMatchObject({ holdMs: 0, mine: 6, all: 6 });
    // The same command again, as if Redis ran it late.
    expect(await one.ask({ want: 6 })).toMatchObject({ mine: 6, all: 6 });
    expect(await other.ask({ want: 6 })).toMatchObject({ mine: 4, all: 10 });
    expect(await one.ask({ mine: 6, want: 7, all: 10 })).toMatchObject({ mine: 6, all: 10 });
  });

  test("after a bill is lost, the totals that processes remember count again", async () => {
    const { one, other } = await two();
    expect(await other.ask({ mine: 2, want: 2, all: 7 })).toMatchObject({ mine: 2, all: 7 });
    expect(await one.ask({ all: 3 })).toMatchObject({ mine: 0, all: 7 });
  });

  test("one process makes a value while the others wait; an older lease never replaces a newer value", async () => {
    const { one, other, pass } = await two();
    const { kind, id: first } = await one.take();
    expect(kind).toBe(0);
    expect(await other.take()).toMatchObject({ kind: 2 });
    await pass(3_100);
    const { id: second } = await other.take();
    expect(second).toBeGreaterThan(first);
    await other.put(second, "newer");
    await one.put(first, "older");
    expect(await one.take()).toEqual({ kind: 1, id: second, box: "newer" });
  });

  test("a refusal deletes only the refused value, never its successor", async () => {
    const { one, other } = await two();
    const { id: first } = await one.take();
    await one.put(first, "first");
    const { kind, id: second } = await other.take(first);
    expect(kind).toBe(0);
    expect(await one.take()).toMatchObject({ kind: 2 });
    await other.put(second, "second");
    expect(await one.take(first)).toEqual({ kind: 1, id: second, box: "second" });
  });

  test("a renewed lease stays, and an ended one goes to the next process", async () => {
    const { one, other, pass } = await two();
    const { id } = await one.take();
    await pass(2_000);
    await one.renew(id, 3_000);
    await pass(2_000);
    expect(await other.take()).toMatchObject({ kind: 2 });
    await one.renew(id, 0);
    expect(await other.take()).toMatchObject({ kind: 0 });
  });
});

test("[G-account] a day of the bill ends at midnight, UTC", async () => {
  const clock = new ShiftedClock();
  const store = new StoreInProcess(clock).connect();
  const one = calling(store, "one");
  await one.tell("none", { billed: 2 });
  clock.advance(DAY_MS);
  expect(await one.tell("none")).toMatchObject({ billed: 0 });
});
