import { expect, test } from "vitest";
import { isDoneWithin } from "../../src/runtime/clock.ts";
import { ManualClock } from "../support/manual-clock.ts";

test("a wait ends when its promise settles or its time is up, and leaves no timer", async () => {
  const clock = new ManualClock();
  expect(await isDoneWithin(clock, 1_000, Promise.resolve())).toBe(true);
  expect(clock.pending).toBe(0);
  const late = isDoneWithin(clock, 1_000, new Promise(() => undefined));
  await clock.advance(1_000);
  expect(await late).toBe(false);
});
