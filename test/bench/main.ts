import { downloadFigures, memoryFigure } from "./alert-figures.ts";
import { coldFigures } from "./cold.ts";
import { dayFigure } from "./economy.ts";
import type { Figure } from "./figures.ts";
import { memoryFootprint, tokenFigures } from "./footprint.ts";
import { startFigure, trackingFigures } from "./times.ts";

/** `npm run bench`: every budget, measured beside its yardstick in this run. */
const MEASURES: readonly (() => Promise<Figure | readonly Figure[]>)[] = [
  startFigure,
  coldFigures,
  trackingFigures,
  memoryFigure,
  downloadFigures,
  tokenFigures,
  memoryFootprint,
  dayFigure,
];

let missed = 0;
for (const measure of MEASURES) {
  for (const { what, measured, yardstick, budget, holds } of [await measure()].flat()) {
    const columns = [what.padEnd(44), measured.padStart(18), budget.padStart(16), holds ? "  " : "✗ ", yardstick];
    process.stdout.write(`${columns.join("  ")}\n`);
    if (!holds) missed += 1;
  }
}
process.stdout.write(missed === 0 ? "every budget holds\n" : `${missed} budgets do not hold in this run\n`);
