import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import { plural } from "../answer/words.ts";
import { alertLevelText, type LevelAt, levelsText } from "../heat/levels.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import type { FoundPackage, Lookup } from "./lookup.ts";
import { scanPlaceText, scheduleText, timeText } from "./words.ts";

/**
 * The kinds of reasons in the order of attention, most urgent first. `stakes` marks those that put refrigerated goods
 * at stake while they are undelivered. Programs rely on these codes: keep them stable.
 */
const KINDS = [
  { kind: "alert", stakes: true },
  { kind: "trouble", stakes: true },
  { kind: "contradiction", stakes: true },
  { kind: "overdue", stakes: true },
  { kind: "no_scan", stakes: false },
  { kind: "moved_later", stakes: false },
  { kind: "not_looked_up", stakes: false },
  { kind: "not_found", stakes: false },
  { kind: "no_status", stakes: false },
  { kind: "delivered_late", stakes: false },
  { kind: "not_handed_over", stakes: false },
] as const;

type Kind = (typeof KINDS)[number]["kind"];

/** One reason why a person should look at a package. */
type Reason = ReturnType<typeof reason>;

/** A looked-up number, and the reasons why a person should look at it. */
export type Ranked = ReturnType<typeof ranked>;

/** Collects the reasons why a person should look at a number. */
export function ranked(lookup: Lookup) {
  const { facts } = lookup;
  const reasons = lookup.found === true ? reasonsOf(lookup) : [missingReason(lookup)];
  const mayBeOverdue = facts?.overdue === null && facts.scheduled !== null;
  return {
    reasons,
    /** Words for goods that may grow warm: they add to other reasons, and are no reason alone. */
    warming: facts !== undefined && reasons.length > 0 ? warmingText(facts) : undefined,
    /** Perhaps overdue: there is a schedule, but whether it has passed is not known. */
    mayBeOverdue,
    isInDoubt: reasons.length > 0 || mayBeOverdue,
    ...lookup,
  };
}

/**
 * The order of attention: goods at stake first, not re-iced before re-iced and overdue longest first; then kind by kind;
 * then those perhaps overdue; then by protection tier, the higher first. Packages in no need keep their order.
 */
export function byAttention(a: Ranked, b: Ranked): number {
  return (
    stakeOf(b) - stakeOf(a) ||
    (stakeOf(a) === 0 ? 0 : overdueHoursOf(b) - overdueHoursOf(a)) ||
    byKind(a, b) ||
    Number(b.mayBeOverdue) - Number(a.mayBeOverdue) ||
    (a.isInDoubt ? (b.facts?.tier ?? 0) - (a.facts?.tier ?? 0) : 0)
  );
}

/** 0 without goods at stake, 2 if they are not known to be re-iced. */
function stakeOf({ reasons, facts }: Ranked): 0 | 1 | 2 {
  const isAtStake = KINDS.some(({ kind, stakes }) => stakes && reasons.some((each) => each.kind === kind));
  if (!isAtStake || facts?.refrigerated !== true || facts.isDelivered) return 0;
  return facts.reIced === true ? 1 : 2;
}

function overdueHoursOf({ facts }: Ranked): number {
  return facts?.overdueHours ?? 0;
}

/** Packages with the most urgent kind come first; of those, the ones with the next kind. */
function byKind(a: Ranked, b: Ranked): number {
  const decisive = KINDS.find(({ kind }) => hasKind(a, kind) !== hasKind(b, kind));
  return decisive === undefined ? 0 : Number(hasKind(b, decisive.kind)) - Number(hasKind(a, decisive.kind));
}

function hasKind({ reasons }: Ranked, kind: Kind): boolean {
  return reasons.some((each) => each.kind === kind);
}

function missingReason({ found, what }: Exclude<Lookup, FoundPackage>): Reason {
  return found === null ? reason("not_looked_up", what, "not looked up") : reason("not_found", "not found");
}

function reasonsOf({ facts, heat }: FoundPackage): readonly Reason[] {
  const { overdue, scheduleSlipHours: slip, deliveredLateHours: late, isDelivered, scans, signs } = facts;
  const sinceScan = scans.at(-1)?.hoursAgo ?? 0;
  const isUnderWay = !isDelivered && !signs.isNotHandedOver;
  return compact<Reason>(
    alertAt("destination", heat?.destination, facts.to.zip ?? undefined),
    alertAt("last place", heat?.lastPlace, undefined, ` ${scanPlaceText(scans.at(-1))}`),
    ...signs.trouble.map((words) => reason("trouble", quote(words), "trouble reported")),
    signs.contradiction !== undefined && reason("contradiction", signs.contradiction, "contradictory"),
    overdue === true && overdueReason(facts),
    isUnderWay &&
      sinceScan >= NO_SCAN_HOURS &&
      reason("no_scan", `no scan for ${hoursText(sinceScan)}`, "no scan for 3 days"),
    isUnderWay && signs.isNeverScanned && reason("no_scan", "no scan since the carrier got it", "no scan for 3 days"),
    // `overdue` says more: even the moved schedule has passed.
    !isDelivered && overdue !== true && (slip ?? 0) > 0 && reason("moved_later", "moved later"),
    facts.status === null && reason("no_status", "no status"),
    late !== null && late > 0 && lateReason(facts, late),
    signs.isNotHandedOver && reason("not_handed_over", "not yet with the carrier"),
  );
}

/** Counts from the moved schedule, `lateReason` from the first. If the two differ, each names its own. */
function overdueReason(facts: PackageFacts): Reason {
  const by = facts.overdueHours === null ? "" : ` by ${hoursText(facts.overdueHours)}`;
  const against = facts.scheduleSlipHours ? " against the moved schedule" : "";
  return reason("overdue", `overdue${by}${against}`, "overdue", `OVERDUE${by}, ${scheduleText(facts)}`);
}

function lateReason({ originalScheduled, scheduled, scheduleSlipHours: slip }: PackageFacts, late: number): Reason {
  const against = `against the ${originalScheduled === null ? "" : "first "}schedule`;
  const opening = compact(
    `LATE by ${hoursText(late)} ${against}`,
    timeText(originalScheduled ?? scheduled ?? ""),
    slip !== null && slip !== 0 && scheduled !== null && `moved to ${timeText(scheduled)}`,
  ).join(", ");
  return reason("delivered_late", `delivered ${hoursText(late)} late ${against}`, "delivered late", opening);
}

/** One reason in three wordings: `text` after the number, `counted` in counts, `opening` first in a line. */
function reason(kind: Kind, text: string, counted: string = text, opening: string = text) {
  return { kind, text, counted, opening };
}

function alertAt(place: string, levels: readonly LevelAt[] | null | undefined, zip?: string, name: string = "") {
  const text = `alert at ${place}`;
  if (!levels?.length) return undefined;
  // A city may have many ZIPs, and many packages may be in that city: naming its ZIPs each time would be long.
  const counts = levels
    .map(({ level, zips }) => `${alertLevelText(level, undefined)} (${plural(zips.length, "ZIP")})`)
    .join(", ");
  return reason(
    "alert",
    text,
    text,
    `${zip === undefined ? counts : levelsText(levels, undefined, zip)} ${text}${name}`,
  );
}

/** Words for refrigerated, undelivered goods that the service does not report as re-iced; else undefined. */
export function warmingText({ refrigerated, reIced, isDelivered }: PackageFacts): string | undefined {
  if (refrigerated !== true || reIced === true || isDelivered) return undefined;
  return `refrigerated${reIced === null ? ", re-icing not given" : " and not re-iced"}`;
}

export function reasonTexts({ reasons, warming }: Ranked): string[] {
  return compact(...reasons.map(({ text }) => text), warming);
}

/** `2 alert at destination, 3 overdue`, most urgent kind first. A package counts once for each of its reasons. */
export function reasonCountsText(urgent: readonly Ranked[]): string {
  const reasons = urgent.flatMap((each) => each.reasons);
  const counted = new Set(
    KINDS.flatMap(({ kind }) => reasons.flatMap((each) => (each.kind === kind ? each.counted : []))),
  );
  const countOf = (name: string): number =>
    urgent.filter((each) => each.reasons.some((one) => one.counted === name)).length;
  const more = reasons.length > urgent.length ? "; some for several reasons" : "";
  return [...counted].map((name) => `${countOf(name)} ${name}`).join(", ") + more;
}
