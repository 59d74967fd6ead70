/** The most calls under way for all principals together. */
const MAX_CALLS_IN_ALL = 512;

/** Makes a function that takes a place for a call and returns its release; undefined if a limit is reached. */
export function callLimits(maxPerPrincipal: number) {
  const taken = new Map<string, number>();
  let total = 0;
  const add = (id: string, step: number): void => {
    total += step;
    const own = (taken.get(id) ?? 0) + step;
    if (own > 0) taken.set(id, own);
    else taken.delete(id);
  };
  return (id: string): (() => void) | undefined => {
    if ((taken.get(id) ?? 0) >= maxPerPrincipal || total >= MAX_CALLS_IN_ALL) return undefined;
    add(id, 1);
    return () => add(id, -1);
  };
}

/**
 * Makes a function that resolves when a principal's request may begin: one in each turn of the event loop, so that many
 * at once delay others hardly longer than one does.
 */
export function callTurns() {
  const waiting = new Map<string, (() => void)[]>();
  const serve = (id: string): void => {
    const next = waiting.get(id)?.shift();
    if (next === undefined) {
      waiting.delete(id);
      return;
    }
    next();
    setImmediate(serve, id);
  };
  return async (id: string): Promise<void> => {
    const queue = waiting.get(id);
    if (queue !== undefined) return new Promise((resolve) => queue.push(resolve));
    waiting.set(id, []);
    setImmediate(serve, id);
  };
}
