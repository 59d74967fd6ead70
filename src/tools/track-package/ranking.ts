import { groupBy } from "../answer/rows.ts";
import { type Attention, attentionOf } from "./attention.ts";
import { idOf, type Lookup } from "./lookup.ts";

/** The most rows, unless the question says otherwise. */
const MOST_ROWS = 20;

/** A package among others. */
export interface Ranked {
  readonly lookup: Lookup;
  readonly attention: Attention;
}

/** The packages of a question, the most urgent first. */
export interface Ranking {
  readonly all: readonly Ranked[];
  /** Those that need a person. */
  readonly urgent: readonly Ranked[];
  /** Those with a row. */
  readonly listed: readonly Ranked[];
  /** The others, which stand with their numbers alone. */
  readonly others: readonly Ranked[];
}

/**
 * Ranks packages and chooses those with a row: `limit` of them, or where there is no limit all of a short list, and of a
 * longer one those that need a person.
 */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined): Ranking {
  const all = lookups
    .map((lookup) => ({ lookup, attention: attentionOf(lookup) }))
    .sort((a, b) => b.attention.urgency - a.attention.urgency);
  const isShort = all.length <= MOST_ROWS;
  const inDoubt = all.filter(({ attention }) => attention.urgency > 0);
  const rows = limit ?? (isShort ? MOST_ROWS : Math.min(inDoubt.length, MOST_ROWS));
  const urgent = all.filter(({ attention }) => attention.reasons.length > 0);
  return { all, urgent, listed: all.slice(0, rows), others: all.slice(rows) };
}

/** Packages under one name, by their numbers. */
export interface Named<Name> {
  readonly name: Name;
  readonly ids: readonly string[];
}

/** The numbers of packages under the name that `nameOf` gives each, in the order in which names appear. */
export function numbersBy<Name>(ranked: readonly Ranked[], nameOf: (each: Ranked) => Name): readonly Named<Name>[] {
  return [...groupBy(ranked, nameOf)].map(([name, group]) => ({ name, ids: group.map(({ lookup }) => idOf(lookup)) }));
}

/** The most urgent reason, as packages are counted by it. */
export function countedAs({ attention: { reasons } }: Ranked): string {
  return reasons[0]?.counted ?? "possibly overdue";
}

/** Null where the service gives none; our words where there is no package. */
export function statusOf({ lookup }: Ranked): string | null {
  return lookup.found === true ? lookup.facts.status : lookup.what;
}
