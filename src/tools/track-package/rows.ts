import { reasonTexts } from "./attention.ts";
import type { PackagesHeat } from "./heat.ts";
import { idOf, type Lookup } from "./lookup.ts";
import { numbersBy, type Ranking, statusOf } from "./ranking.ts";
import type { Structured } from "./schema.ts";

/** Packages for programs. */
export function structuredOf({ urgent, listed, others, unasked }: Ranking, heat: PackagesHeat | undefined): Structured {
  return {
    attention: urgent.map(({ lookup, attention }) => ({
      id: idOf(lookup),
      kinds: [...new Set(attention.reasons.map(({ kind }) => kind))],
      reasons: reasonTexts(attention),
    })),
    packages: listed.map(({ lookup }) => packageRow(lookup, heat)),
    listed: listed.length,
    ...(others.length === 0
      ? {}
      : { others: numbersBy(others, statusOf).map(({ name, ids }) => ({ status: name, ids })) }),
    ...(unasked.length === 0 ? {} : { notLookedUp: unasked.map(({ id }) => id) }),
  };
}

function packageRow(lookup: Lookup, checked: PackagesHeat | undefined): Structured["packages"][number] {
  if (lookup.found !== true) {
    const { id, found, what, next } = lookup;
    return { id, found, reason: found === null ? next : `${what}: ${next}` };
  }
  const { facts, heat, record } = lookup;
  const { id, abroad, isDelivered, scans, overdueHours: _, ...fields } = facts;
  const { dataOf = null, stale = false } = checked?.alerts ?? {};
  const told = isDelivered ? null : heat && { ...heat, dataOf, stale };
  return {
    id,
    found: true,
    ...fields,
    ...(abroad === undefined ? {} : { abroad }),
    lastScan: scans.at(-1) ?? null,
    ...(told === undefined ? {} : { heat: told }),
    ...(record === undefined ? {} : { scans, record }),
  };
}
