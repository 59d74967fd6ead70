import { groupBy } from "../answer/rows.ts";
import { type Attention, attentionOf, byKind } from "./attention.ts";
import { idOf, type Lookup } from "./lookup.ts";

/** The most rows, unless the question says otherwise. */
const MOST_ROWS = 20;

/** A package among others. */
export interface Ranked {
  readonly lookup: Lookup;
  readonly attention: Attention;
}

/** The packages of a question, the most urgent first. */
export interface Ranking extends Readonly<Record<"all" | "urgent" | "listed" | "others", readonly Ranked[]>> {
  readonly unasked: readonly Extract<Lookup, { readonly isUnasked: boolean }>[];
}

/** Gives a row to `limit` packages; without a limit to all of a short list, and of a longer one to those in need. */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined): Ranking {
  const unasked = lookups.flatMap((lookup) => (lookup.found === null && lookup.isUnasked ? lookup : []));
  const all = lookups
    .filter((lookup) => lookup.found !== null || !lookup.isUnasked)
    .map((lookup) => ({ lookup, attention: attentionOf(lookup) }))
    .sort((a, b) => b.attention.urgency - a.attention.urgency);
  const inDoubt = all.filter(({ attention }) => attention.urgency > 0);
  const rows = limit ?? Math.min(all.length > MOST_ROWS ? inDoubt.length : MOST_ROWS, MOST_ROWS);
  const urgent = all.filter(({ attention }) => attention.reasons.length > 0);
  return { all, urgent, listed: all.slice(0, rows), others: all.slice(rows), unasked };
}

/** Names and the numbers of the packages that `nameOf` gives each, in the order in which names appear. */
export function numbersBy<Name>(ranked: readonly Ranked[], nameOf: (each: Ranked) => Name) {
  return [...groupBy(ranked, nameOf)].map(([name, group]) => ({ name, ids: group.map(({ lookup }) => idOf(lookup)) }));
}

/** `2 alert at destination, 3 overdue`: each package counts for each of its reasons, the most urgent kind first. */
export function countsText(urgent: readonly Ranked[]): string {
  const reasons = urgent.flatMap(({ attention }) => attention.reasons).sort(byKind);
  const kinds = new Set(reasons.map(({ counted }) => counted));
  const countOf = (kind: string): number =>
    urgent.filter(({ attention }) => attention.reasons.some(({ counted }) => counted === kind)).length;
  return [...kinds].map((kind) => `${countOf(kind)} ${kind}`).join(", ");
}

/** The most urgent reason, as packages are counted by it. */
export function countedAs({ attention: { reasons } }: Ranked): string {
  return reasons[0]?.counted ?? "possibly overdue";
}

/** Null where the service gives none; our words where there is no package. */
export function statusOf({ lookup }: Ranked): string | null {
  return lookup.found === true ? lookup.facts.status : lookup.what;
}
