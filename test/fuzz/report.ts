import type { SeedReport } from "./fuzz.ts";
import { chunksOf } from "./storm.ts";

const MAX_SHOWN_CHARS = 800;

/** What a person needs to find the defect: what is wrong, what was sent, and how to see it again. */
export function describeFailure({ seed, failure }: SeedReport): string {
  if (failure === undefined) return `seed ${seed} holds`;
  const { storm, report } = failure;
  const sent = chunksOf(storm).map(({ bytes, afterwards }) => `    ${shown(bytes)} (${afterwards})`);
  return [
    `seed ${seed} fails; the smallest storm found: ${storm.opening.name}, ${storm.sendings.length} lines, ${storm.end} end`,
    ...report.violations.slice(0, 10).map((violation) => `  ${violation}`),
    "  sent:",
    ...sent,
    ...(report.stderr === "" ? [] : [`  stderr: ${report.stderr}`]),
    `  again: npm run fuzz -- --seed ${seed}`,
  ].join("\n");
}

function shown(bytes: Buffer): string {
  const text = JSON.stringify(bytes.subarray(0, MAX_SHOWN_CHARS).toString("utf8"));
  return bytes.length > MAX_SHOWN_CHARS ? `${text}… ${bytes.length} bytes` : text;
}
