import type { Clock } from "../../runtime/clock.ts";
import { sleep } from "../../runtime/waiting.ts";

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
  const queues = new Map<string, (() => void)[]>();
  const lastRequestMs = new Map<string, number>();
  const forgetInactive = (): void => {
    for (const [principal, ms] of lastRequestMs) {
      if (clock.monotonicMs() - ms > ACTIVE_MS) lastRequestMs.delete(principal);
    }
  };
  const isAlone = (id: string): boolean => [...lastRequestMs.keys()].every((principal) => principal === id);
  const serve = async (id: string, queue: (() => void)[]): Promise<void> => {
    for (let begin = queue.shift(); begin !== undefined; begin = queue.shift()) {
      const begins = nextTurn();
      // Scheduled together, the two follow each other: between them only the request works, up to its first wait.
      const ends = nextTurn();
      await begins;
      const begunMs = clock.monotonicMs();
      begin();
      await ends;
      const pauseMs = Math.min(Math.floor(clock.monotonicMs() - begunMs), MAX_PAUSE_MS);
      forgetInactive();
      if (!isAlone(id) && pauseMs > 0) await sleep(clock, pauseMs);
    }
    queues.delete(id);
  };
  return (id: string): Promise<void> =>
    new Promise((resolve) => {
      lastRequestMs.set(id, clock.monotonicMs());
      const queue = queues.get(id);
      if (queue !== undefined) {
        queue.push(resolve);
        return;
      }
      const started = [resolve];
      queues.set(id, started);
      void serve(id, started);
    });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
