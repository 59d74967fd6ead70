import type { ShiftedClock } from "./shifted-clock.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves once `condition` holds. Checks it in every turn of the event loop, not after real time. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Resolves once due timers have run, and everything that client and service sent has arrived. */
export async function quiet(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (let turns = 0; turns < 100; turns += 1) await turn();
  }
}

/** A promise that the test resolves with `open`. */
export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The outcome of `asked`. Whenever nothing else happens, coldroute's clock moves on by half a second. */
export async function passing<T>(clock: ShiftedClock, asked: Promise<T>): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  asked.then(end, end);
  for (await quiet(); !isOver; await quiet()) clock.advance(500);
  return asked;
}
