import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import type { Failure } from "../../domain/failure.ts";
import { utcText } from "../answer/words.ts";
import { recordsAt } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, pageReporter } from "../progress.ts";
import { type LevelAt, levelNames, levelsOf } from "./levels.ts";
import { pagesText, resumeText } from "./partial-reading.ts";

/** Alerts beside plans or packages. They are always the alerts in force now. */
export type AlertsBeside = Awaited<ReturnType<typeof alertsBeside>>;

/** Reads the alerts at `areas`; sends nothing if `areas` is empty. */
export async function alertsBeside(areas: readonly string[], { api, call, step, settings }: Asker) {
  const alerts = areas.length === 0 ? undefined : await api.alerts({}, { ...call, onPage: pageReporter(step) });
  const source = call.usage.sourceOf("alerts");
  const set = alerts?.ok === true ? alerts.value : undefined;
  const failure = alerts?.ok === false ? alerts.failure : undefined;
  const incomplete = set?.incomplete;
  const [gap] = compact(
    failure && `ALERTS NOT CHECKED (${reasonText(failure)})`,
    incomplete && `PARTIAL heat, ${pagesText(incomplete)}`,
    source.data === "stale" && staleText("STALE heat", source),
  );
  return {
    /** The levels at ZIPs; empty if complete data has none, null if that is not known. */
    at: (at: readonly string[]): readonly LevelAt[] | null => {
      if (set === undefined || at.length === 0) return null;
      const levels = levelsOf(recordsAt(at, set), levelNames(set.records, settings.alertLevels));
      return levels.length === 0 && incomplete !== undefined ? null : levels;
    },
    dataOf: set === undefined || set.generatedAt === null ? null : cleanText(set.generatedAt, 40),
    stale: source.data === "stale",
    windowHours: set?.windowHours ?? null,
    order: settings.alertLevels,
    /** The answer's warning if alerts are missing, partial or stale; else empty. */
    warning: gap === undefined ? "" : `${gap}:`,
    /** After a partial reading, how to get the rest. */
    notes: incomplete === undefined ? [] : [resumeText(incomplete, "Ask check_heat_alerts")],
    partial: compact<Failure>(failure),
  };
}

/** `data of 08:03Z`: alerts in force now need no date. */
export function alertsOfText({ dataOf }: AlertsBeside): string {
  return dataOf === null ? "time of data not given" : `data of ${utcText(dataOf).replace(/^[\d-]+ /, "")}`;
}
