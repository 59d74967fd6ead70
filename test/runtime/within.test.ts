import { expect, test } from "vitest";
import { within } from "../../src/runtime/within.ts";
import { ManualClock } from "../support/manual-clock.ts";

test("a wait ends with its promise or its time, and leaves no timer", async () => {
  const clock = new ManualClock();
  expect(await within(clock, 1_000, Promise.resolve())).toBe(true);
  expect(clock.pending).toBe(0);
  const late = within(clock, 1_000, new Promise(() => undefined));
  await clock.advance(1_000);
  expect(await late).toBe(false);
});
