/** Long work that waits for a turn of the event loop. */
const queue: (() => void)[] = [];

/** A body from this size takes milliseconds to parse, to read, and to index. */
const LARGE_BYTES = 256 * 1024;

/** One a turn, so that many pieces of long work delay others no longer than one does. */
function serveOne(): void {
  queue.shift()?.();
  if (queue.length > 0) setImmediate(serveOne);
}

/** Resolves in a later turn of the event loop, alone among the calls of this function. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (queue.push(resolve) === 1) setImmediate(serveOne);
  });
}

/** Between two steps with `bytes` of data, the process serves others for a turn if they are many. */
export async function letOthersRun(bytes: number): Promise<void> {
  if (bytes >= LARGE_BYTES) await ownTurn();
}
