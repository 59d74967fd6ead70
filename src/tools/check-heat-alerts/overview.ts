import type { AlertSet } from "../../api/model/api.ts";
import { foreignCountry } from "../../domain/country.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { MAX_ROWS } from "../answer/rows.ts";
import { Slices } from "../answer/slices.ts";
import { mostFirst, namedGroups, sizesOf, valueNames } from "../answer/value-counts.ts";
import { stateOfRecord } from "../areas/records-at.ts";
import { alertLevelText, levelOf } from "../heat/alert-words.ts";
import type { Marks } from "../tool.ts";

/** More alerts than this are marked by their three-digit areas: a mark of a ZIP takes six characters, 30 kB in all. */
const MAX_ZIP_MARKS = 5_000;

/** Kept with the set, which may hold 41,000 alerts. A process has only one order of levels. */
const overviews = new WeakMap<AlertSet, ReturnType<typeof overviewOf>>();

/** The overview of all alerts of a set, made once. */
export function cachedOverview(set: AlertSet, order: LevelOrder, slices: Slices) {
  const overview = overviews.get(set) ?? overviewOf(set.records, order, slices);
  overviews.set(set, overview);
  return overview;
}

/** Counts alerts by level and by state. `names` are the levels' names in the answer, in its order. */
export async function overviewOf(records: Iterable<JsonRecord>, order: LevelOrder, slices: Slices) {
  const byLevel = await slices.groupBy(records, levelOf);
  const names = valueNames(sizesOf(byLevel), order);
  const levels = [];
  for (const [level, ofLevel] of namedGroups(byLevel, names)) {
    const states = await slices.groupBy(ofLevel, stateOfRecord);
    levels.push({
      level,
      text: alertLevelText(level, order),
      count: ofLevel.length,
      byState: mostFirst(sizesOf(states)),
      /** From each state in turn. */
      recordsInTurn: inTurn([...states.values()].map((ofState) => ofState.slice(0, MAX_ROWS))),
    });
  }
  const byState = mostFirst(levels.flatMap((level) => Object.entries(level.byState)));
  let marks: Promise<Marks> | undefined;
  const marksOnce = () => {
    marks ??= marksOf(byLevel, names.keys());
    return marks;
  };
  return { names, levels, byState, marks: marksOnce };
}

/** The items of several groups, one of each group in turn. */
export function inTurn<Item>(groups: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  const items: Item[] = [];
  for (let turn = 0; turn < longest; turn += 1)
    for (const group of groups) if (turn < group.length) items.push(group[turn] as Item);
  return items;
}

/** The ZIPs of alerts, or their areas, by level in the order of `levels`. */
async function marksOf(byLevel: ReadonlyMap<string, readonly JsonRecord[]>, levels: Iterable<string>): Promise<Marks> {
  const slices = new Slices();
  const count = sizesOf(byLevel).reduce((sum, [, size]) => sum + size, 0);
  const digits = count > MAX_ZIP_MARKS ? 3 : 5;
  const marks: [level: string, zips: string][] = [];
  for (const level of levels) {
    const zips = new Set<string>();
    await slices.each(byLevel.get(level) ?? [], (record) => {
      const zip = zipOf(record) ?? "";
      // A postal code abroad may look like a ZIP.
      if (/^\d{3,5}$/.test(zip) && foreignCountry(record) === undefined) zips.add(zip.slice(0, digits));
    });
    marks.push([level, [...zips].join(" ")]);
  }
  return marks;
}
