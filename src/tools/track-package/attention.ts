import { hoursText } from "../../domain/hours.ts";
import type { LevelAt } from "../heat/levels.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat } from "./heat.ts";

/** A package without a scan for so long is perhaps lost. */
const NO_SCAN_HOURS = 72;

/** A package, with every number that it was asked for by. */
export interface FoundPackage {
  readonly found: true;
  readonly ids: readonly string[];
  readonly facts: PackageFacts;
  readonly heat?: PackageHeat | undefined;
  /** For `detail: "full"`. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** A package, or why there is none; `found` is null where the service could not be asked. */
export type Lookup = FoundPackage | { readonly found: false | null; readonly id: string; readonly reason: string };

/** The kinds of reasons, the most urgent first. Within a kind, goods that grow warm come first. */
const KINDS = ["alert", "overdue", "late", "moved", "no scan", "not looked up", "not found", "no status"] as const;
type Kind = (typeof KINDS)[number];

/** The reasons why a package needs a person, the most urgent first, and their place among those of other packages. */
export interface Attention {
  /** 0 is the most urgent. */
  readonly rank: number;
  /** Of the most urgent reason. */
  readonly kind?: Kind;
  readonly reasons: readonly string[];
}

/** True for goods that must stay cold and, as far as the service says, were not re-iced. */
function isWarming({ refrigerated, reIced, isDelivered }: PackageFacts): boolean {
  return refrigerated === true && reIced !== true && !isDelivered;
}

/** Judges a package by each reason in turn. */
export function attentionOf(lookup: Lookup): Attention {
  if (lookup.found === null) return attention([["not looked up", "could not be looked up"]]);
  if (!lookup.found) return attention([["not found", "not found"]]);
  const { facts, heat } = lookup;
  const { overdue, scheduleSlipHours, isDelivered, status } = facts;
  const late = facts.deliveredLateHours ?? 0;
  const sinceScan = facts.scans.at(-1)?.hoursAgo ?? 0;
  const checks: readonly (readonly [isMet: boolean, kind: Kind, reason: string])[] = [
    [isHot(heat?.destination), "alert", "alert at destination"],
    [isHot(heat?.lastPlace), "alert", "alert at last place"],
    [overdue === true, "overdue", "overdue"],
    [late > 0, "late", `delivered ${hoursText(late)} late against the first schedule`],
    [!isDelivered && (scheduleSlipHours ?? 0) > 0, "moved", "moved later"],
    [!isDelivered && sinceScan >= NO_SCAN_HOURS, "no scan", `no scan for ${hoursText(sinceScan)}`],
    [status === null, "no status", "no status"],
  ];
  const met = checks.flatMap(([isMet, kind, reason]) => (isMet ? [[kind, reason] as const] : []));
  return attention(met, facts);
}

function attention(met: readonly (readonly [Kind, string])[], facts?: PackageFacts): Attention {
  const [first] = met;
  if (first === undefined) return { rank: Number.POSITIVE_INFINITY, reasons: [] };
  const [kind] = first;
  const reasons = met.map(([, reason]) => reason);
  const isWarm = facts !== undefined && isWarming(facts);
  if (isWarm) reasons.push(facts.reIced === null ? "refrigerated, re-icing not given" : "refrigerated and not re-iced");
  const warmth = isWarm ? 0 : facts?.refrigerated === true ? 1 / 3 : 2 / 3;
  return { rank: KINDS.indexOf(kind) + warmth, kind, reasons };
}

/** The order of these packages in words, where their reasons differ. */
export function orderNote(ranked: readonly Attention[]): string | undefined {
  const kinds = new Set(ranked.flatMap(({ kind }) => kind ?? []));
  return kinds.size > 1 ? `Order: ${[...kinds].join(", ")}.` : undefined;
}

/** True where an alert is known to be in force at a place. */
export function isHot(levels: PackageHeat["destination"] | undefined): levels is readonly LevelAt[] {
  return levels !== undefined && levels !== null && levels.length > 0;
}

/** The packages that were found. */
export function packagesOf(lookups: readonly Lookup[]): PackageFacts[] {
  return lookups.flatMap((lookup) => (lookup.found === true ? [lookup.facts] : []));
}

export function idOf(lookup: Lookup): string {
  return lookup.found === true ? lookup.facts.id : lookup.id;
}
