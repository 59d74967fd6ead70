import { Driver } from "./driver.ts";
import type { SimulationEvent } from "./events.ts";
import { INVARIANTS } from "./invariants/all.ts";
import { describeEvent, type RunReport, type Violation } from "./report.ts";
import { makeSchedule } from "./schedule.ts";

/** Runs the schedule of `seed` and checks every invariant at every event. Reports the first violation. */
export async function simulate(seed: number): Promise<RunReport> {
  const events: string[] = [];
  let violation: Violation | undefined;
  let calls = 0;
  let requests = 0;
  const run = Driver.run(makeSchedule(seed), (run) => {
    const watching = INVARIANTS.map(({ name, watch }) => ({ name, check: watch(run) }));
    return (event: SimulationEvent) => {
      const described = describeEvent(event);
      if (event.type !== "quiet") events.push(described);
      if (event.type === "called") calls += 1;
      if (event.type === "started") requests += 1;
      for (const { name, check } of watching) {
        const message = check(event);
        if (message !== undefined) violation ??= { invariant: name, message, event: described, place: events.length };
      }
    };
  });
  await run.catch((error: unknown) => {
    const event = events.at(-1) ?? "the start";
    violation ??= {
      invariant: "a run comes to its end",
      message: String(error),
      event,
      place: events.length,
    };
  });
  return { seed, ...(violation === undefined ? {} : { violation }), events, calls, requests };
}
