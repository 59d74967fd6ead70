import type { Incomplete, IncompleteReason } from "../../api/model/api.ts";
import { quote } from "../../domain/clean.ts";
import { groupBy } from "../../domain/collections.ts";
import { type LevelOrder, NO_LEVEL } from "../../domain/level-order.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { zipRanges } from "../../domain/zip.ts";
import { namedGroups } from "../answer/value-counts.ts";
import { levelText, plural } from "../answer/words.ts";
import { failureWords } from "../failures/failure-words.ts";

export type LevelAt = ReturnType<typeof levelsOf>[number];

export function levelOf({ temperatureLevel }: JsonRecord): string {
  return textOrNull(temperatureLevel, 40) ?? NO_LEVEL;
}

/** An alert's level in a sentence. A number is quoted, since counts stand beside it. */
export function alertLevelText(level: string, order: LevelOrder): string {
  if (level === NO_LEVEL) return level;
  return /^\d+$/.test(level) && order === undefined ? quote(level) : levelText(level, order);
}

export function levelsOf(records: readonly JsonRecord[], names: ReadonlyMap<string, string>) {
  return [...namedGroups(groupBy(records, levelOf), names)].map(([level, alerts]) => ({
    level,
    count: alerts.length,
    zips: [...new Set(alerts.flatMap((alert) => zipOf(alert) ?? []))].sort(),
  }));
}

/** `SevereHot (85001–85003), Hot (85004)`; omits the ZIPs of a level that has only `zip`. */
export function levelsText(levels: readonly LevelAt[], order: LevelOrder, zip: string | null): string {
  const texts = levels.map(({ level, zips }) => {
    const listed = zips.length === 1 && zips[0] === zip ? "" : zipRanges(zips.slice(0, 8));
    return `${alertLevelText(level, order)}${listed === "" ? "" : ` (${listed}${zips.length > 8 ? "…" : ""})`}`;
  });
  return texts.join(", ");
}

/** `3 of 7 pages read (time was up)`. */
export function pagesText({ reason, pagesRead, pagesTotal, failure }: Incomplete): string {
  const pages = pagesTotal === null ? plural(pagesRead, "page") : `${pagesRead} of ${plural(pagesTotal, "page")}`;
  const isTold = reason === "billing_limit" || reason === "failure";
  return `${pages} read (${isTold && failure !== undefined ? failureWords(failure).reason : CAUSES[reason]})`;
}

const CAUSES: Readonly<Record<IncompleteReason, string>> = {
  page_ignored: "the service sends no further pages",
  changed: "the data changed while it was being read",
  short: "the service sent fewer alerts than it announced",
  time: "time was up",
  billing_limit: "billing limit reached",
  failure: "a page failed",
};

/** How to read the rest, and its cost. `again` names the call that resumes the reading. */
export function resumeText(incomplete: Incomplete, again: string = "Ask again"): string {
  const { reason, pagesRead, pagesTotal, failure } = incomplete;
  if (reason === "page_ignored" || reason === "short")
    return "The rest cannot be read for now; minLevel narrows the data.";
  if (reason === "changed") return `${again} for the newer data.`;
  const words = failure === undefined ? undefined : failureWords(failure);
  const when = words?.retryable === false && reason === "failure" ? " once the cause is fixed" : (words?.wait ?? "");
  const cost = pagesTotal === null ? "" : ` and bills up to ${plural(pagesTotal - pagesRead, "more request")}`;
  return `${again}${when}: the next call continues${cost}.`;
}
