import { type Plot, plan, type Scene, type When } from "../plot.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The time until the client's clock shows `ofDayMs`, counted from midnight UTC. */
function untilMs({ clientMs }: When, ofDayMs: number): number {
  return (((ofDayMs - clientMs) % DAY_MS) + DAY_MS) % DAY_MS;
}

/** More plans than any day's limit allows. */
function spendAll(plot: Plot, atMs: number): void {
  for (let count = 13; count > 0; count -= 1) plot.call(atMs, 25_000, plan);
}

/** Calls spend the day's limit an hour before midnight, and go on until an hour after it. */
const dayEnds: Scene = (_, plot, when) => {
  const fromMs = untilMs(when, 23 * HOUR_MS - 60_000);
  spendAll(plot, fromMs);
  for (const minutes of [2, 60, 62, 122]) plot.call(fromMs + minutes * 60_000, 12_000, plan);
};

export const BILLING: readonly Scene[] = [dayEnds];
