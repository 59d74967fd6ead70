import { instantOf, readDatetime, utcTimestamp } from "../../domain/datetime.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { plural, wordText } from "../answer/words.ts";
import { isFound, type Lookup } from "./lookup.ts";
import type { Scan } from "./scans.ts";
import { scanClock, scanText } from "./words.ts";

/** Which packages have scans after an instant. */
export type Since = ReturnType<typeof scansSince>;

/** The instant of `12h` before now, or of a time with its zone; undefined for other texts. */
export function readSince(text: string, nowMs: number): number | undefined {
  const [, hours] = /^(\d{1,3}) ?h$/i.exec(text.trim()) ?? [];
  return hours === undefined ? instantOf(readDatetime(text)) : nowMs - Number(hours) * HOUR_MS;
}

/** Scans after `sinceMs`, oldest first. A scan whose instant is not certain counts for none. */
export function scansSince(lookups: readonly Lookup[], sinceMs: number) {
  const isAfter = ({ at }: Scan): boolean => at !== null && Date.parse(at) > sinceMs;
  const packages = lookups.filter(isFound).map(({ id, facts }) => ({ id, scans: facts.scans.filter(isAfter) }));
  const moved = packages.filter(({ scans }) => scans.length > 0);
  return { at: utcTimestamp(sinceMs), moved, still: packages.length - moved.length };
}

/** `2 of 3 have scans since 2026-11-28 06:00Z: 10045 Sat 08:12 "Delivered", Memphis TN; … 1 has none.` */
export function sinceText({ at, moved, still }: Since): string {
  const all = moved.length + still;
  const each = moved.map(({ id, scans }) => {
    const told = scans.map((scan) => `${scanClock(scan)} ${scanText(scan)}`.trim());
    return `${wordText(id)} ${told.join(", ")}`;
  });
  const have = `${moved.length} of ${plural(all, "package")} ${moved.length === 1 ? "has" : "have"} scans since`;
  const clock = `${at.slice(0, 16).replace("T", " ")}Z`;
  const rest = still > 0 && moved.length > 0 ? ` ${still} ${still === 1 ? "has" : "have"} none.` : "";
  return `${have} ${clock}${each.length === 0 ? "" : `: ${each.join("; ")}`}.${rest}`;
}
