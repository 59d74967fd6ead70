import { weekday } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { utcTimestamp } from "../../domain/datetime.ts";
import { type DayOrMoment, endOf, readDayOrMoment, startOf } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import { listText, plural, shortDayText, utcText, wordText } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import { isZoneless, timeText } from "./line.ts";
import { type Changes, isFound, type Lookup } from "./lookup.ts";
import { isDelivery, speaksOf } from "./report-words.ts";
import { type Scan, scanText } from "./scans.ts";

const MAX_EVENTS_IN_ROW = 5;
const MAX_NAMED = 3;

/** Adds what happened to each package after `sinceMs`. What lies ahead of `nowMs` is told once its time has come. */
export function withChanges(lookups: readonly Lookup[], sinceMs: number, nowMs: number): readonly Lookup[] {
  return lookups.map((lookup) =>
    isFound(lookup) ? { ...lookup, changes: changesBetween(lookup.facts, sinceMs, nowMs) } : lookup,
  );
}

/** The scans, and a handover or a delivery that no scan shows. */
function changesBetween(facts: PackageFacts, sinceMs: number, nowMs: number): Changes {
  const { due, handover, delivery } = facts.times;
  /** Null if it is not certain. */
  const isBetween = (event: DayOrMoment, zone: string | undefined): boolean | null => {
    const wasPast = hasPassed(startOf(event), zone, sinceMs);
    const isPast = hasPassed(startOf(event), zone, nowMs);
    if (wasPast === true || isPast === false) return false;
    return wasPast === false && isPast === true ? true : null;
  };
  const scans = facts.scans.filter(({ instantMs = Infinity }) => instantMs > sinceMs && instantMs <= nowMs);
  const mayHaveScan = facts.scans.some(({ instantMs, local }) => {
    return instantMs === undefined && isBetween(readDayOrMoment(local), undefined) !== false;
  });
  const handedOver = handover.kind !== "unknown" && isBetween(handover, facts.zone);
  const delivered = delivery.kind !== "unknown" && isBetween(delivery, facts.zone);
  const isScannedDelivery = scans.some((scan) => isDelivery(scan.report));
  const isReturned = scans.some((scan) => speaksOf("sender", scan.report));
  const handoverTime = handedOver === true && scans.length === 0 ? handover.text : null;
  const deliveryTime = delivered === true && !isScannedDelivery ? delivery.text : null;
  const events = compact(
    handoverTime && `given to the carrier ${timeText(handoverTime)}`,
    ...scans.map((scan) => `${utcClock(scan, nowMs)} ${scanText(scan)}`),
    deliveryTime && `delivered ${timeText(deliveryTime)}`,
  );
  let kind: Changes["kind"] = "unchanged";
  if (mayHaveScan || handedOver === null || delivered === null) kind = "not known";
  if (handedOver === true) kind = "given to the carrier";
  if (scans.length > 0) kind = "scanned";
  if ((delivered === true || isScannedDelivery) && !isReturned) kind = "delivered";
  const earlier = events.length - MAX_EVENTS_IN_ROW;
  return {
    events: compact(earlier > 0 && `${earlier} earlier`, ...events.slice(-MAX_EVENTS_IN_ROW)),
    hasZonelessTime: isZoneless(handoverTime) || isZoneless(deliveryTime),
    kind,
    // Without a known zone, it is told once the time has passed in all US zones.
    isNewlyOverdue: facts.overdue === true && hasPassed(endOf(due), facts.zone, sinceMs) !== true,
  };
}

export function isChanged({ changes }: Lookup): boolean {
  return changes !== undefined && changes.events.length > 0;
}

function idsOfKind(lookups: readonly Lookup[], kind: Changes["kind"]): readonly string[] {
  return lookups.filter(({ changes }) => changes?.kind === kind).map(({ id }) => id);
}

function newlyOverdueIds(lookups: readonly Lookup[]): readonly string[] {
  return lookups.filter(({ changes }) => changes?.isNewlyOverdue).map(({ id }) => id);
}

export function sinceJson(lookups: readonly Lookup[], sinceMs: number) {
  const notKnown = idsOfKind(lookups, "not known");
  return {
    at: utcTimestamp(sinceMs),
    moved: lookups.filter(isChanged).map(({ id }) => id),
    ...(notKnown.length > 0 && { notKnown }),
    overdue: newlyOverdueIds(lookups),
  };
}

/**
 * `14 of 90 packages changed since 2026-11-28 06:00Z (UTC), 3 delivered, 11 scanned: 10045 Sat 14:12Z "Delivered", Memphis TN;
 * … and 11 more. Unchanged: 10051, 10052, 10053 and 73 more.` Each package's newest event; its row has the others.
 */
export function sinceText(lookups: readonly Lookup[], sinceMs: number): string {
  const packages = lookups.filter(isFound);
  if (packages.length === 0) return "";
  const changed = packages.filter(isChanged);
  const counts = [
    `${changed.length} of ${plural(packages.length, "package")} changed since ${utcText(utcTimestamp(sinceMs))} (UTC)`,
    ...[...groupBy(changed, ({ changes }) => changes?.kind)].map(([kind, { length }]) => `${length} ${kind}`),
  ];
  const newest = changed.map(({ id, changes }) => `${wordText(id)} ${changes?.events.at(-1)}`);
  const listed = (ids: readonly string[]): string => listText(ids.map(wordText), MAX_NAMED);
  const uncertain = listed(idsOfKind(packages, "not known"));
  const unchanged = listed(idsOfKind(packages, "unchanged"));
  const overdue = listed(newlyOverdueIds(packages));
  return compact(
    `${compact(counts.join(", "), listText(newest, MAX_NAMED, "; ")).join(": ")}.`,
    uncertain && `May have changed (instant not certain): ${uncertain}.`,
    unchanged && changed.length > 0 && `Unchanged: ${unchanged}.`,
    overdue && `Overdue since then: ${overdue}.`,
  ).join(" ");
}

/** `Sat 14:12Z`, on the same clock as the instant that was asked; `Sat 11-14 14:12Z` if another Saturday may be meant. */
function utcClock({ instantMs = 0 }: Scan, nowMs: number): string {
  const at = utcTimestamp(instantMs);
  const date = at.slice(0, 10);
  const day = nowMs - instantMs < 6 * DAY_MS ? weekday(date) : shortDayText(date);
  return `${day} ${at.slice(11, 16)}Z`;
}
