import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import { systemClock } from "../../src/runtime/clock.ts";

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

test("a timer never comes early, by no part of a millisecond (DESIGN 4, Retry-After is a floor)", async () => {
  const tooEarlyMs = await spread(200, async () => {
    const endMs = performance.now() + 5;
    await new Promise<void>((resolve) => {
      systemClock.after(5, resolve);
    });
    return endMs - performance.now();
  });
  expect(tooEarlyMs.filter((ms) => ms > 0)).toEqual([]);
});

/** Keeps the thread busy: nothing runs and nothing is read meanwhile. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.each([7, 60])("a timer that fell due while the thread was busy may still be cancelled: %i ms", async (busyMs) => {
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

test.each([7, 60])("and what came meanwhile is read before it runs: %i ms", async (busyMs) => {
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
