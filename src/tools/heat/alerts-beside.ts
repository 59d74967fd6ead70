import { cleanText } from "../../domain/clean.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { sizesOf, valueNames } from "../answer/value-counts.ts";
import { utcText } from "../answer/words.ts";
import { recordsAt } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, pageReporter } from "../progress.ts";
import { type LevelAt, levelOf, levelsOf, pagesText, resumeText } from "./alert-words.ts";

/** The alerts in force now, beside packages or plans. */
export interface AlertsBeside {
  /** Of ZIPs or ZIP prefixes. Empty if complete data has no alert there, null if that is not known. */
  readonly levelsAt: (areas: readonly string[]) => readonly LevelAt[] | null;
  readonly dataOf: string | null;
  readonly stale: boolean;
  readonly windowHours: number | null;
  readonly order: LevelOrder;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** Not empty if no alert was read. */
  readonly failures: readonly Failure[];
}

/** Sends nothing without areas. */
export async function alertsBeside(allAreas: readonly string[], asker: Asker): Promise<AlertsBeside> {
  const { api, call, step, settings } = asker;
  const result = allAreas.length === 0 ? undefined : await api.alerts({}, { ...call, onPage: pageReporter(step) });
  const source = call.usage.sourceOf("alerts");
  const set = result?.ok === true ? result.value : undefined;
  const failure = result?.ok === false ? result.failure : undefined;
  const incomplete = set?.incomplete;
  const dataOf = set === undefined || set.generatedAt === null ? null : cleanText(set.generatedAt, 40);
  // One order of levels for all places.
  const byLevel = groupBy(set === undefined ? [] : recordsAt(allAreas, set), levelOf);
  const names = valueNames(sizesOf(byLevel), settings.alertLevels);
  const [warning] = compact(
    failure && `ALERTS NOT CHECKED (${reasonText(failure)})`,
    incomplete && `PARTIAL alerts, ${pagesText(incomplete)}`,
    source.data === "stale" && staleText("STALE alerts", source, dataOf),
  );
  return {
    levelsAt: (areas) => {
      if (set === undefined || areas.length === 0) return null;
      const levels = levelsOf(recordsAt(areas, set), names);
      return levels.length === 0 && incomplete !== undefined ? null : levels;
    },
    dataOf,
    stale: source.data === "stale",
    windowHours: set?.windowHours ?? null,
    order: settings.alertLevels,
    warnings: compact(warning),
    notes: compact(incomplete && resumeText(incomplete, "Call check_heat_alerts")),
    failures: compact(failure),
  };
}

/** `data of 08:03Z`: alerts in force now need no date. */
export function alertsOfText({ dataOf }: AlertsBeside): string {
  return dataOf === null ? "time of data not given" : `data of ${utcText(dataOf).replace(/^[\d-]+ /, "")}`;
}
