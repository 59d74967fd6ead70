import { parseArgs } from "node:util";
import { describeFailure } from "./report.ts";
import { simulate } from "./simulation.ts";

const USAGE = "usage: npm run simulate -- --seeds N | --seed N [--events]";

const MAX_SEED = 2 ** 32;

/** Reads the command line. Throws an error for the user if it is wrong. */
function readArguments() {
  const { values } = parseArgs({
    options: {
      seeds: { type: "string" },
      seed: { type: "string" },
      events: { type: "boolean" },
    },
  });
  const { seed = String(Math.floor(Math.random() * 1_000_000_000)), events = false } = values;
  const seeds = values.seeds ?? (values.seed === undefined ? "200" : "1");
  for (const number of [seed, seeds]) if (!/^\d+$/.test(number)) throw new Error(`"${number}" is not a whole number`);
  const [first, count] = [Number(seed), Number(seeds)];
  if (count < 1 || first + count > MAX_SEED) throw new Error(`seeds go from 0 to ${MAX_SEED - 1}, one at least`);
  return { first, count, events };
}

function asked(): ReturnType<typeof readArguments> {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}

const { first, count, events } = asked();
process.exitCode = (await runSeeds(first, count, events)) ? 0 : 1;

/** Checks every invariant at every event of `total` schedules. Resolves with whether all hold. */
async function runSeeds(from: number, total: number, showsEvents: boolean): Promise<boolean> {
  console.log(`seeds ${from} to ${from + total - 1}`);
  const startMs = performance.now();
  const failed: number[] = [];
  const sums = { calls: 0, requests: 0, events: 0 };
  for (let done = 0; done < total; done += 1) {
    const report = await simulate(from + done);
    sums.calls += report.calls;
    sums.requests += report.requests;
    sums.events += report.events.length;
    if (showsEvents) console.log(report.events.join("\n"));
    if (report.violation !== undefined) {
      failed.push(report.seed);
      console.log(describeFailure(report));
    }
    if ((done + 1) % 250 === 0) console.log(`${done + 1} of ${total} run, ${failed.length} failed`);
  }
  const tookS = ((performance.now() - startMs) / 1_000).toFixed(1);
  console.log(
    `${total} seeds, ${sums.calls} calls, ${sums.requests} requests, ${sums.events} events in ${tookS} s: ${
      failed.length === 0 ? "all hold" : `${failed.length} failed: ${failed.join(", ")}`
    }`,
  );
  return failed.length === 0;
}
