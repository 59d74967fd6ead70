import { expect, test } from "vitest";
import { simulateDay } from "../simulation/day.ts";

test("[G-account] an account's bill does not grow with its number of replicas", async () => {
  const day = { seed: 34, calls: 2_000 };
  const [one, many] = [await simulateDay({ ...day, replicas: 1 }), await simulateDay({ ...day, replicas: 20 })];
  expect(many).toMatchObject({ failed: [], exchanges: one.exchanges, tracking: one.tracking });
  // A reading begins at another moment if another question starts it.
  expect(many.alerts).toBeLessThanOrEqual(one.alerts * 1.05);
  expect(many.risk).toBeLessThanOrEqual(one.risk * 1.05);
  expect(many.counted).toBe(many.billed);
});
