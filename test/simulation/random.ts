import type { Random } from "../../src/sandbox/world/random.ts";

/** A whole number from `least` to `most`, both included. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function chance(random: Random, share: number): boolean {
  return random() < share;
}

/** One of `choices`. Throws a RangeError if there are none. */
export function pick<const T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError("nothing to pick from");
  return choice;
}
