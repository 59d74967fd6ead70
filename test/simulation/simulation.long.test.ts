import { describe, expect, test } from "vitest";
import { describeFailure } from "./report.ts";
import { makeSchedule } from "./schedule.ts";
import { simulate } from "./simulation.ts";

/** Many times what an idle machine needs. */
const TIMEOUT_MS = 900_000;

/** `npm run simulate` draws other seeds. */
const SEEDS = Array.from({ length: 100 }, (_, at) => at + 1);

describe("simulation: the real client against the sandbox, whatever happens", () => {
  test("every invariant holds at every event of the fixed seeds", { timeout: TIMEOUT_MS }, async () => {
    const failures: string[] = [];
    let requests = 0;
    for (const seed of SEEDS) {
      const report = await simulate(seed);
      requests += report.requests;
      if (report.violation !== undefined) failures.push(describeFailure(report));
    }
    expect(failures.join("\n\n")).toBe("");
    expect(requests).toBeGreaterThan(500);
  });

  test("a seed alone decides what happens, event by event", { timeout: TIMEOUT_MS }, async () => {
    for (const seed of SEEDS.slice(0, 3)) {
      expect(makeSchedule(seed)).toEqual(makeSchedule(seed));
      expect((await simulate(seed)).events).toEqual((await simulate(seed)).events);
    }
  });
});
