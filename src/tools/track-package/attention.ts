import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { levelsText } from "../heat/levels.ts";
import type { ToolSettings } from "../tool.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import { arrivesIntoText } from "./heat-words.ts";
import type { FoundPackage, Lookup } from "./lookup.ts";
import { scanPlaceText, scheduleText, timeText } from "./words.ts";

/**
 * The kinds of reasons in the order of attention, most urgent first. Programs rely on these codes: keep them stable.
 * `stakes` marks those that put refrigerated goods at stake while they are undelivered. Counts use the name `counted`;
 * an alert is counted by its own text, which names the place.
 */
const KINDS = {
  alert: { stakes: true, counted: undefined },
  forecast: { stakes: true, counted: "arriving into heat" },
  trouble: { stakes: true, counted: "trouble reported" },
  contradiction: { stakes: true, counted: "contradictory" },
  overdue: { stakes: true, counted: "overdue" },
  no_scan: { stakes: false, counted: "no scan for 3 days" },
  moved_later: { stakes: false, counted: "moved later" },
  not_looked_up: { stakes: false, counted: "not looked up" },
  not_found: { stakes: false, counted: "not found" },
  no_status: { stakes: false, counted: "no status" },
  delivered_late: { stakes: false, counted: "delivered late" },
  not_handed_over: { stakes: false, counted: "not yet with the carrier" },
};

type Kind = keyof typeof KINDS;

/** Every kind, most urgent first. */
export const KINDS_IN_ORDER = Object.keys(KINDS) as readonly Kind[];

/** One reason why a person should look at a package. */
export interface Reason {
  readonly kind: Kind;
  /** After the number in the headline, and in JSON. */
  readonly text: string;
  /** In the package's own line, if that says more than `text`. */
  readonly inLine?: string;
}

/** The configured orders of levels. */
export type Orders = Pick<ToolSettings, "alertLevels" | "riskLevels">;

/** The reasons why a person should look at a number, most urgent first. */
export function reasonsOf(lookup: Lookup, { alertLevels, riskLevels }: Orders): readonly Reason[] {
  if (lookup.found !== true)
    return [{ kind: lookup.found === null ? "not_looked_up" : "not_found", text: lookup.what }];
  const { facts } = lookup;
  const { overdue, scheduleSlipHours: slip, deliveredLateHours: late, isDelivered, scans, signs } = facts;
  const sinceScan = scans.at(-1)?.hoursAgo ?? 0;
  const arrivesInto = arrivesIntoText(lookup, riskLevels);
  const isUnderWay = !isDelivered && !signs.isNotHandedOver;
  return compact<Reason>(
    ...alertReasons(lookup, alertLevels),
    arrivesInto !== "" && { kind: "forecast", text: arrivesInto },
    ...signs.trouble.map((words) => ({ kind: "trouble" as const, text: quote(words) })),
    signs.contradiction !== undefined && { kind: "contradiction", text: signs.contradiction },
    overdue === true && overdueReason(facts),
    isUnderWay && sinceScan >= NO_SCAN_HOURS && { kind: "no_scan", text: `no scan for ${hoursText(sinceScan)}` },
    isUnderWay && signs.isNeverScanned && { kind: "no_scan", text: "no scan since the carrier got it" },
    // `overdue` says more: even the moved schedule has passed.
    !isDelivered && overdue !== true && (slip ?? 0) > 0 && { kind: "moved_later", text: "moved later" },
    facts.status === null && { kind: "no_status", text: "no status" },
    late !== null && late > 0 && lateReason(facts, late),
    signs.isNotHandedOver && { kind: "not_handed_over", text: "not yet with the carrier" },
  );
}

function alertReasons({ facts, heat }: FoundPackage, order: LevelOrder): readonly Reason[] {
  const ends = [
    { levels: heat?.destination, text: "alert at destination", name: "", zip: facts.to.zip },
    { levels: heat?.lastPlace, text: "alert at last place", name: scanPlaceText(facts.scans.at(-1)), zip: null },
  ];
  return ends.flatMap(({ levels, text, name, zip }) => {
    if (!levels?.length) return [];
    return { kind: "alert", text, inLine: compact(levelsText(levels, order, zip), text, name).join(" ") };
  });
}

/** Counts from the moved schedule, `lateReason` from the first. If the two differ, each names its own. */
function overdueReason(facts: PackageFacts): Reason {
  const by = facts.overdueHours === null ? "" : ` by ${hoursText(facts.overdueHours)}`;
  const against = facts.scheduleSlipHours ? " against the moved schedule" : "";
  return { kind: "overdue", text: `overdue${by}${against}`, inLine: `OVERDUE${by}, ${scheduleText(facts)}` };
}

function lateReason({ originalScheduled, scheduled, scheduleSlipHours: slip }: PackageFacts, late: number): Reason {
  const against = `against the ${originalScheduled === null ? "" : "first "}schedule`;
  const inLine = compact(
    `LATE by ${hoursText(late)} ${against}`,
    timeText(originalScheduled ?? scheduled ?? ""),
    slip !== null && slip !== 0 && scheduled !== null && `moved to ${timeText(scheduled)}`,
  ).join(", ");
  return { kind: "delivered_late", text: `delivered ${hoursText(late)} late ${against}`, inLine };
}

/** Words for refrigerated, undelivered goods that the service does not report as re-iced; else undefined. */
export function warmingText({ refrigerated, reIced, isDelivered }: PackageFacts): string | undefined {
  if (refrigerated !== true || reIced === true || isDelivered) return undefined;
  return `refrigerated${reIced === null ? ", re-icing not given" : " and not re-iced"}`;
}

/** True if a reason of this kind puts refrigerated goods at stake. */
export function endangersGoods({ kind }: Reason): boolean {
  return KINDS[kind].stakes;
}

/** The name of a reason in counts: `alert at destination`, `overdue`. */
export function countedAs({ kind, text }: Reason): string {
  return KINDS[kind].counted ?? text;
}
