import { expect, test } from "vitest";
import { once } from "../../src/runtime/once.ts";

test("concurrent callers share one load, and a failed load is tried again", async () => {
  let loads = 0;
  const load = once(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no file left to open");
    return loads;
  });
  await expect(Promise.all([load(), load()])).rejects.toThrow("no file left to open");
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
