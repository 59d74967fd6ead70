import type { AlertSet } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";
import { groupBy, groupInOrder, inTurn, MAX_ROWS, mostFirst, takeTurns } from "../answer/rows.ts";
import { placeOfRecord, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { levelNames, levelOf, levelsOf } from "../heat/levels.ts";
import type { Arguments } from "./schema.ts";

/** The facts of alerts (service.md 4.2), for both channels. */
export type HeatFacts = Readonly<ReturnType<typeof heatFacts>>;
/** The alerts at one asked place. */
export type PlaceAlerts = HeatFacts["places"][number];
/** One listed alert. */
export type AlertRow = HeatFacts["listed"][number][number];

/** Draws the facts of a reading of alerts; counts are complete over what was read. */
export function heatFacts({ locations, minLevel, limit }: Arguments, set: AlertSet) {
  const { known, unknown } = locations;
  const found = known.map((location) => ({ location, records: recordsAt(location.areas, set) }));
  const matched =
    found.length === 0 ? overviewOf(set) : overview([...new Set(inTurn(found.map(({ records }) => records)))]);
  const { incomplete, unplaced, windowHours, granularity, generatedAt } = set;
  return {
    places: found.map(({ location, records }) => ({
      location,
      matched: records.length,
      levels: levelsOf(records, matched.names),
    })),
    /** Asked places that are not known. */
    unknown,
    /** Listed alerts by level, in the order of `byLevel`. */
    listed: takeTurns(matched.queues, limit).map((records, index) =>
      records.map((record) => ({
        record,
        level: matched.levels[index] ?? "",
        area: zipOf(record),
        place: placeOfRecord(record),
        state: stateOfRecord(record),
      })),
    ),
    matched: matched.count,
    total: set.total,
    /** The rarest level first. */
    byLevel: matched.byLevel,
    /** The most first; `abroad` and `unknown` stand beside the two-letter codes. */
    byState: matched.byState,
    byLevelAndState: matched.byLevelAndState,
    incomplete,
    minLevel: minLevel === undefined ? undefined : cleanText(minLevel, 40),
    /** Alerts without a readable ZIP, which may concern any place. */
    unplaced,
    windowHours,
    granularity: granularity === null ? null : cleanText(granularity, 30),
    dataOf: generatedAt,
  };
}

/** Kept with the reading in memory: there may be 41,000 alerts. */
const overviews = new WeakMap<AlertSet, ReturnType<typeof overview>>();

function overviewOf(set: AlertSet) {
  const known = overviews.get(set) ?? overview(set.records);
  overviews.set(set, known);
  return known;
}

/** Counts, and the records of each level that may be listed, in turn by state, the rarest level first. */
function overview(records: readonly JsonRecord[]) {
  const names = levelNames(records);
  const levels = [...groupInOrder(records, levelOf, names)].map(([level, ofLevel]) => {
    return { level, count: ofLevel.length, states: groupBy(ofLevel, stateOfRecord) };
  });
  const byState = new Map<string, number>();
  for (const { states } of levels)
    for (const [state, { length }] of states) byState.set(state, (byState.get(state) ?? 0) + length);
  const sizes = (states: ReadonlyMap<string, readonly unknown[]>) =>
    mostFirst([...states].map(([state, { length }]) => [state, length]));
  return {
    names,
    levels: levels.map(({ level }) => level),
    count: records.length,
    byLevel: Object.fromEntries(levels.map(({ level, count }) => [level, count])),
    byState: mostFirst(byState),
    byLevelAndState: Object.fromEntries(levels.map(({ level, states }) => [level, sizes(states)])),
    queues: levels.map(({ states }) => inTurn([...states.values()].map((rows) => rows.slice(0, MAX_ROWS)))),
  };
}
