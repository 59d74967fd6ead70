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
