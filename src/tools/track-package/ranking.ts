import { compact } from "../../domain/compact.ts";
import {
  countedAs,
  endangersGoods,
  KINDS_IN_ORDER,
  type Orders,
  type Reason,
  reasonsOf,
  warmingText,
} from "./attention.ts";
import { dueRiskText } from "./heat-words.ts";
import type { Lookup } from "./lookup.ts";

/** The most packages that get a row without `limit`. */
const MOST_ROWS = 20;

/** A looked-up number, and the reasons why a person should look at it. */
export type Ranked = ReturnType<typeof ranked>;

export type Ranking = ReturnType<typeof rankingOf>;

/** Ranks packages, most urgent first. Without `limit`, a list over 20 has rows only for packages in need or doubt. */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined, orders: Orders) {
  const all = lookups
    .filter((lookup) => lookup.found !== null || !lookup.isUnasked)
    .map((lookup) => ranked(lookup, orders))
    .sort(byUrgency);
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

function ranked(lookup: Lookup, orders: Orders) {
  const { facts } = lookup;
  const reasons = reasonsOf(lookup, orders);
  const kinds = KINDS_IN_ORDER.filter((wanted) => reasons.some(({ kind }) => kind === wanted));
  const mayBeOverdue = facts?.overdue === null && facts.scheduled !== null;
  const isInDoubt = reasons.length > 0 || mayBeOverdue;
  const stake = stakeOf(lookup, reasons);
  return {
    reasons,
    kinds,
    /** Words for goods that may grow warm: they add to other reasons, and are no reason alone. */
    warming: facts !== undefined && reasons.length > 0 ? warmingText(facts) : undefined,
    /** The forecast for the due day in words, unless a reason says it. */
    dueRisk: lookup.found === true && !kinds.includes("forecast") ? dueRiskText(lookup, orders.riskLevels) : "",
    /** Perhaps overdue: there is a schedule, but whether it has passed is not known. */
    mayBeOverdue,
    isInDoubt,
    /** Figures to compare one after the other; the higher one is more urgent. */
    urgency: [
      stake,
      stake === 0 ? 0 : (facts?.overdueHours ?? 0),
      ...KINDS_IN_ORDER.map((kind) => Number(kinds.includes(kind))),
      Number(mayBeOverdue),
      isInDoubt ? (facts?.tier ?? 0) : 0,
    ],
    ...lookup,
  };
}

/** 2 if refrigerated goods under way are at stake, 1 if they were re-iced, else 0. */
function stakeOf({ facts }: Lookup, reasons: readonly Reason[]): 0 | 1 | 2 {
  if (facts?.refrigerated !== true || facts.isDelivered || !reasons.some(endangersGoods)) return 0;
  return facts.reIced === true ? 1 : 2;
}

function byUrgency(a: Ranked, b: Ranked): number {
  const differences = b.urgency.map((figure, index) => figure - (a.urgency[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

export function reasonTexts({ reasons, warming }: Ranked): string[] {
  return compact(...reasons.map(({ text }) => text), warming);
}

/** `2 alert at destination, 3 overdue`, most urgent kind first. A package counts once for each of its reasons. */
export function reasonCountsText(urgent: readonly Ranked[]): string {
  const reasons = urgent.flatMap((each) => each.reasons);
  const names = KINDS_IN_ORDER.flatMap((kind) => reasons.filter((each) => each.kind === kind).map(countedAs));
  const counts = [...new Set(names)].map((name) => {
    const having = urgent.filter((each) => each.reasons.some((reason) => countedAs(reason) === name));
    return `${having.length} ${name}`;
  });
  return counts.join(", ") + (reasons.length > urgent.length ? "; some for several reasons" : "");
}
