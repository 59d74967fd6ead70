import { parseArgs } from "node:util";
import { describeFailure } from "./report.ts";
import { simulate } from "./simulation.ts";

const { values } = parseArgs({
  options: { seeds: { type: "string" }, seed: { type: "string" }, events: { type: "boolean" } },
});

const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(values.seed);
const count = Number(values.seeds ?? (values.seed === undefined ? 200 : 1));
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
  console.error("usage: npm run simulate -- --seeds N | --seed N [--events]");
  process.exit(2);
}

console.log(`seeds ${first} to ${first + count - 1}`);
const startMs = performance.now();
const failed: number[] = [];
const sums = { calls: 0, requests: 0, events: 0 };
for (let done = 0; done < count; done += 1) {
  const report = await simulate(first + done);
  sums.calls += report.calls;
  sums.requests += report.requests;
  sums.events += report.events.length;
  if (values.events) console.log(report.events.join("\n"));
  if (report.violation !== undefined) {
    failed.push(report.seed);
    console.log(describeFailure(report));
  }
  if ((done + 1) % 250 === 0) console.log(`${done + 1} of ${count} run, ${failed.length} failed`);
}
const tookS = ((performance.now() - startMs) / 1_000).toFixed(1);
console.log(
  `${count} seeds, ${sums.calls} calls, ${sums.requests} requests, ${sums.events} events in ${tookS} s: ${
    failed.length === 0 ? "all hold" : `${failed.length} failed: ${failed.join(", ")}`
  }`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
