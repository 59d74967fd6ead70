/** From so many found on, whatever is found in at all is taken whole: looking on piece by piece would take too long. */
const MANY = 1_000;

/**
 * Those of `parts` of which `holds` is true, told of many at once where it is false of them all: for what hardly any of them
 * is. In their order.
 */
export function sift<T>(parts: readonly T[], holds: (some: readonly T[]) => boolean): readonly T[] {
  const found: T[] = [];
  const look = (from: number, to: number): void => {
    if (from === to || !holds(parts.slice(from, to))) return;
    if (to - from === 1 || found.length >= MANY) {
      for (const part of parts.slice(from, to)) found.push(part);
      return;
    }
    const middle = Math.ceil((from + to) / 2);
    look(from, middle);
    look(middle, to);
  };
  look(0, parts.length);
  return found;
}
