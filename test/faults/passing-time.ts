import type { RequestRecord } from "../../src/sandbox/requests.ts";
import type { ShiftedClock } from "../support/shifted-clock.ts";

/** COLDROUTE_TIMEOUT_MS, more than by default: on a slow machine, too, what is no fault of time comes in time. */
export const ATTEMPT_MS = 30_000;

const ROUND_MS = 60;

/** Resolves after `waitMs`, and after whatever sockets had to say by then. */
export async function afterPolling(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Lets an attempt's time pass for coldroute whenever a fault has held an attempt up for a round, so that what was sent of
 * an answer has arrived, and what comes after the fault has real time. Ends with the function returned.
 */
export function passTime(clock: ShiftedClock, isStuck: () => boolean, requests: () => readonly RequestRecord[]) {
  const seen = new Set<RequestRecord>();
  const passed = new Set<RequestRecord>();
  let stuckRounds = 0;
  let isOver = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await afterPolling(ROUND_MS);
      if (isOver) return;
      const held = requests().find((each) => each.fault !== null && each.finishedAtMs === null && !passed.has(each));
      stuckRounds = isStuck() ? stuckRounds + 1 : 0;
      if (stuckRounds > 1 || (held !== undefined && seen.has(held))) clock.advance(ATTEMPT_MS);
      if (held === undefined) continue;
      if (seen.has(held)) passed.add(held);
      else seen.add(held);
    }
  };
  void run();
  return (): void => {
    isOver = true;
  };
}
