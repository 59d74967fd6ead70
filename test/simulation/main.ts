import { parseArgs } from "node:util";
import { describeFailure } from "./report.ts";
import { simulate } from "./simulation.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string" }, seed: { type: "string" }, events: { type: "boolean" } },
});
const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const count = Number(values.seeds ?? (values.seed === undefined ? 200 : 1));
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || first < 0 || count < 1) {
  console.error("usage: npm run simulate -- --seeds N | --seed N [--events]");
  process.exit(2);
}

console.log(`seeds ${first} to ${first + count - 1}`);
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
process.exitCode = failed.length === 0 ? 0 : 1;
