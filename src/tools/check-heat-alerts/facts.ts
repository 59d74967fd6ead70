import type { AlertSet } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import { foreignCountry } from "../../domain/country.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { MAX_ROWS } from "../answer/rows.ts";
import { Slices } from "../answer/slices.ts";
import { mostFirst, namedGroups, sizesOf, valueNames } from "../answer/value-counts.ts";
import type { Location } from "../areas/location.ts";
import { placeOfRecord, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { alertLevelText, type LevelAt, levelOf, levelsOf } from "../heat/alert-words.ts";
import type { Marks } from "../tool.ts";
import type { Arguments } from "./schema.ts";
import { inTurn, takeTurns } from "./turns.ts";

/** More alerts than this are marked by their three-digit areas: a mark of a ZIP takes six characters, 30 kB in all. */
const MAX_ZIP_MARKS = 5_000;

/** Service.md 4.2. */
export type HeatFacts = Awaited<ReturnType<typeof heatFacts>>;
export interface PlaceAlerts {
  readonly location: Location;
  readonly matched: number;
  readonly levels: readonly LevelAt[];
}

/** Counts cover every alert read, listed or not. */
export async function heatFacts({ locations, minLevel, limit }: Arguments, set: AlertSet, order: LevelOrder) {
  const { known, unknown } = locations;
  const slices = new Slices();
  const recordsByPlace = new Map<Location, readonly JsonRecord[]>();
  for (const location of known) {
    const records = recordsAt(location.areas, set);
    recordsByPlace.set(location, records);
    await slices.after(records.length);
  }
  // In turn, so that each place gets rows.
  const asked = new Set<JsonRecord>();
  await slices.each(inTurn([...recordsByPlace.values()]), (record) => asked.add(record));
  const { names, byState, levels, marks } = await (known.length === 0
    ? overviewOf(set, order, slices)
    : overview(asked, order, slices));
  const places: PlaceAlerts[] = [];
  for (const [location, records] of recordsByPlace) {
    places.push({ location, matched: records.length, levels: levelsOf(records, names) });
    await slices.after(records.length);
  }
  const rank = ({ levels: [first] }: PlaceAlerts): number =>
    first === undefined ? levels.length : levels.findIndex(({ level }) => level === first.level);
  const queues = levels.map(({ queue }) => queue);
  const rows = takeTurns(queues, limit).map((queue) => queue.map(alertRow));
  const { total, incomplete, unplaced, windowHours, granularity, generatedAt } = set;
  return {
    /** In the order of their first levels: with an order the most severe first. Those without an alert come last. */
    places: places.toSorted((a, b) => rank(a) - rank(b)),
    unknown,
    levels: levels.map((level, index) => ({ ...level, rows: rows[index] ?? [] })),
    listed: rows.flat(),
    /** The highest count first; `abroad` and `unknown` stand beside the two-letter codes. */
    byState,
    matched: levels.reduce((sum, { count }) => sum + count, 0),
    total,
    incomplete,
    minLevel: minLevel === undefined ? undefined : cleanText(minLevel, 40),
    /** How many alerts have no readable ZIP: they may concern any place. */
    unplaced,
    windowHours,
    granularity: granularity === null ? null : cleanText(granularity, 30),
    dataOf: generatedAt,
    order,
    marks,
  };
}

function alertRow(record: JsonRecord) {
  // An unreadable ZIP is shown as sent.
  const area = zipOf(record) ?? textOrNull(record["zip"], 12) ?? undefined;
  return { record, area, place: placeOfRecord(record) };
}

/** Kept with the reading, which may hold 41,000 alerts. A process has only one order of levels. */
const overviews = new WeakMap<AlertSet, ReturnType<typeof overview>>();

function overviewOf(set: AlertSet, order: LevelOrder, slices: Slices) {
  const known = overviews.get(set) ?? overview(set.records, order, slices);
  overviews.set(set, known);
  return known;
}

/** `queue` holds a level's records, from each state in turn. */
async function overview(records: Iterable<JsonRecord>, order: LevelOrder, slices: Slices) {
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
      queue: inTurn([...states.values()].map((rows) => rows.slice(0, MAX_ROWS))),
    });
  }
  const byState = mostFirst(levels.flatMap((level) => Object.entries(level.byState)));
  let marks: Promise<Marks> | undefined;
  const markOnce = () => {
    marks ??= marksOf(byLevel, names.keys());
    return marks;
  };
  return { names, byState, levels, marks: markOnce };
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
