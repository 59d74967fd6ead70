import type { AlertSet } from "../api/api.ts";
import { cleanText } from "../domain/clean.ts";
import type { Location } from "./location.ts";
import type { Matches } from "./matches.ts";
import { splitText } from "./row-text.ts";
import { plural, wordText } from "./text.ts";

/** Levels counted by name, and the characters of each; further ones are counted together. */
const MAX_LEVELS = 8;
export const MAX_LEVEL_CHARS = 40;
const MAX_LEVELS_OF_PLACE = 4;

/** Alerts by level under cleaned names; what is beyond the bound is counted in a note. */
export function levelCounts(byLevel: AlertSet["byLevel"]): { counts: Record<string, number>; notes: string[] } {
  const entries = Object.entries(byLevel);
  const counts = new Map<string, number>();
  for (const [level, count] of entries.slice(0, MAX_LEVELS)) {
    const name = cleanText(level, MAX_LEVEL_CHARS);
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const rest = entries.slice(MAX_LEVELS);
  const restAlerts = rest.reduce((sum, [, count]) => sum + count, 0);
  const notes =
    rest.length === 0
      ? []
      : [
          `${plural(rest.length, "further level")} with ${plural(restAlerts, "alert")} left out for size; minLevel narrows them.`,
        ];
  return { counts: Object.fromEntries(counts), notes };
}

/** `: 81 alerts, all SevereHot` of a city or state: the listed rows may be few of them. */
export function summaryText({ byLocation }: Matches, location: Location): string {
  const { records = [] } = byLocation.find((match) => match.location === location) ?? {};
  if (records.length === 0) return "";
  const levels = new Map<string, number>();
  for (const { temperatureLevel: level } of records) {
    const name = typeof level === "string" ? wordText(cleanText(level, MAX_LEVEL_CHARS)) : wordText("level not given");
    levels.set(name, (levels.get(name) ?? 0) + 1);
  }
  const most = [...levels].sort(([, a], [, b]) => b - a);
  return `: ${plural(records.length, "alert")}${splitText(most.slice(0, MAX_LEVELS_OF_PLACE), records.length)}`;
}
