import type { ShiftedClock } from "./shifted-clock.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves once `condition` holds. It is looked at in every turn of the event loop: nothing waits for real time. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

/** Resolves once timers that are due have run, and everything sent by then has arrived, with what follows from it. */
export async function quiet(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    for (let turns = 0; turns < 100; turns += 1) await turn();
  }
}

/** Something that happens when the test says so. */
export function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** The outcome of `asked`; coldroute's waits pass at once meanwhile: half a second of them whenever nothing else happens. */
export async function passing<T>(clock: ShiftedClock, asked: Promise<T>): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  asked.then(end, end);
  for (await quiet(); !isOver; await quiet()) clock.advance(500);
  return asked;
}
