import { parseArgs } from "node:util";
import { simulatePlans } from "./plans.ts";
import { describeFailure } from "./report.ts";
import { simulate } from "./simulation.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string" },
    seed: { type: "string" },
    events: { type: "boolean" },
    plans: { type: "boolean" },
  },
});
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const count = Number(values.seeds ?? (values.seed === undefined ? 200 : 1));
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
  console.error("usage: npm run simulate -- --seeds N | --seed N, with --events or --plans");
  process.exit(2);
}

console.log(`seeds ${first} to ${first + count - 1}`);
process.exitCode = (await (values.plans === true ? runPlans() : runAll())) ? 0 : 1;

/** Schedules of everything, in virtual time. True if every invariant holds. */
async function runAll(): Promise<boolean> {
  const failed: number[] = [];
  const sums = { calls: 0, requests: 0, events: 0 };
  for (let done = 1; done <= count; done += 1) {
    const report = await simulate(first + done - 1);
    sums.calls += report.calls;
    sums.requests += report.requests;
    sums.events += report.events.length;
    if (values.events === true) console.log(report.events.join("\n"));
    if (report.violation !== undefined) {
      failed.push(report.seed);
      console.log(describeFailure(report));
    }
    if (done % 250 === 0) console.log(`${done} of ${count} run, ${failed.length} failed`);
  }
  console.log(
    `${count} seeds, ${sums.calls} calls, ${sums.requests} requests, ${sums.events} events: ${
      failed.length === 0 ? "all hold" : `${failed.length} failed: ${failed.join(", ")}`
    }`,
  );
  return failed.length === 0;
}

/** Schedules of plan_shipment over both transports, in real time. True if the same plan is never made twice. */
async function runPlans(): Promise<boolean> {
  const { outcomes, posts, breaches } = await simulatePlans(first, count);
  console.log([...breaches, `${posts} POSTs: ${JSON.stringify(outcomes)}`].join("\n"));
  console.log(`${count} seeds: ${breaches.length === 0 ? "the rule holds" : `${breaches.length} breaches`}`);
  return breaches.length === 0;
}
