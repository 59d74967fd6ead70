import type { AlertSet } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { inTurn, MAX_ROWS, mostFirst, namedGroups, sizesOf, takeTurns, valueNames } from "../answer/rows.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { placeOfRecord, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { alertLevelText, type LevelAt, levelOf, levelsOf } from "../heat/alert-words.ts";
import type { Arguments } from "./schema.ts";

/** The facts about alerts (service.md 4.2), for both channels. */
export type HeatFacts = Readonly<Awaited<ReturnType<typeof heatFacts>>>;
/** The alerts at one asked place. */
export interface PlaceAlerts {
  readonly location: Location;
  readonly matched: number;
  readonly levels: readonly LevelAt[];
}
/** One listed alert. */
export type AlertRow = ReturnType<typeof alertRow>;

/** Computes the facts of a reading of alerts. Counts cover every alert read, listed or not. */
export async function heatFacts({ locations, minLevel, limit }: Arguments, set: AlertSet, order: LevelOrder) {
  const { known, unknown } = locations;
  const slices = new Slices();
  const found: { readonly location: Location; readonly records: readonly JsonRecord[] }[] = [];
  for (const location of known) {
    const records = recordsAt(location.areas, set);
    found.push({ location, records });
    await slices.after(records.length);
  }
  // In turn, so that each place gets rows.
  const asked = new Set<JsonRecord>();
  await slices.each(inTurn(found.map(({ records }) => records)), (record) => asked.add(record));
  const { byLevel, names, byState, levels } = await (known.length === 0
    ? overviewOf(set, order, slices)
    : overview(asked, order, slices));
  const places: PlaceAlerts[] = [];
  for (const { location, records } of found) {
    places.push({ location, matched: records.length, levels: levelsOf(records, names) });
    await slices.after(records.length);
  }
  const rank = ({ levels: [first] }: PlaceAlerts): number =>
    first === undefined ? levels.length : levels.findIndex(({ level }) => level === first.level);
  const listed = takeTurns(
    levels.map(({ queue }) => queue),
    limit,
  );
  const { total, incomplete, unplaced, windowHours, granularity, generatedAt } = set;
  return {
    /** In the order of their first levels: with an order the most severe first. Those without an alert come last. */
    places: places.toSorted((a, b) => rank(a) - rank(b)),
    /** Places that could not be read. */
    unknown,
    /** The alerts by level as sent, and the names of those levels, in the order of `valueNames`. */
    byLevel,
    names,
    /** By name, each with its listed alerts. */
    levels: levels.map((level, index) => ({ ...level, rows: (listed[index] ?? []).map(alertRow) })),
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

/** Counts by state and level. `queue` holds a level's records, from each state in turn. */
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
  return { byLevel, names, byState, levels };
}
