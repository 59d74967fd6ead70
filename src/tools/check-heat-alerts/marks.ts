import type { AlertSet } from "../../api/model/api.ts";
import { compareLevels, type LevelOrder } from "../../domain/level-order.ts";
import { zipOf } from "../../domain/zip.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { recordsAt } from "../areas/records-at.ts";
import { levelOf } from "../heat/levels.ts";
import type { Marks } from "../tool.ts";
import type { Arguments } from "./schema.ts";

/** More alerts than this are marked by their three-digit areas: a mark of a ZIP takes six characters, 30 kB in all. */
const MAX_ZIP_MARKS = 5_000;
const ON_MAP = /^\d{3,5}$/;

/** The marks of all alerts of a reading, kept with it. */
const everywhere = new WeakMap<AlertSet, Promise<Marks>>();

/** Map marks of the alerts asked about. */
export function marksOf({ locations: { known } }: Arguments, set: AlertSet, order: LevelOrder): Promise<Marks> {
  if (known.length > 0) return marksAt(known, set, order);
  const marks = everywhere.get(set) ?? marksAt(known, set, order);
  everywhere.set(set, marks);
  return marks;
}

/** The ZIPs of the alerts asked about, or their areas, by level in the order of `valueNames`. */
async function marksAt(known: readonly Location[], set: AlertSet, order: LevelOrder): Promise<Marks> {
  const slices = new Slices();
  const asked = new Set(known.length === 0 ? set.records : []);
  for (const { areas } of known) await slices.each(recordsAt(areas, set), (record) => asked.add(record));
  const levels = [...(await slices.groupBy(asked, levelOf))].sort(
    ([one, a], [other, b]) => compareLevels(one, other, order) || a.length - b.length,
  );
  const digits = asked.size > MAX_ZIP_MARKS ? 3 : 5;
  return levels.map(([level, records]) => {
    const zips = records.map((record) => zipOf(record) ?? "").filter((zip) => ON_MAP.test(zip));
    return [level, [...new Set(zips.map((zip) => zip.slice(0, digits)))].join(" ")];
  });
}
