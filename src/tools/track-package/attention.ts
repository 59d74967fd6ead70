import { quote } from "../../domain/clean.ts";
import { hoursText } from "../../domain/hours.ts";
import { given } from "../answer/words.ts";
import { type LevelAt, levelsText } from "../heat/levels.ts";
import type { PackageFacts } from "./facts.ts";
import type { PackageHeat } from "./heat.ts";
import type { Lookup } from "./lookup.ts";
import { lastPlaceText } from "./scans.ts";
import { scheduleText } from "./schedule.ts";
import { troubleOf } from "./trouble.ts";

/** A package without a scan for so long is perhaps lost. */
export const NO_SCAN_HOURS = 72;

/** The kinds of reasons, the most urgent first: stable codes for programs. */
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
type Kind = (typeof KINDS)[number];

/** One reason why a package needs a person. */
interface Reason {
  readonly kind: Kind;
  /** Behind the package's number: `overdue by 30.4 h`. */
  readonly text: string;
  /** Where packages are counted: `overdue`. */
  readonly counted: string;
  /** At the beginning of the package's own line. */
  readonly opening: string;
}

/** The reasons why a package needs a person, the most urgent first. */
export interface Attention {
  readonly reasons: readonly Reason[];
  /** Goods that grow warm: a further reason beside others, none alone. */
  readonly warming: string | undefined;
  /** Perhaps overdue: the schedule has passed in some US zones, and the recipient's is not known. */
  readonly isUnclear: boolean;
  /** Packages are compared kind by kind, then by goods that grow warm. 0 where nothing needs a person. */
  readonly urgency: number;
}

/** Judges a package by each reason in turn. */
export function attentionOf(lookup: Lookup): Attention {
  if (lookup.found === true) return attention(reasonsOf(lookup.facts, lookup.heat), lookup.facts);
  return attention([
    lookup.found === null
      ? reason("not_looked_up", "could not be looked up", "not looked up")
      : reason("not_found", "not found"),
  ]);
}

function reasonsOf(facts: PackageFacts, heat: PackageHeat | undefined): readonly Reason[] {
  const { overdue, overdueHours, scheduleSlipHours, isDelivered, status, scans, to } = facts;
  const late = facts.deliveredLateHours ?? 0;
  const [lateBy, against] = [hoursText(late), " against the first schedule"];
  const sinceScan = scans.at(-1)?.hoursAgo ?? 0;
  const by = overdueHours === null ? "" : ` by ${hoursText(overdueHours)}`;
  return given<Reason>(
    isHot(heat?.destination) && alertAt("destination", levelsText(heat.destination, to.zip ?? undefined)),
    isHot(heat?.lastPlace) && alertAt("last place", levelsText(heat.lastPlace), ` ${lastPlaceText(facts)}`),
    ...troubleOf(facts).map((words) => reason("trouble", quote(words), "trouble reported")),
    overdue === true && reason("overdue", `overdue${by}`, "overdue", scheduleText(facts)),
    late > 0 &&
      reason("delivered_late", `delivered ${lateBy} late${against}`, "delivered late", `LATE by ${lateBy}${against}`),
    // A package that is overdue moved further than its schedule.
    !isDelivered && overdue !== true && (scheduleSlipHours ?? 0) > 0 && reason("moved_later", "moved later"),
    !isDelivered &&
      sinceScan >= NO_SCAN_HOURS &&
      reason("no_scan", `no scan for ${hoursText(sinceScan)}`, "no scan for 3 days"),
    status === null && reason("no_status", "no status"),
  );
}

function reason(kind: Kind, text: string, counted: string = text, opening: string = text): Reason {
  return { kind, text, counted, opening };
}

function alertAt(place: string, levels: string, name: string = ""): Reason {
  const text = `alert at ${place}`;
  return reason("alert", text, text, `${levels} ${text}${name}`);
}

function attention(reasons: readonly Reason[], facts?: PackageFacts): Attention {
  const isUnclear = facts !== undefined && facts.overdue === null && facts.scheduled !== null;
  if (reasons.length === 0) return { reasons, warming: undefined, isUnclear, urgency: isUnclear ? 1 / 2 : 0 };
  const { refrigerated, reIced } = facts ?? {};
  const isWarm = facts !== undefined && isWarming(facts);
  const kinds = new Set(reasons.map(({ kind }) => kind));
  const weight = KINDS.reduce((sum, kind) => sum * 2 + (kinds.has(kind) ? 1 : 0), 0);
  return {
    reasons,
    isUnclear,
    warming: isWarm ? `refrigerated${reIced === null ? ", re-icing not given" : " and not re-iced"}` : undefined,
    urgency: weight + (isWarm ? 2 / 3 : refrigerated === true ? 1 / 3 : 0),
  };
}

/** Goods that must stay cold and, as far as the service says, were not re-iced. */
export function isWarming({ refrigerated, reIced, isDelivered }: PackageFacts): boolean {
  return refrigerated === true && reIced !== true && !isDelivered;
}

/** Compares reasons by their kind, the most urgent first. */
export function byKind(a: Reason, b: Reason): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

/** The order of these packages in words, where their most urgent reasons differ. */
export function orderNote(ranked: readonly Attention[]): string | undefined {
  const kinds = new Set(ranked.flatMap(({ reasons: [first] }) => first?.kind.replaceAll("_", " ") ?? []));
  return kinds.size > 1 ? `Sorted by urgency: ${[...kinds].join(", ")}.` : undefined;
}

/** The reasons of a package in words. */
export function reasonTexts({ reasons, warming }: Attention): string[] {
  return given(...reasons.map(({ text }) => text), warming);
}

/** True where an alert is known to be in force at a place. */
export function isHot(levels: PackageHeat["destination"] | undefined): levels is readonly LevelAt[] {
  return levels !== undefined && levels !== null && levels.length > 0;
}
