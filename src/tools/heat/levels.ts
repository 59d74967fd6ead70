import { quote } from "../../domain/clean.ts";
import { groupBy } from "../../domain/collections.ts";
import { type LevelOrder, NO_LEVEL } from "../../domain/level-order.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { zipOf, zipRanges } from "../../domain/zip.ts";
import { namedGroups, valueNames } from "../answer/rows.ts";
import { levelText } from "../answer/words.ts";

/** A level, how many alerts have it, and their ZIPs or ZIP prefixes. */
export type LevelAt = ReturnType<typeof levelsOf>[number];

/** An alert's level as sent, cleaned. */
export function levelOf({ temperatureLevel }: JsonRecord): string {
  return textOrNull(temperatureLevel, 40) ?? NO_LEVEL;
}

/** The names of the levels by which alerts are grouped, as `valueNames` orders them. */
export function levelNamesOf(byLevel: ReadonlyMap<string, readonly JsonRecord[]>, order: LevelOrder) {
  return valueNames(
    [...byLevel].map(([level, { length }]) => [level, length] as const),
    order,
  );
}

/** An alert's level in a sentence. A number is quoted, since counts stand beside it. */
export function alertLevelText(level: string, order: LevelOrder): string {
  if (level === NO_LEVEL) return level;
  return /^\d+$/.test(level) && order === undefined ? quote(level) : levelText(level, order);
}

/** The levels of `records` in the order of `names`, each with its ZIPs. */
export function levelsOf(records: readonly JsonRecord[], names: ReadonlyMap<string, string>) {
  return [...namedGroups(groupBy(records, levelOf), names)].map(([level, found]) => ({
    level,
    count: found.length,
    zips: [...new Set(found.flatMap((record) => zipOf(record) ?? []))].sort(),
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
