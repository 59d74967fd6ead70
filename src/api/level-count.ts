import type { ServiceRecord } from "./schema.ts";

/** The key under which records without a level are counted. */
export const NO_LEVEL = "(none)";

/** How many records have each `temperatureLevel` (spec 2.2), the most frequent first. */
export function countLevels(records: readonly ServiceRecord[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const level = typeof record["temperatureLevel"] === "string" ? record["temperatureLevel"] : NO_LEVEL;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));
}
