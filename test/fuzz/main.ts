import { parseArgs } from "node:util";
import { runSeed } from "./storm.ts";

/** The time for shrinking a failing storm. */
const SHRINK_MS = 30_000;

const { values } = parseArgs({ options: { seeds: { type: "string" }, seed: { type: "string" } } });

const first = Number(values.seed ?? Math.floor(Math.random() * 1_000_000_000));
const count = Number(values.seeds ?? (values.seed === undefined ? 20 : 1));
if (!Number.isSafeInteger(first) || !Number.isSafeInteger(count) || count < 1) {
  console.error("usage: npm run fuzz -- --seeds N | --seed N");
  process.exit(2);
}

console.log(`seeds ${first} to ${first + count - 1}`);
const failed: number[] = [];
for (let seed = first; seed < first + count; seed += 1) {
  const report = await runSeed(seed, "dist/main.cjs", SHRINK_MS);
  if (report === "") continue;
  failed.push(seed);
  console.log(report);
}
console.log(`${count} seeds: ${failed.length === 0 ? "all hold" : `failed: ${failed.join(", ")}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;
