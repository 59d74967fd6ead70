import { expect, test } from "vitest";
import { simulatePlans } from "./plans.ts";

/** Many times what an idle machine needs. */
const TIMEOUT_MS = 900_000;

test("over stdio and HTTP the same plan is never made twice, and another plan never withheld [G-plans]", {
  timeout: TIMEOUT_MS,
}, async () => {
  const { breaches, outcomes } = await simulatePlans(1, 400);
  expect(breaches.join("\n")).toBe("");
  // `npm run simulate -- --plans` draws other seeds.
  expect(Object.keys(outcomes).sort()).toEqual(["invalid_request", "left", "made", "outcome_unknown", "same"]);
});
