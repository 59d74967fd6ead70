import { randomInt } from "node:crypto";
import { availableParallelism, cpus, totalmem, type } from "node:os";
import { parseArgs } from "node:util";
import { seededRandom } from "../../src/sandbox/world/random.ts";
import { downloadFigures, memoryFigure } from "./alert-figures.ts";
import { bridgeFigures } from "./beside-bridge.ts";
import { coldFigures } from "./cold.ts";
import { dayFigure } from "./economy.ts";
import type { Figure, Random } from "./figures.ts";
import { listingFigure, memoryFootprint } from "./footprint.ts";
import { dayListFigure, farFigure, startFigure, tracingFigure } from "./times.ts";
import { viewFigures } from "./view.ts";

/** Every budget, measured beside its yardstick in this run. */
const MEASURES: readonly ((random: Random) => Promise<Figure | readonly Figure[]>)[] = [
  startFigure,
  coldFigures,
  bridgeFigures,
  farFigure,
  dayListFigure,
  tracingFigure,
  memoryFigure,
  downloadFigures,
  listingFigure,
  memoryFootprint,
  dayFigure,
  viewFigures,
];

/** One run of the bench, as `--json` prints it. */
export interface Run {
  readonly date: string;
  readonly seed: number;
  readonly machine: string;
  readonly figures: readonly Figure[];
}

/** `npm run bench -- [--json] [--seed N]`. The seed orders the turns. */
const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, seed: { type: "string" } } });
const seed = Number(values.seed ?? randomInt(2 ** 31));
const random = seededRandom(seed, "turns");
// With --json, standard output is for the JSON alone.
const told = values.json ? process.stderr : process.stdout;
told.write(`the order of the turns: --seed ${seed}\n`);

const figures: Figure[] = [];
for (const measure of MEASURES) {
  for (const figure of [await measure(random)].flat()) {
    const { what, value, unit, most, yardstick } = figure;
    const columns = [what.padEnd(46), `${shown(value)}${unit}`.padStart(14), `≤ ${most}${unit}`.padStart(14)];
    told.write(`${columns.join("  ")}  ${value <= most ? "  " : "✗ "}  ${yardstick}\n`);
    figures.push(figure);
  }
}
const missed = figures.filter(({ value, most }) => value > most).length;
told.write(missed === 0 ? "every budget holds\n" : `${missed} budgets do not hold in this run\n`);
if (values.json) {
  const date = new Date().toISOString().slice(0, 10);
  const memoryGb = Math.round(totalmem() / 2 ** 30);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"}), ${memoryGb} GB, ${type()}, Node ${process.versions.node}`;
  const run: Run = { date, seed, machine, figures };
  process.stdout.write(`${JSON.stringify(run, null, 2)}\n`);
}

function shown(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
