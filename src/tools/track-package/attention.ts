import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { hoursText } from "../../domain/time-units.ts";
import { levelsText } from "../heat/alert-words.ts";
import { NO_SCAN_HOURS, type PackageFacts } from "./facts.ts";
import type { Lookup } from "./lookup.ts";
import type { Trouble } from "./trouble.ts";

/**
 * The kinds of reasons, most urgent first. Programs rely on these codes: keep them stable. `endangersGoods` tells which put
 * refrigerated goods under way at stake.
 */
export const KINDS = {
  alert: { endangersGoods: true, counted: "under a heat alert" },
  forecast: { endangersGoods: true, counted: "arriving into heat" },
  trouble: { endangersGoods: true, counted: "trouble reported" },
  contradiction: { endangersGoods: true, counted: "contradictory" },
  overdue: { endangersGoods: true, counted: "overdue" },
  no_scan: { endangersGoods: false, counted: "without a recent scan" },
  moved_later: { endangersGoods: false, counted: "moved later" },
  not_looked_up: { endangersGoods: false, counted: "not looked up" },
  not_found: { endangersGoods: false, counted: "not found" },
  no_status: { endangersGoods: false, counted: "no status" },
  delivered_late: { endangersGoods: false, counted: "delivered late" },
  not_handed_over: { endangersGoods: false, counted: "not yet with the carrier" },
  perhaps_overdue: { endangersGoods: false, counted: "perhaps overdue" },
};

export type Kind = keyof typeof KINDS;

/** A looked-up number, and why a person should look at it. */
export type Entry = Lookup & {
  readonly kinds: readonly Kind[];
  /** In words; last `refrigerated and not re-iced`, which alone is no reason. */
  readonly reasons: readonly string[];
};

export function entryOf(lookup: Lookup, alertLevels: LevelOrder): Entry {
  const reasons = reasonsOf(lookup, alertLevels).filter(([, text]) => text);
  const warming = reasons.length > 0 && warmingText(lookup.facts);
  return {
    ...lookup,
    kinds: [...new Set(reasons.map(([kind]) => kind))],
    reasons: compact(...new Set(reasons.map(([, text]) => text)), warming),
  };
}

/** Each possible reason, most urgent first. Its words are empty or false if it does not hold. */
function reasonsOf(lookup: Lookup, order: LevelOrder): readonly (readonly [Kind, string | false])[] {
  if (lookup.found !== true) return [[lookup.found === null ? "not_looked_up" : "not_found", lookup.what]];
  const { facts, forecast, heat } = lookup;
  const { isDelivered, overdue, overdueHours, scans, signs, to, zone } = facts;
  const destination = levelsText(heat?.destination ?? [], order, to.zip);
  const lastPlace = levelsText(heat?.lastPlace ?? [], order, to.zip);
  const isSame = destination === lastPlace;
  const silentHours = scans.at(-1)?.hoursAgo ?? 0;
  const isUnderWay = !isDelivered && !signs.isAwaitingHandover;
  const isMoved = !isDelivered && (facts.scheduleSlipHours ?? 0) > 0;
  const contradiction = signs.contradiction?.text ?? "";
  const lateHours = facts.deliveredLateHours ?? 0;
  const schedule = facts.originalScheduled === null ? "schedule" : "first schedule";
  const unknownZone = zone === undefined ? ", time zone not known" : "";
  return [
    ["alert", destination && `${destination} alert at destination${isSame ? " and last place" : ""}`],
    ["alert", lastPlace && !isSame && `${lastPlace} alert at last place`],
    ["forecast", forecast?.isReason === true && forecast.text],
    ...signs.troubles.map((trouble) => {
      const isQuoted = signs.contradiction?.isOfScan === true && trouble.text === scans.at(-1)?.report.text;
      return ["trouble", isQuoted ? contradiction : troubleText(trouble)] as const;
    }),
    ["trouble", signs.returnCause !== undefined && `after ${troubleText(signs.returnCause)}`],
    ["contradiction", contradiction],
    [
      "overdue",
      overdue === true && `OVERDUE${overdueHours === null ? ", hours not known" : ` by ${hoursText(overdueHours)}`}`,
    ],
    ["no_scan", isUnderWay && silentHours >= NO_SCAN_HOURS && `no scan for ${hoursText(silentHours)}`],
    ["no_scan", isUnderWay && signs.isNeverScanned && "no scan since the carrier got it"],
    ["moved_later", isMoved && "moved later"],
    ["no_status", facts.status === null && "no status"],
    ["delivered_late", lateHours > 0 && `delivered ${hoursText(lateHours)} late against the ${schedule}`],
    ["not_handed_over", !isDelivered && signs.isAwaitingHandover && "not yet with the carrier"],
    ["perhaps_overdue", overdue === null && facts.scheduled !== null && `not known whether overdue${unknownZone}`],
  ];
}

/** `"Held: customs" 16.4 h ago`. */
function troubleText({ text, hoursAgo }: Trouble): string {
  return compact(quote(text), hoursAgo !== null && `${hoursText(hoursAgo)} ago`).join(" ");
}

/** Empty unless the package is refrigerated, undelivered and not known to be re-iced. */
export function warmingText(facts: PackageFacts | undefined): string {
  if (facts?.refrigerated !== true || facts.reIced === true || facts.isDelivered) return "";
  return `refrigerated${facts.reIced === null ? ", re-icing not given" : " and not re-iced"}`;
}

/** `2 under a heat alert, 3 overdue`, most urgent kind first. A package counts once for each of its kinds. */
export function kindCountsText(urgent: readonly Entry[]): string {
  const counts = Object.entries(KINDS).map(([kind, { counted }]) => {
    const { length } = urgent.filter(({ kinds }) => kinds.includes(kind as Kind));
    return length > 0 && `${length} ${counted}`;
  });
  const isSeveral = urgent.some(({ kinds }) => kinds.length > 1);
  return `${compact(...counts).join(", ")}${isSeveral ? "; some for several reasons" : ""}`;
}
