/** One measurement beside its yardstick and its budget. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly yardstick: string;
  readonly budget: string;
  readonly holds: boolean;
}

/** The middle number. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** The duration of each of `count` runs of `work` in sequence, in milliseconds. */
export async function timed(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (let run = 0; run < count; run += 1) {
    const startMs = performance.now();
    await work();
    tookMs.push(performance.now() - startMs);
  }
  return tookMs;
}

/** A time as a multiple of its yardstick, against the greatest multiple allowed. */
export function ratio(what: string, ms: number, yardstick: string, yardstickMs: number, most: number): Figure {
  const times = ms / yardstickMs;
  return {
    what,
    measured: `${times.toFixed(2)} ×`,
    yardstick: `${yardstick} (${ms.toFixed(2)} beside ${yardstickMs.toFixed(2)} ms)`,
    budget: `≤ ${most} ×`,
    holds: times <= most,
  };
}

/** A number against its greatest allowed value, with its yardstick. */
export function amount(what: string, value: number, unit: string, most: number, yardstick: string): Figure {
  return { what, measured: `${round(value)}${unit}`, yardstick, budget: `≤ ${most}${unit}`, holds: value <= most };
}

function round(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}
