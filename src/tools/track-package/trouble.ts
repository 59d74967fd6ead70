import { given } from "../answer/words.ts";
import type { PackageFacts } from "./facts.ts";
import { scanWords } from "./scans.ts";

/** Words of trouble in a status or a scan, as an expression; `no` or `not` before one takes it back. */
const WORDS = [
  ...["exceptions?", "return(?:s|ed|ing)?", "refus(?:ed|al)", "damaged?", "lost", "held", "on hold"],
  ...["delay(?:s|ed)?", "undeliverable", "fail(?:s|ed|ure)?", "miss(?:ed|ing)"],
];
const TROUBLE = new RegExp(`(?<!\\bnot? )(?<![a-z])(?:${WORDS.join("|")})(?![a-z])`, "i");

/** The service's own words of trouble: its status and its newest scan, once where the scan repeats the status. */
export function troubleOf({ status, scans }: Pick<PackageFacts, "status" | "scans">): readonly string[] {
  const [told = "", scanned = ""] = [status, scanWords(scans.at(-1))].map((words) => words?.match(TROUBLE)?.input);
  return given(!scanned.toLowerCase().includes(told.toLowerCase()) && told, scanned);
}
