import type { Clock } from "../../runtime/clock.ts";

/** A principal counts as active for so long after a request. */
const ACTIVE_MS = 1_000;
/** The longest pause between two requests of a principal, in case the machine slept in the first. */
const MAX_PAUSE_MS = 100;

/**
 * Makes a function that resolves when a principal's request may begin: one in each turn of the event loop. While others
 * are active, the principal's next request waits for as long as the first work of its last one took. So a principal with
 * many requests leaves half of the time to the others.
 */
export function callTurns(clock: Clock) {
  const waiting = new Map<string, (() => void)[]>();
  const active = new Map<string, number>();
  /** Also forgets the principals that are no longer active. */
  const isAlone = (id: string): boolean => {
    for (const [each, sinceMs] of active) if (clock.monotonicMs() - sinceMs > ACTIVE_MS) active.delete(each);
    return [...active.keys()].every((each) => each === id);
  };
  const serve = (id: string): void => {
    const begin = waiting.get(id)?.shift();
    if (begin === undefined) {
      waiting.delete(id);
      return;
    }
    let begunMs = 0;
    setImmediate(() => {
      begunMs = clock.monotonicMs();
      begin();
    });
    // Node runs all microtasks of an immediate before the next immediate.
    setImmediate(() => {
      const pauseMs = Math.min(Math.floor(clock.monotonicMs() - begunMs), MAX_PAUSE_MS);
      if (isAlone(id) || pauseMs === 0) serve(id);
      else clock.after(pauseMs, () => serve(id));
    });
  };
  return (id: string): Promise<void> =>
    new Promise((resolve) => {
      active.set(id, clock.monotonicMs());
      const queue = waiting.get(id);
      queue?.push(resolve);
      if (queue !== undefined) return;
      waiting.set(id, [resolve]);
      serve(id);
    });
}
