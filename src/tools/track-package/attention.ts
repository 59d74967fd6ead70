import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { hoursText } from "../../domain/time-units.ts";
import { levelsText } from "../heat/levels.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import type { Lookup, Missing } from "./lookup.ts";
import { isChanged } from "./since.ts";
import type { Trouble } from "./trouble.ts";

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
  /** The kinds of its reasons, most urgent first. */
  readonly kinds: readonly Kind[];
  /** Each reason in words, then `refrigerated and not re-iced` of goods that have a reason. Alone, that is no reason. */
  readonly reasons: readonly string[];
};

/**
 * The numbers of a call: `unasked`, and `all` that were asked, which stand in this table, most urgent first. `urgent` is its
 * left column.
 *
 *                         needs attention    needs nothing
 *   a row of its own      in `listed`        in `listed`
 *   a number in a group   in `others`        in `others`
 */
export interface Ranking {
  readonly all: readonly Ranked[];
  readonly urgent: readonly Ranked[];
  readonly listed: readonly Ranked[];
  readonly others: readonly Ranked[];
  /** The caller can send these again unchanged. */
  readonly unasked: readonly Missing[];
}

/**
 * Ranks packages, most urgent first. All have rows, up to 20 or `limit`. Of more than 20 without `limit`, only those in
 * need have rows; with `since`, only those that changed, and numbers without a package.
 */
export function rankingOf(lookups: readonly Lookup[], limit: number | undefined, alertLevels: LevelOrder): Ranking {
  const isUnasked = (lookup: Lookup): lookup is Missing => lookup.found === null && lookup.isUnasked;
  const all = lookups
    .filter((lookup) => !isUnasked(lookup))
    .map((lookup) => ranked(lookup, alertLevels))
    .sort(byUrgency);
  const urgent = all.filter(({ kinds }) => kinds.length > 0);
  const listed = rowsAmong(all, urgent, limit).slice(0, limit ?? MOST_ROWS);
  return {
    all,
    urgent,
    listed,
    others: all.filter((each) => !listed.includes(each)),
    unasked: lookups.filter(isUnasked),
  };
}

function rowsAmong(all: readonly Ranked[], urgent: readonly Ranked[], limit: number | undefined): readonly Ranked[] {
  const hasSince = all.some(({ changes }) => changes !== undefined);
  if (hasSince && all.length > 1) return all.filter((each) => each.found !== true || isChanged(each));
  return limit === undefined && all.length > MOST_ROWS ? urgent : all;
}

function ranked(lookup: Lookup, alertLevels: LevelOrder): Ranked {
  const found = reasonsOf(lookup, alertLevels).filter(([, text]) => text);
  const kinds = [...new Set(found.map(([kind]) => kind))];
  const reasons = compact(...found.map(([, text]) => text), kinds.length > 0 && warmingText(lookup.facts));
  return { ...lookup, kinds, reasons };
}

/** Compares figure by figure; the higher one is more urgent. Equals keep the order in which they were asked. */
function byUrgency(a: Ranked, b: Ranked): number {
  const [own, other] = [urgencyOf(a), urgencyOf(b)];
  // Only a package without need has no figures.
  if (own.length !== other.length) return other.length - own.length;
  const differences = other.map((figure, index) => figure - (own[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/** The figures of docs/outputs.md ("Attention has this order"), the deciding one first. None for a package without need. */
function urgencyOf({ facts, heat, kinds }: Ranked): readonly number[] {
  if (kinds.length === 0) return [];
  const stake = stakeOf(facts, kinds);
  const stakeOverdueHours = stake === 0 ? 0 : Math.max(facts?.overdueHours ?? 0, 0);
  // 1 for each kind that it has, such as 0, 0, 1, 0, … for trouble alone.
  const hasKinds = KINDS_IN_ORDER.map((kind) => Number(kinds.includes(kind)));
  // The service's protection tier: 2 before 0.
  const tier = facts?.tier ?? 0;
  const hasDestinationAlert = heat?.destination?.length ? 1 : 0;
  // Negative until it is due, so the earlier due is the higher.
  const hoursPastDue = facts?.overdueHours ?? -Number.MAX_VALUE;
  return [stake, stakeOverdueHours, ...hasKinds, tier, hasDestinationAlert, hoursPastDue];
}

/** 2 if refrigerated goods under way are at stake, 1 if they were re-iced, else 0. */
function stakeOf(facts: PackageFacts | undefined, kinds: readonly Kind[]): 0 | 1 | 2 {
  if (facts?.refrigerated !== true || facts.isDelivered || !kinds.some((kind) => KINDS[kind].stakes)) return 0;
  return facts.reIced === true ? 1 : 2;
}

/** Each possible reason with its words, which are empty if it does not hold; in the order of attention. */
function reasonsOf(lookup: Lookup, order: LevelOrder): readonly (readonly [Kind, string | false])[] {
  if (lookup.found !== true) return [[lookup.found === null ? "not_looked_up" : "not_found", lookup.what]];
  const { facts, forecast, heat } = lookup;
  const { isDelivered, overdue, overdueHours, scans, signs, to } = facts;
  const there = levelsText(heat?.destination ?? [], order, to.zip);
  const last = levelsText(heat?.lastPlace ?? [], order, to.zip);
  const silentHours = scans.at(-1)?.hoursAgo ?? 0;
  const isUnderWay = !isDelivered && !signs.isNotHandedOver;
  const isMoved = !isDelivered && (facts.scheduleSlipHours ?? 0) > 0;
  const lateHours = facts.deliveredLateHours ?? 0;
  const against = `against the ${facts.originalScheduled === null ? "" : "first "}schedule`;
  const zoneless = facts.times.zone === undefined ? ", time zone not known" : "";
  return [
    ["alert", there && `${there} alert at destination${there === last ? " and last place" : ""}`],
    ["alert", last && last !== there && `${last} alert at last place`],
    ["forecast", forecast?.isReason === true && forecast.text],
    ...signs.troubles.map((each) => ["trouble", troubleText(each)] as const),
    ["trouble", signs.returnCause !== undefined && `after ${troubleText(signs.returnCause)}`],
    ["contradiction", signs.contradiction],
    ["overdue", overdue === true && `OVERDUE${overdueHours === null ? "" : ` by ${hoursText(overdueHours)}`}`],
    ["no_scan", isUnderWay && silentHours >= NO_SCAN_HOURS && `no scan for ${hoursText(silentHours)}`],
    ["no_scan", isUnderWay && signs.isNeverScanned && "no scan since the carrier got it"],
    ["moved_later", isMoved && "moved later"],
    ["no_status", facts.status === null && "no status"],
    ["delivered_late", lateHours > 0 && `delivered ${hoursText(lateHours)} late ${against}`],
    ["not_handed_over", signs.isNotHandedOver && "not yet with the carrier"],
    ["perhaps_overdue", overdue === null && facts.scheduled !== null && `not known whether overdue${zoneless}`],
  ];
}

/** `"Held: customs" 16.4 h ago`. */
function troubleText({ text, hoursAgo }: Trouble): string {
  return compact(quote(text), hoursAgo !== null && `${hoursText(hoursAgo)} ago`).join(" ");
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
