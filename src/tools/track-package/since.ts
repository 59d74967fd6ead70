import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/compact.ts";
import { instantOf, readDatetime, utcTimestamp } from "../../domain/datetime.ts";
import { hasPassed } from "../../domain/package-times.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { plural, utcText, wordText } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import { isFound, type Lookup } from "./lookup.ts";
import { isDelivery, readReport, reportOf } from "./report-words.ts";
import type { Scan } from "./scans.ts";
import { scanText, timeText } from "./words.ts";

/** What happened to packages after an instant. */
export interface Changes {
  /** The instant, UTC. */
  readonly at: string;
  /** The packages with scans, a handover or a delivery after it, each with what happened in words, oldest first. */
  readonly moved: readonly { readonly id: string; readonly events: readonly string[] }[];
  /** Packages overdue since then. */
  readonly overdue: readonly string[];
  /** How many packages did not move. */
  readonly still: number;
}

/** Finds what happened after `sinceMs`. A time whose instant is not certain counts for nothing. */
export function changesSince(lookups: readonly Lookup[], sinceMs: number, nowMs: number): Changes {
  const found = lookups.filter(isFound);
  const packages = found.map(({ id, facts }) => ({ id, events: eventsBetween(facts, sinceMs, nowMs) }));
  const moved = packages.filter(({ events }) => events.length > 0);
  const sinceHours = (nowMs - sinceMs) / HOUR_MS;
  const overdue = found.filter(
    ({ facts: { overdueHours: hours } }) => hours !== null && hours > 0 && hours < sinceHours,
  );
  return {
    at: utcTimestamp(sinceMs),
    moved,
    overdue: overdue.map(({ id }) => id),
    still: packages.length - moved.length,
  };
}

/** The scans, and a handover or a delivery that no such scan shows. */
function eventsBetween(facts: PackageFacts, sinceMs: number, nowMs: number): readonly string[] {
  const { delivered, givenToCarrier, scans, times } = facts;
  const isBetween = (time: (typeof times)["handover"]): boolean =>
    hasPassed(time, times.zone, sinceMs) === false && hasPassed(time, times.zone, nowMs) === true;
  const later = scans.filter(({ instantMs = 0 }) => instantMs > sinceMs);
  const isScanned = later.some((scan) => isDelivery(readReport(reportOf(scan))));
  return compact(
    later.length === 0 && isBetween(times.handover) && `given to the carrier ${timeText(givenToCarrier ?? "")}`,
    ...later.map((scan) => `${utcClock(scan)} ${scanText(scan)}`),
    !isScanned && isBetween(times.delivery) && `delivered ${timeText(delivered ?? "")}`,
  );
}

/** `2 of 3 packages changed since 2026-11-28 06:00Z (UTC): 10045 Sat 14:12Z "Delivered", Memphis TN; … 1 did not.` */
export function sinceText({ at, moved, overdue, still }: Changes): string {
  if (moved.length + still === 0) return "";
  const each = moved.map(({ id, events }) => `${wordText(id)} ${events.join(", ")}`);
  const count = `${moved.length} of ${plural(moved.length + still, "package")} changed since ${utcText(at)} (UTC)`;
  return compact(
    `${compact(count, each.join("; ")).join(": ")}.`,
    still > 0 && moved.length > 0 && `${still} did not.`,
    overdue.length > 0 && `Overdue since then: ${overdue.map(wordText).join(", ")}.`,
  ).join(" ");
}

/** `Sat 14:12Z`, on the same clock as the instant that was asked. */
function utcClock({ instantMs = 0 }: Scan): string {
  const at = utcTimestamp(instantMs);
  return `${weekday(at.slice(0, 10))} ${at.slice(11, 16)}Z`;
}

/** The instant of `12h`, `24 hours` or `2 days ago`, or of a time with its zone; undefined for other texts. */
export function readSince(text: string, nowMs: number): number | undefined {
  const ago = /^(?:since |last |past )?(\d{1,4}) ?(min|h|d|w)(?:s|utes?|rs?|ours?|ays?|eeks?)?(?: ago)?$/i.exec(
    text.trim(),
  );
  if (ago === null) return instantOf(readDatetime(text));
  return nowMs - Number(ago[1]) * (UNITS_MS[ago[2]?.toLowerCase() ?? ""] ?? 0);
}

const UNITS_MS: Readonly<Record<string, number>> = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };
