import type { Clock } from "./clock.ts";
import { sleep } from "./clock.ts";

/** Waits for `done`, `waitMs` at most. Resolves with whether it came. */
export async function within(clock: Clock, waitMs: number, done: Promise<unknown>): Promise<boolean> {
  const over = new AbortController();
  const isDone = await Promise.race([done.then(() => true), sleep(clock, waitMs, over.signal).then(() => false)]);
  over.abort();
  return isDone;
}
