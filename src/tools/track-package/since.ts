import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/compact.ts";
import { instantOf, readDatetime, utcTimestamp } from "../../domain/datetime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time-units.ts";
import { plural, utcText, wordText } from "../answer/words.ts";
import { isFound, type Lookup } from "./lookup.ts";
import type { Scan } from "./scans.ts";
import { scanText } from "./words.ts";

/** The changes after an instant, of `changesSince`. */
export type Since = ReturnType<typeof changesSince>;

/** The instant of `12h`, `24 hours` or `2 days ago`, or of a time with its zone; undefined for other texts. */
export function readSince(text: string, nowMs: number): number | undefined {
  const ago = /^(?:since |last |past )?(\d{1,4}) ?(min|h|d|w)(?:s|utes?|rs?|ours?|ays?|eeks?)?(?: ago)?$/i.exec(
    text.trim(),
  );
  if (ago === null) return instantOf(readDatetime(text));
  return nowMs - Number(ago[1]) * (UNITS_MS[ago[2]?.toLowerCase() ?? ""] ?? 0);
}

const UNITS_MS: Readonly<Record<string, number>> = { min: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** The packages with scans after `sinceMs`, or overdue since then. A scan whose instant is not certain counts for none. */
export function changesSince(lookups: readonly Lookup[], sinceMs: number, nowMs: number) {
  const isAfter = ({ at }: Scan): boolean => at !== null && Date.parse(at) > sinceMs;
  const found = lookups.filter(isFound);
  const packages = found.map(({ id, facts }) => ({ id, scans: facts.scans.filter(isAfter) }));
  const moved = packages.filter(({ scans }) => scans.length > 0);
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

/** `2 of 3 packages have scans since 2026-11-28 06:00Z: 10045 Sat 14:12Z "Delivered", Memphis TN; … 1 has none.` */
export function sinceText({ at, moved, overdue, still }: Since): string {
  const all = moved.length + still;
  const each = moved.map(({ id, scans }) => {
    const told = scans.map((scan) => `${utcClock(scan.at ?? "")} ${scanText(scan)}`);
    return `${wordText(id)} ${told.join(", ")}`;
  });
  const have = all === 1 || moved.length === 1 ? "has" : "have";
  const count = `${moved.length} of ${plural(all, "package")} ${have} scans since ${utcText(at)}`;
  return compact(
    `${compact(count, each.join("; ")).join(": ")}.`,
    still > 0 && moved.length > 0 && `${still} ${still === 1 ? "has" : "have"} none.`,
    overdue.length > 0 && `Overdue since then: ${overdue.map(wordText).join(", ")}.`,
  ).join(" ");
}

/** `Sat 14:12Z`, on the same clock as the instant that was asked. */
function utcClock(at: string): string {
  return `${weekday(at.slice(0, 10))} ${at.slice(11, 16)}Z`;
}
