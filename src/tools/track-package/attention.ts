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

/** The reasons why a package needs a person, and their urgency: 0 is the most urgent. */
export interface Attention {
  readonly rank: number;
  readonly reasons: readonly string[];
}

/** Ranks after the last reason. */
const FINE = 99;

/** True for goods that must stay cold and, as far as the service says, were not re-iced. */
function isWarming({ refrigerated, reIced, isDelivered }: PackageFacts): boolean {
  return refrigerated === true && reIced !== true && !isDelivered;
}

/** The reasons why a package needs a person, the most urgent first. */
export function attentionOf(lookup: Lookup): Attention {
  if (lookup.found !== true) {
    return lookup.found === false
      ? { rank: 9, reasons: ["not found"] }
      : { rank: 8, reasons: ["could not be looked up"] };
  }
  const { facts, heat } = lookup;
  const { overdue, scheduleSlipHours, isDelivered, status } = facts;
  const late = facts.deliveredLateHours ?? 0;
  const sinceScan = facts.scans.at(-1)?.hoursAgo ?? 0;
  const isWarm = isWarming(facts);
  const hot = isWarm ? 0 : facts.refrigerated === true ? 1 : 2;
  const checks: readonly (readonly [boolean, number, string])[] = [
    [isHot(heat?.destination), hot, "alert at destination"],
    [isHot(heat?.lastPlace), hot, "alert at last place"],
    [overdue === true, isWarm ? 3 : 4, "overdue"],
    [late > 0, 5, `delivered ${hoursText(late)} late against the first schedule`],
    [!isDelivered && (scheduleSlipHours ?? 0) > 0, 6, "moved later"],
    [!isDelivered && sinceScan >= NO_SCAN_HOURS, 7, `no scan for ${hoursText(sinceScan)}`],
    [status === null, 10, "no status"],
  ];
  const met = checks.filter(([isMet]) => isMet);
  if (met.length === 0) return { rank: FINE, reasons: [] };
  const reasons = met.map(([, , reason]) => reason);
  const cold = isWarm
    ? [facts.reIced === null ? "refrigerated, re-icing not given" : "refrigerated and not re-iced"]
    : [];
  return { rank: Math.min(...met.map(([, rank]) => rank)), reasons: [...reasons, ...cold] };
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
