import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import { plural } from "../answer/words.ts";
import { alertLevelText, type LevelAt, levelsText } from "../heat/levels.ts";
import type { PackageFacts } from "./facts.ts";
import type { FoundPackage, Lookup } from "./lookup.ts";
import { scanPlaceText, scheduleText, timeText } from "./words.ts";

/** After this many hours without a scan, a package may be lost. */
export const NO_SCAN_HOURS = 72;

/** The kinds of reasons, most urgent first. Programs rely on these codes: keep them stable. */
const KINDS = [
  "alert",
  "trouble",
  "overdue",
  "delivered_late",
  "moved_later",
  "no_scan",
  "not_looked_up",
  "not_found",
  "no_status",
] as const;

/** One reason why a package needs a person. */
type Reason = ReturnType<typeof reason>;

/** A looked-up number, the reasons why it needs a person, and its urgency. */
export type Ranked = ReturnType<typeof ranked>;

/** Collects the reasons why a look-up needs a person, and computes its urgency from their kinds. */
export function ranked(lookup: Lookup) {
  const { found, facts } = lookup;
  const reasons =
    found === true
      ? reasonsOf(lookup)
      : [found === null ? reason("not_looked_up", lookup.what, "not looked up") : reason("not_found", "not found")];
  const isUrgent = reasons.length > 0;
  const weight = reasons.reduce((bits, { kind }) => bits | (1 << (KINDS.length - 1 - KINDS.indexOf(kind))), 0);
  const warming = isUrgent && facts !== undefined ? warmingText(facts) : undefined;
  const mayBeOverdue = facts?.overdue === null && facts.scheduled !== null;
  const next = isUrgent ? facts?.refrigerated === true && 1 / 3 : mayBeOverdue && 1 / 2;
  return {
    reasons,
    /** Words for goods that may grow warm: they add to other reasons, and are no reason alone. */
    warming,
    /** Perhaps overdue: there is a schedule, but whether it has passed is not known. */
    mayBeOverdue,
    /** A kind outweighs all less urgent kinds; refrigerated goods break ties. 0 if no person is or may be needed. */
    urgency: weight + (warming === undefined ? Number(next) : 2 / 3),
    ...lookup,
  };
}

function reasonsOf({ facts, heat }: FoundPackage): readonly Reason[] {
  const { overdue, scheduleSlipHours: slip, deliveredLateHours: late, isDelivered, scans } = facts;
  const sinceScan = scans.at(-1)?.hoursAgo ?? 0;
  return compact<Reason>(
    alertAt("destination", heat?.destination, facts.to.zip ?? undefined),
    alertAt("last place", heat?.lastPlace, undefined, ` ${scanPlaceText(scans.at(-1))}`),
    ...facts.trouble.map((words) => reason("trouble", quote(words), "trouble reported")),
    overdue === true && overdueReason(facts),
    late !== null && late > 0 && lateReason(facts, late),
    // `overdue` says more: even the moved schedule has passed.
    !isDelivered && overdue !== true && (slip ?? 0) > 0 && reason("moved_later", "moved later"),
    !isDelivered &&
      sinceScan >= NO_SCAN_HOURS &&
      reason("no_scan", `no scan for ${hoursText(sinceScan)}`, "no scan for 3 days"),
    facts.status === null && reason("no_status", "no status"),
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
function reason(kind: (typeof KINDS)[number], text: string, counted: string = text, opening: string = text) {
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
  const counted = new Set(KINDS.flatMap((kind) => reasons.flatMap((each) => (each.kind === kind ? each.counted : []))));
  const countOf = (name: string): number =>
    urgent.filter((each) => each.reasons.some((one) => one.counted === name)).length;
  const more = reasons.length > urgent.length ? "; some for several reasons" : "";
  return [...counted].map((name) => `${countOf(name)} ${name}`).join(", ") + more;
}
