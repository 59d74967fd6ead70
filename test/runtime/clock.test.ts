import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { createClock, systemClock } from "../../src/runtime/clock.ts";
import { isDoneWithin, sleep } from "../../src/runtime/waiting.ts";
import { ManualClock } from "../support/manual-clock.ts";

/** Runs `task` at once and then every quarter of a millisecond. */
async function spread<T>(times: number, task: () => Promise<T>): Promise<T[]> {
  const tasks: Promise<T>[] = [];
  for (let next = performance.now(); tasks.length < times; next += 0.25) {
    while (performance.now() < next);
    tasks.push(task());
    if (tasks.length % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  }
  return await Promise.all(tasks);
}

test("a timer never fires early, not even by a part of a millisecond [G-rate-limit]", async () => {
  const tooEarlyMs = await spread(200, async () => {
    const endMs = performance.now() + 5;
    await new Promise<void>((resolve) => {
      systemClock.after(5, resolve);
    });
    return endMs - performance.now();
  });
  expect(tooEarlyMs.filter((ms) => ms > 0)).toEqual([]);
});

/** Blocks the thread: nothing runs and nothing is read meanwhile. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.each([7, 60])("a timer that fell due on a busy thread can still be cancelled: %i ms", async (busyMs) => {
  let runs = 0;
  const count = (): void => {
    runs += 1;
  };
  const cancel = systemClock.after(5, count);
  setTimeout(cancel, 5);
  const kept = new Promise<void>((resolve) => {
    systemClock.after(5, resolve);
  });
  standStill(busyMs);
  await kept;
  await new Promise((resolve) => setImmediate(resolve));
  expect(runs).toBe(0);
});

test.each([7, 60])("input that arrived on a busy thread is read before a timer runs: %i ms", async (busyMs) => {
  const events: string[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.on("message", () => events.push("read"));
  const ran = new Promise<void>((resolve) => {
    systemClock.after(5, () => {
      events.push("run");
      resolve();
    });
  });
  port2.postMessage("an answer");
  standStill(busyMs);
  await ran;
  port1.close();
  expect(events).toEqual(["read", "run"]);
});

/** A machine whose clocks the test sets. */
function machine() {
  const readings = { wall: 1_000_000, monotonic: 5_000 };
  const clock = createClock({ wallMs: () => readings.wall, monotonicMs: () => readings.monotonic });
  return { readings, clock };
}

test.each<[string, number, number, number]>([
  ["both clocks go on", 60_000, 60_000, 60_000],
  ["the machine sleeps for an hour", 3_600_000, 0, 3_600_000],
  ["it sleeps a part of the time", 90_000, 30_000, 90_000],
  ["the wall clock is corrected by less than a second", 60_900, 60_000, 60_000],
  ["the wall clock is set back", -3_600_000, 60_000, 60_000],
])("time counts forward jumps of the wall clock over a second: %s [G-time]", (_, wallMs, monotonicMs, passedMs) => {
  const { readings, clock } = machine();
  const startMs = clock.monotonicMs();
  readings.wall += wallMs;
  readings.monotonic += monotonicMs;
  expect(clock.monotonicMs() - startMs).toBe(passedMs);
  expect(clock.monotonicMs() - startMs).toBe(passedMs);
});

test("a timer that falls due during sleep runs at wake-up", async () => {
  const { readings, clock } = machine();
  const ran = new Promise<void>((resolve) => {
    clock.after(20_000, resolve);
  });
  readings.wall += 3_600_000;
  await ran;
});

test("a sleep tells whether its time was up or its signal aborted first", async () => {
  const leaving = new AbortController();
  const slept = [sleep(systemClock, 5), sleep(systemClock, 60_000, leaving.signal)];
  leaving.abort();
  expect(await Promise.all([...slept, sleep(systemClock, 60_000, leaving.signal)])).toEqual([true, false, false]);
});

test("the clock counts the time by which a timer is late", async () => {
  const { readings, clock } = machine();
  let lateMs = 0;
  const ran = new Promise<void>((resolve) => {
    clock.after(5, () => {
      lateMs = clock.monotonicMs() - 5_005;
      resolve();
    });
  });
  readings.monotonic += 105;
  readings.wall += 105;
  await ran;
  expect(lateMs).toBe(100);
});

test("a wait ends when its promise settles or its time is up, and leaves no timer", async () => {
  const clock = new ManualClock();
  expect(await isDoneWithin(clock, 1_000, Promise.resolve())).toBe(true);
  expect(clock.pending).toBe(0);
  const late = isDoneWithin(clock, 1_000, new Promise(() => undefined));
  await clock.advance(1_000);
  expect(await late).toBe(false);
});
