import { weekday } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { utcTimestamp } from "../../domain/datetime.ts";
import { type DayOrMoment, readDayOrMoment, startOf } from "../../domain/due.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { listText, plural, utcText, wordText } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import { timeText } from "./line.ts";
import { type Changes, isFound, type Lookup } from "./lookup.ts";
import { isDelivery, speaksOf } from "./report-words.ts";
import { type Scan, scanText } from "./scans.ts";

/** The newest events of a package, in its row. */
const MAX_EVENTS = 5;
/** Packages in each list of the headline. */
const MAX_NAMED = 3;

/** Adds what happened to each package after `sinceMs`, as far as the instants are certain. */
export function withChanges(lookups: readonly Lookup[], sinceMs: number, nowMs: number): readonly Lookup[] {
  return lookups.map((lookup) =>
    isFound(lookup) ? { ...lookup, changes: changesBetween(lookup.facts, sinceMs, nowMs) } : lookup,
  );
}

/** The scans, and a handover or a delivery that no scan shows. */
function changesBetween(facts: PackageFacts, sinceMs: number, nowMs: number): Changes {
  const { overdueHours, zone } = facts;
  const { delivery, handover } = facts.times;
  const isBetween = (event: DayOrMoment): boolean =>
    hasPassed(startOf(event), zone, sinceMs) === false && hasPassed(startOf(event), zone, nowMs) === true;
  const scans = facts.scans.filter(({ instantMs = 0 }) => instantMs > sinceMs);
  const isScannedDelivery = scans.some((scan) => isDelivery(scan.report));
  const isDelivered = isScannedDelivery || isBetween(delivery);
  const isHandedOver = scans.length === 0 && isBetween(handover);
  const events = compact(
    isHandedOver && `given to the carrier ${timeText(handover.text ?? "")}`,
    ...scans.map((scan) => `${utcClock(scan)} ${scanText(scan)}`),
    isDelivered && !isScannedDelivery && `delivered ${timeText(delivery.text ?? "")}`,
  );
  const isReturned = scans.some((scan) => speaksOf("sender", scan.report));
  let kind: Changes["kind"] = "scanned";
  if (isHandedOver) kind = "given to the carrier";
  if (isDelivered && !isReturned) kind = "delivered";
  const earlier = events.length - MAX_EVENTS;
  return {
    events: compact(earlier > 0 && `${earlier} earlier`, ...events.slice(-MAX_EVENTS)),
    kind,
    isUncertain: facts.scans.some(({ instantMs, local }) => {
      return instantMs === undefined && hasPassed(startOf(readDayOrMoment(local)), undefined, sinceMs) !== true;
    }),
    isNewlyOverdue: overdueHours !== null && overdueHours > 0 && overdueHours < (nowMs - sinceMs) / HOUR_MS,
  };
}

export function isChanged({ changes }: Lookup): boolean {
  return changes !== undefined && changes.events.length > 0;
}

/** Without a certain change, but with a scan that may be one. */
function mayHaveChanged(lookup: Lookup): boolean {
  return !isChanged(lookup) && lookup.changes?.isUncertain === true;
}

export function sinceJson(lookups: readonly Lookup[], sinceMs: number) {
  const overdue = lookups.filter(({ changes }) => changes?.isNewlyOverdue);
  const notKnown = lookups.filter(mayHaveChanged).map(({ id }) => id);
  return {
    at: utcTimestamp(sinceMs),
    moved: lookups.filter(isChanged).map(({ id }) => id),
    ...(notKnown.length > 0 && { notKnown }),
    overdue: overdue.map(({ id }) => id),
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
  const uncertain = packages.filter(mayHaveChanged).map(({ id }) => wordText(id));
  const unchanged = packages
    .filter((lookup) => !isChanged(lookup) && !mayHaveChanged(lookup))
    .map(({ id }) => wordText(id));
  const overdue = packages.filter(({ changes }) => changes?.isNewlyOverdue).map(({ id }) => wordText(id));
  const counts = [
    `${changed.length} of ${plural(packages.length, "package")} changed since ${utcText(utcTimestamp(sinceMs))} (UTC)`,
    ...[...groupBy(changed, ({ changes }) => changes?.kind)].map(([kind, { length }]) => `${length} ${kind}`),
  ];
  const newest = changed.map(({ id, changes }) => `${wordText(id)} ${changes?.events.at(-1)}`);
  return compact(
    `${compact(counts.join(", "), listText(newest, MAX_NAMED, "; ")).join(": ")}.`,
    uncertain.length > 0 && `Not known, since a scan's time is not certain: ${listText(uncertain, MAX_NAMED)}.`,
    unchanged.length > 0 && changed.length > 0 && `Unchanged: ${listText(unchanged, MAX_NAMED)}.`,
    overdue.length > 0 && `Overdue since then: ${listText(overdue, MAX_NAMED)}.`,
  ).join(" ");
}

/** `Sat 14:12Z`, on the same clock as the instant that was asked. */
function utcClock({ instantMs = 0 }: Scan): string {
  const at = utcTimestamp(instantMs);
  return `${weekday(at.slice(0, 10))} ${at.slice(11, 16)}Z`;
}
