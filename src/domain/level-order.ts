/** The key of alerts without a level, in counts and marks. */
export const NO_LEVEL = "level not given";

/** Names of levels as the operator configures them, least severe first; undefined if nothing is ranked. */
export type LevelOrder = readonly string[] | undefined;

/** The place of a level in `order`, 0 for the least severe. Case and surrounding blanks do not matter. */
export function severityOf(level: string, order: LevelOrder): number | undefined {
  const wanted = level.trim().toLowerCase();
  const index = order?.findIndex((name) => name.toLowerCase() === wanted) ?? -1;
  return index === -1 ? undefined : index;
}

/** Sorts levels outside the order first, then the most severe first. Without an order, all levels are equal. */
export function compareLevels(a: string, b: string, order: LevelOrder): number {
  const severity = (level: string): number => severityOf(level, order) ?? Number.MAX_SAFE_INTEGER;
  return severity(b) - severity(a);
}

/** Null if the order lacks one of the two. */
export function isAtOrAbove(level: string, floor: string, order: LevelOrder): boolean | null {
  const severity = severityOf(level, order);
  const least = severityOf(floor, order);
  return severity === undefined || least === undefined ? null : severity >= least;
}

export function isAtOrBelow(level: string, ceiling: string, order: LevelOrder): boolean | null {
  return isAtOrAbove(ceiling, level, order);
}
