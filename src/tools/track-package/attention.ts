import { quote } from "../../domain/clean.ts";
import { hoursText } from "../../domain/hours.ts";
import { given, plural } from "../answer/words.ts";
import { type LevelAt, levelsText, levelText } from "../heat/levels.ts";
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
  const kinds = new Set(reasons.map(({ kind }) => kind));
  const weight = KINDS.reduce((sum, kind) => sum * 2 + (kinds.has(kind) ? 1 : 0), 0);
  const warming = isUrgent && facts !== undefined ? warmingText(facts) : undefined;
  const mayBeOverdue = facts?.overdue === null && facts.scheduled !== null;
  const next = isUrgent ? facts?.refrigerated === true && 1 / 3 : mayBeOverdue && 1 / 2;
  return {
    ...lookup,
    reasons,
    /** Words for goods that may grow warm: they add to other reasons, and are no reason alone. */
    warming,
    /** Perhaps overdue: there is a schedule, but whether it has passed is not known. */
    mayBeOverdue,
    /** A kind outweighs all less urgent kinds; refrigerated goods break ties. 0 if no person is or may be needed. */
    urgency: weight + (warming === undefined ? Number(next) : 2 / 3),
  };
}

function reasonsOf({ facts, heat }: FoundPackage): readonly Reason[] {
  const { overdue, overdueHours, scheduleSlipHours: slip, isDelivered, scheduled, originalScheduled, scans } = facts;
  const late = facts.deliveredLateHours ?? 0;
  const sinceScan = scans.at(-1)?.hoursAgo ?? 0;
  // `overdue` counts from the moved schedule, `delivered_late` from the first. If they differ, each names its own.
  const by = overdueHours === null ? "" : ` by ${hoursText(overdueHours)}`;
  const lateBy = [hoursText(late), `against the ${originalScheduled === null ? "" : "first "}schedule`];
  return given<Reason>(
    alertAt("destination", heat?.destination, facts.to.zip ?? undefined),
    alertAt("last place", heat?.lastPlace, undefined, ` ${scanPlaceText(scans.at(-1))}`),
    ...facts.trouble.map((words) => reason("trouble", quote(words), "trouble reported")),
    overdue === true &&
      reason(
        "overdue",
        `overdue${by}${slip ? " against the moved schedule" : ""}`,
        "overdue",
        `OVERDUE${by}, ${scheduleText(facts)}`,
      ),
    late > 0 &&
      reason(
        "delivered_late",
        `delivered ${lateBy.join(" late ")}`,
        "delivered late",
        given(
          `LATE by ${lateBy.join(" ")}`,
          timeText(originalScheduled ?? scheduled ?? ""),
          slip !== null && slip !== 0 && scheduled !== null && `moved to ${timeText(scheduled)}`,
        ).join(", "),
      ),
    // `overdue` says more: even the moved schedule has passed.
    !isDelivered && overdue !== true && (slip ?? 0) > 0 && reason("moved_later", "moved later"),
    !isDelivered &&
      sinceScan >= NO_SCAN_HOURS &&
      reason("no_scan", `no scan for ${hoursText(sinceScan)}`, "no scan for 3 days"),
    facts.status === null && reason("no_status", "no status"),
  );
}

/** One reason in three wordings: `text` after the number, `counted` in counts, `opening` first in a line. */
function reason(kind: (typeof KINDS)[number], text: string, counted: string = text, opening: string = text) {
  return { kind, text, counted, opening };
}

function alertAt(place: string, levels: readonly LevelAt[] | null | undefined, zip?: string, name: string = "") {
  const text = `alert at ${place}`;
  if (!levels?.length) return undefined;
  // A city may have many ZIPs, and many packages may be in that city: naming its ZIPs each time would be long.
  const counts = levels.map(({ level, zips }) => `${levelText(level)} (${plural(zips.length, "ZIP")})`).join(", ");
  return reason("alert", text, text, `${zip === undefined ? counts : levelsText(levels, zip)} ${text}${name}`);
}

/** Words for refrigerated, undelivered goods that the service does not report as re-iced; else undefined. */
export function warmingText({ refrigerated, reIced, isDelivered }: PackageFacts): string | undefined {
  if (refrigerated !== true || reIced === true || isDelivered) return undefined;
  return `refrigerated${reIced === null ? ", re-icing not given" : " and not re-iced"}`;
}

export function reasonTexts({ reasons, warming }: Ranked): string[] {
  return given(...reasons.map(({ text }) => text), warming);
}

/** `2 alert at destination, 3 overdue`, most urgent kind first. A package counts once for each of its reasons. */
export function countsText(urgent: readonly Ranked[]): string {
  const reasons = urgent.flatMap((each) => each.reasons);
  const counted = new Set(KINDS.flatMap((kind) => reasons.flatMap((each) => (each.kind === kind ? each.counted : []))));
  const countOf = (name: string): number =>
    urgent.filter((each) => each.reasons.some((one) => one.counted === name)).length;
  const more = reasons.length > urgent.length ? "; some for several reasons" : "";
  return [...counted].map((name) => `${countOf(name)} ${name}`).join(", ") + more;
}
