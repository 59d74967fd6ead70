import type { LevelOrder } from "../../domain/level-order.ts";
import { type Entry, entryOf, KINDS, type Kind } from "./attention.ts";
import { type Group, groupsOf } from "./groups.ts";
import type { Lookup, Missing } from "./lookup.ts";
import { isChanged } from "./since.ts";

const DEFAULT_ROWS = 20;

/** `all` numbers that were asked stand most urgent first. Each is listed or among the others. */
export interface Ranking {
  readonly all: readonly Entry[];
  readonly urgent: readonly Entry[];
  readonly listed: readonly Entry[];
  readonly others: readonly Entry[];
  readonly otherGroups: readonly Group[];
  /** The caller can send these again unchanged. */
  readonly unasked: readonly Missing[];
}

export function rankingOf(lookups: readonly Lookup[], limit: number | undefined, alertLevels: LevelOrder): Ranking {
  const isUnasked = (lookup: Lookup): lookup is Missing => lookup.found === null && lookup.isUnasked;
  const entries = lookups.filter((lookup) => !isUnasked(lookup)).map((lookup) => entryOf(lookup, alertLevels));
  const urgent = entries.filter(({ kinds }) => kinds.length > 0).sort(byUrgency);
  const all = [...urgent, ...entries.filter(({ kinds }) => kinds.length === 0)];
  const listed = candidatesAmong(all, urgent, limit).slice(0, limit ?? DEFAULT_ROWS);
  const others = all.filter((entry) => !listed.includes(entry));
  return { all, urgent, listed, others, otherGroups: groupsOf(others), unasked: lookups.filter(isUnasked) };
}

/** With `since`, only packages that changed and numbers without a package; of a long list without `limit`, those in need. */
function candidatesAmong(all: readonly Entry[], urgent: readonly Entry[], limit: number | undefined): readonly Entry[] {
  const hasSince = all.some(({ changes }) => changes !== undefined);
  if (hasSince && all.length > 1) return all.filter((entry) => entry.found !== true || isChanged(entry));
  return limit === undefined && all.length > DEFAULT_ROWS ? urgent : all;
}

/** The first figure that differs decides; the entry with the higher one goes first. */
function byUrgency(a: Entry, b: Entry): number {
  const figures = figuresOf(a);
  const differences = figuresOf(b).map((figure, index) => figure - (figures[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** In the order of docs/outputs.md ("Attention has this order"). */
function figuresOf(entry: Entry): readonly number[] {
  const { facts, heat, kinds } = entry;
  const stake = stakeOf(entry);
  // Negative until it is due, so the earlier due is the higher.
  const overdueHours = facts?.overdueHours ?? -Number.MAX_VALUE;
  const overdueHoursAtStake = stake === 0 ? 0 : Math.max(overdueHours, 0);
  const figureByKind = Object.keys(KINDS).map((kind) => Number(kinds.includes(kind as Kind)));
  const tier = facts?.tier ?? 0;
  const alertAtDestination = Number((heat?.destination ?? []).length > 0);
  return [stake, overdueHoursAtStake, ...figureByKind, tier, alertAtDestination, overdueHours];
}

/** 2 if refrigerated goods under way are at stake, 1 if they were re-iced, else 0. */
function stakeOf({ facts, kinds }: Entry): number {
  if (facts?.refrigerated !== true || facts.isDelivered || !kinds.some((kind) => KINDS[kind].endangersGoods)) return 0;
  return facts.reIced === true ? 1 : 2;
}
