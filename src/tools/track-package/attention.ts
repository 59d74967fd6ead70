import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { levelsText } from "../heat/levels.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import type { Lookup } from "./lookup.ts";

/**
 * The kinds of reasons in the order of attention, most urgent first. Programs rely on these codes: keep them stable.
 * `stakes` marks those that put refrigerated goods at stake while they are undelivered. Counts use the name `counted`.
 */
const KINDS = {
  alert: { stakes: true, counted: "under a heat alert" },
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
  perhaps_overdue: { stakes: false, counted: "perhaps overdue" },
};

type Kind = keyof typeof KINDS;

/** Every kind, most urgent first. */
const KINDS_IN_ORDER = Object.keys(KINDS) as readonly Kind[];

/** The most packages that get a row without `limit`. */
const MOST_ROWS = 20;

/** A looked-up number, and the reasons why a person should look at it. */
export type Ranked = Lookup & {
  readonly kinds: readonly Kind[];
  /** The reasons in words, and that goods grow warm: that adds to other reasons, and is none alone. */
  readonly reasons: readonly string[];
  /** Figures to compare one after the other; the higher one is more urgent. */
  readonly urgency: readonly number[];
};

/** All numbers that were asked, most urgent first, and those that have a row of their own. */
export type Ranking = ReturnType<typeof rankingOf>;

/** Ranks packages, most urgent first. Without `limit`, a list over 20 has rows only for packages in need. */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined, alertLevels: LevelOrder) {
  const all = lookups
    .filter((lookup) => lookup.found !== null || !lookup.isUnasked)
    .map((lookup) => ranked(lookup, alertLevels))
    .sort(byUrgency);
  const urgent = all.filter(({ kinds }) => kinds.length > 0);
  const rows = limit ?? Math.min(all.length > MOST_ROWS ? urgent.length : MOST_ROWS, MOST_ROWS);
  return {
    all,
    urgent,
    listed: all.slice(0, rows),
    others: all.slice(rows),
    /** Numbers that the caller can send again unchanged. */
    unasked: lookups.flatMap((lookup) => (lookup.found === null && lookup.isUnasked ? lookup : [])),
  };
}

function ranked(lookup: Lookup, alertLevels: LevelOrder): Ranked {
  const { facts } = lookup;
  const found = reasonsOf(lookup, alertLevels).filter(([, text]) => text);
  const kinds = KINDS_IN_ORDER.filter((wanted) => found.some(([kind]) => kind === wanted));
  const stake = stakeOf(facts, kinds);
  return {
    ...lookup,
    kinds,
    reasons: compact(...found.map(([, text]) => text), kinds.length > 0 && warmingText(facts)),
    urgency: [
      stake,
      stake === 0 ? 0 : Math.max(facts?.overdueHours ?? 0, 0),
      ...KINDS_IN_ORDER.map((kind) => Number(kinds.includes(kind))),
      kinds.length > 0 ? (facts?.tier ?? 0) : 0,
    ],
  };
}

/** 2 if refrigerated goods under way are at stake, 1 if they were re-iced, else 0. */
function stakeOf(facts: PackageFacts | undefined, kinds: readonly Kind[]): 0 | 1 | 2 {
  if (facts?.refrigerated !== true || facts.isDelivered || !kinds.some((kind) => KINDS[kind].stakes)) return 0;
  return facts.reIced === true ? 1 : 2;
}

function byUrgency(a: Ranked, b: Ranked): number {
  const differences = b.urgency.map((figure, index) => figure - (a.urgency[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** Each possible reason with its words, which are empty if it does not hold. */
function reasonsOf(lookup: Lookup, order: LevelOrder): readonly (readonly [Kind, string | false])[] {
  if (lookup.found !== true) return [[lookup.found === null ? "not_looked_up" : "not_found", lookup.what]];
  const { facts, forecast, heat } = lookup;
  const { isDelivered, overdue, overdueHours, scans, signs, to } = facts;
  const [there = "", last = ""] = [heat?.destination, heat?.lastPlace].map((levels) =>
    levelsText(levels ?? [], order, to.zip),
  );
  const silentHours = scans.at(-1)?.hoursAgo ?? 0;
  const isUnderWay = !isDelivered && !signs.isNotHandedOver;
  const isMoved = !isDelivered && (facts.scheduleSlipHours ?? 0) > 0;
  const lateHours = facts.deliveredLateHours ?? 0;
  const against = `against the ${facts.originalScheduled === null ? "" : "first "}schedule`;
  return [
    ["alert", there && `${there} alert at destination${there === last ? " and last place" : ""}`],
    ["alert", last && last !== there && `${last} alert at last place`],
    ["forecast", forecast?.isReason === true && forecast.text],
    ...signs.trouble.map((words) => ["trouble", quote(words)] as const),
    ["contradiction", signs.contradiction ?? ""],
    ["overdue", overdue === true && `OVERDUE${overdueHours === null ? "" : ` by ${hoursText(overdueHours)}`}`],
    ["no_scan", isUnderWay && silentHours >= NO_SCAN_HOURS && `no scan for ${hoursText(silentHours)}`],
    ["no_scan", isUnderWay && signs.isNeverScanned && "no scan since the carrier got it"],
    ["moved_later", isMoved && "moved later"],
    ["no_status", facts.status === null && "no status"],
    ["delivered_late", lateHours > 0 && `delivered ${hoursText(lateHours)} late ${against}`],
    ["not_handed_over", signs.isNotHandedOver && "not yet with the carrier"],
    ["perhaps_overdue", overdue === null && facts.scheduled !== null && "not known whether overdue"],
  ];
}

/** Words for refrigerated, undelivered goods that the service does not report as re-iced; else empty. */
export function warmingText(facts: PackageFacts | undefined): string {
  if (facts?.refrigerated !== true || facts.reIced === true || facts.isDelivered) return "";
  return `refrigerated${facts.reIced === null ? ", re-icing not given" : " and not re-iced"}`;
}

/** `2 under a heat alert, 3 overdue`, most urgent kind first. A package counts once for each of its kinds. */
export function kindCountsText(urgent: readonly Ranked[]): string {
  const counts = KINDS_IN_ORDER.map((kind) => {
    const { length } = urgent.filter(({ kinds }) => kinds.includes(kind));
    return length > 0 && `${length} ${KINDS[kind].counted}`;
  });
  const isSeveral = urgent.some(({ kinds }) => kinds.length > 1);
  return `${compact(...counts).join(", ")}${isSeveral ? "; some for several reasons" : ""}`;
}

/** The name of the most urgent reason, such as `overdue`; undefined without one. */
export function firstKindText({ kinds: [first] }: Ranked): string | undefined {
  return first && KINDS[first].counted;
}
