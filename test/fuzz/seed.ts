import fc from "fast-check";
import { LineWriter } from "./lines.ts";
import { runStorm, type Storm, type StormReport, storms } from "./storm.ts";

const MAX_SHOWN_CHARS = 800;

/** The storm of a seed, and the smallest storm found that still fails. */
export interface SeedReport extends StormReport {
  /** A report to find the defect by. Empty where all holds. */
  readonly failure: string;
}

/** Runs the storm of `seed` to its end. Shrinks a failing storm for up to `shrinkMs`. */
export async function runSeed(seed: number, main: string, shrinkMs = 0): Promise<SeedReport> {
  let first: StormReport | undefined;
  let failure = "";
  let endMs = Number.POSITIVE_INFINITY;
  const property = fc.asyncProperty(storms, async (storm) => {
    if (performance.now() > endMs) return true;
    const report = await runStorm(storm, main);
    first ??= report;
    if (report.violations.length === 0) return true;
    failure = described(seed, storm, report);
    endMs = Math.min(endMs, performance.now() + shrinkMs);
    return false;
  });
  const { errorInstance } = await fc.check(property, { seed, numRuns: 1, endOnFailure: shrinkMs === 0 });
  if (first === undefined) throw new Error(`seed ${seed} makes no storm`, { cause: errorInstance });
  return { ...first, failure };
}

function described(seed: number, { opening, sendings, end }: Storm, { violations }: StormReport): string {
  const writer = new LineWriter(opening.version);
  const sent = sendings.map(({ piece, pause }) => `    ${shown(writer.write(piece).bytes)} (pause: ${pause})`);
  return [
    `seed ${seed} fails; the smallest storm found: ${opening.name}, ${sendings.length} lines, ${end} end`,
    ...violations.slice(0, 10).map((violation) => `  ${violation}`),
    "  sent:",
    ...sent,
    `  again: npm run fuzz -- --seed ${seed}`,
  ].join("\n");
}

function shown(bytes: Buffer): string {
  const text = JSON.stringify(bytes.subarray(0, MAX_SHOWN_CHARS).toString("utf8"));
  return bytes.length > MAX_SHOWN_CHARS ? `${text}… ${bytes.length} bytes` : text;
}
