import { byAttention, ranked } from "./attention.ts";
import type { Lookup } from "./lookup.ts";

/** The most packages that get a row without `limit`. */
const MOST_ROWS = 20;

export type Ranking = ReturnType<typeof rankingOf>;

/** Ranks packages, most urgent first. Without `limit`, a list over 20 has rows only for packages in need or doubt. */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined) {
  const all = lookups
    .filter((lookup) => lookup.found !== null || !lookup.isUnasked)
    .map(ranked)
    .sort(byAttention);
  const inDoubt = all.filter(({ isInDoubt }) => isInDoubt);
  const rows = limit ?? Math.min(all.length > MOST_ROWS ? inDoubt.length : MOST_ROWS, MOST_ROWS);
  return {
    all,
    urgent: all.filter(({ reasons }) => reasons.length > 0),
    listed: all.slice(0, rows),
    others: all.slice(rows),
    /** Numbers that the caller can send again unchanged. */
    unasked: lookups.flatMap((lookup) => (lookup.found === null && lookup.isUnasked ? lookup : [])),
  };
}
