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
