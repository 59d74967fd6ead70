/** One measurement beside its yardstick and its budget. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  /** Stands after the value: ` ×`, ` MB`. */
  readonly unit: string;
  /** The greatest value that the budget allows. */
  readonly most: number;
  readonly yardstick: string;
}

/** Numbers in [0, 1). */
export type Random = () => number;

/** The middle number. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Work that tells how long it took, in milliseconds. */
export type Timed = () => Promise<number>;

/** The same work with a clock around it. */
export function timing(work: () => Promise<unknown>): Timed {
  return async () => {
    const startMs = performance.now();
    await work();
    return performance.now() - startMs;
  };
}

/** The duration of each of `count` runs in sequence, in milliseconds. */
export async function timed(count: number, work: Timed): Promise<readonly number[]> {
  const tookMs: number[] = [];
  for (let run = 0; run < count; run += 1) tookMs.push(await work());
  return tookMs;
}

/**
 * The median duration of each of `works`, in milliseconds, over `turns` turns of `calls` calls each. Every turn has an order of
 * its own: a fixed or alternating one favours the first and the last by up to a tenth.
 */
export async function mediansMs<Name extends string>(
  works: Readonly<Record<Name, Timed>>,
  { turns, calls }: { readonly turns: number; readonly calls: number },
  random: Random,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(works) as Name[];
  const tookMs = new Map(names.map((name) => [name, [] as number[]]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const name of shuffled(names, random)) tookMs.get(name)?.push(...(await timed(calls, works[name])));
  }
  return Object.fromEntries([...tookMs].map(([name, each]) => [name, median(each)])) as Record<Name, number>;
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** A time as a multiple of its yardstick, against the greatest multiple allowed. */
export function ratio(what: string, ms: number, yardstick: string, yardstickMs: number, most: number): Figure {
  const beside = `${yardstick} (${ms.toFixed(2)} beside ${yardstickMs.toFixed(2)} ms)`;
  return { what, value: ms / yardstickMs, unit: " ×", most, yardstick: beside };
}

/** A number against its greatest allowed value, with its yardstick. */
export function amount(what: string, value: number, unit: string, most: number, yardstick: string): Figure {
  return { what, value, unit, most, yardstick };
}
