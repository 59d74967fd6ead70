import { parseArgs } from "node:util";
import { askTools, fuzzSeed } from "./fuzz.ts";
import { describeFailure } from "./report.ts";

/** How long a failing seed may be made smaller. */
const SHRINK_MS = 30_000;

const { values } = parseArgs({ options: { seeds: { type: "string" }, seed: { type: "string" } } });

const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(values.seed);
const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
  console.error("usage: npm run fuzz -- --seeds N | --seed N");
  process.exit(2);
}

console.log(`seeds ${first} to ${first + count - 1}`);
const startMs = performance.now();
const main = `${process.cwd()}/dist/main.cjs`;
const tools = await askTools(main);
const failed: number[] = [];
const sums = { messages: 0, endMs: 0, peakMb: 0 };
for (let done = 0; done < count; done += 1) {
  const report = await fuzzSeed(first + done, tools, { shrinkMs: SHRINK_MS, main });
  sums.messages += report.messages;
  sums.endMs = Math.max(sums.endMs, report.endMs);
  sums.peakMb = Math.max(sums.peakMb, report.peakMb);
  if (report.failure !== undefined) {
    failed.push(report.seed);
    console.log(describeFailure(report));
  }
  if ((done + 1) % 20 === 0) console.log(`${done + 1} of ${count} run, ${failed.length} failed`);
}
const tookS = ((performance.now() - startMs) / 1_000).toFixed(1);
console.log(
  `${count} seeds, ${sums.messages} messages in ${tookS} s, at most ${sums.peakMb} MB, ended within ${Math.round(sums.endMs)} ms: ${
    failed.length === 0 ? "all hold" : `${failed.length} failed: ${failed.join(", ")}`
  }`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
