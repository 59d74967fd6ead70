import { given } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import { scanWords } from "./scans.ts";

/** Words of trouble in a status or a scan. A word that "no" or "not" stands before is none. */
const TROUBLE = new RegExp(
  `(?<!\\bnot? )(?<![a-z])(?:${[
    "exceptions?",
    "return(?:s|ed|ing)?",
    "refus(?:ed|al)",
    "damaged?",
    "lost",
    "held",
    "on hold",
    "delay(?:s|ed)?",
    "undeliverable",
    "fail(?:s|ed|ure)?",
    "miss(?:ed|ing)",
  ].join("|")})(?![a-z])`,
  "i",
);

/** The service's own words of trouble: its status and its newest scan, once where the scan repeats the status. */
export function troubleOf({ status, scans }: Pick<PackageFacts, "status" | "scans">): readonly string[] {
  const scanned = inTrouble(scanWords(scans.at(-1)));
  const told = inTrouble(status);
  return given(!scanned.toLowerCase().includes(told.toLowerCase()) && told, scanned);
}

function inTrouble(words: string | null): string {
  return words !== null && TROUBLE.test(words) ? words : "";
}
