import type { LevelOrder } from "../../domain/level-order.ts";
import { type Entry, entryOf, KINDS, type Kind } from "./attention.ts";
import type { Lookup, Missing } from "./lookup.ts";
import { isChanged } from "./since.ts";

/** Without `limit`. */
const MOST_ROWS = 20;

/** `all` numbers that were asked stand most urgent first. Each is listed or among the others. */
export interface Ranking {
  readonly all: readonly Entry[];
  readonly urgent: readonly Entry[];
  readonly listed: readonly Entry[];
  readonly others: readonly Entry[];
  /** The caller can send these again unchanged. */
  readonly unasked: readonly Missing[];
}

export function rankingOf(lookups: readonly Lookup[], limit: number | undefined, alertLevels: LevelOrder): Ranking {
  const isUnasked = (lookup: Lookup): lookup is Missing => lookup.found === null && lookup.isUnasked;
  const entries = lookups.filter((lookup) => !isUnasked(lookup)).map((lookup) => entryOf(lookup, alertLevels));
  const urgent = entries.filter(({ kinds }) => kinds.length > 0).sort(byUrgency);
  const all = [...urgent, ...entries.filter(({ kinds }) => kinds.length === 0)];
  const listed = candidatesAmong(all, urgent, limit).slice(0, limit ?? MOST_ROWS);
  return {
    all,
    urgent,
    listed,
    others: all.filter((entry) => !listed.includes(entry)),
    unasked: lookups.filter(isUnasked),
  };
}

/** With `since`, only packages that changed and numbers without a package; of a long list without `limit`, those in need. */
function candidatesAmong(all: readonly Entry[], urgent: readonly Entry[], limit: number | undefined): readonly Entry[] {
  const hasSince = all.some(({ changes }) => changes !== undefined);
  if (hasSince && all.length > 1) return all.filter((entry) => entry.found !== true || isChanged(entry));
  return limit === undefined && all.length > MOST_ROWS ? urgent : all;
}

/** See docs/outputs.md ("Attention has this order"). The first rule whose figures differ decides; the higher goes first. */
const RULES: readonly ((entry: Entry) => number)[] = [
  stakeOf,
  (entry) => (stakeOf(entry) === 0 ? 0 : Math.max(entry.facts?.overdueHours ?? 0, 0)),
  ...(Object.keys(KINDS) as Kind[]).map((kind) => (entry: Entry) => Number(entry.kinds.includes(kind))),
  ({ facts }) => facts?.tier ?? 0,
  ({ heat }) => Number((heat?.destination ?? []).length > 0),
  // Negative until it is due, so the earlier due is the higher.
  ({ facts }) => facts?.overdueHours ?? -Number.MAX_VALUE,
];

/** 2 if refrigerated goods under way are at stake, 1 if they were re-iced, else 0. */
function stakeOf({ facts, kinds }: Entry): number {
  if (facts?.refrigerated !== true || facts.isDelivered || !kinds.some((kind) => KINDS[kind].isAtStake)) return 0;
  return facts.reIced === true ? 1 : 2;
}

function byUrgency(a: Entry, b: Entry): number {
  for (const figureOf of RULES) {
    const difference = figureOf(b) - figureOf(a);
    if (difference !== 0) return difference;
  }
  return 0;
}
