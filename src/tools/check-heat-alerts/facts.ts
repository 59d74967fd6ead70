import type { AlertSet, Incomplete } from "../../api/api.ts";
import type { ServiceRecord } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";
import { DEFAULT_LIMIT, type Location } from "../areas/location.ts";
import { areaOf, placeOfRecord, recordsAt, stateOfRecord } from "../areas/records-at.ts";
import { type LevelAt, levelOf, levelsOf } from "../heat/levels.ts";
import { countRarestFirst, groupBy, ownFields, takeTurns } from "../kit/rows.ts";

/** What was found at one asked place. */
export interface PlaceAlerts {
  readonly location: Location;
  readonly matched: number;
  /** Alerts by level, the rarest first. */
  readonly byLevel: Readonly<Record<string, number>>;
  /** The levels with their ZIPs or areas. */
  readonly levels: readonly LevelAt[];
}

/** One listed alert. */
export interface AlertRow {
  readonly level: string;
  readonly area: string | null;
  readonly place: string | null;
  /** The record's fields besides ZIP and level, which the specification does not show. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly record: ServiceRecord;
}

/** What the text and the structured answer say of alerts (spec 4.2). */
export interface HeatFacts {
  readonly places: readonly PlaceAlerts[];
  /** Listed alerts by level, the rarest level first. */
  readonly listed: readonly (readonly AlertRow[])[];
  readonly matched: number;
  readonly total: number | null;
  readonly byLevel: Readonly<Record<string, number>>;
  /** Alerts by state, the most first; `abroad` and `unknown` beside the two-letter codes. */
  readonly byState: Readonly<Record<string, number>>;
  readonly incomplete?: Incomplete | undefined;
  readonly minLevel?: string | undefined;
  /** Alerts without a readable ZIP, which may concern any place. */
  readonly unplaced: number;
  readonly windowHours: number | null;
  readonly granularity: string | null;
  readonly dataOf: string | null;
}

export interface Question {
  readonly locations: readonly Location[];
  readonly minLevel?: string | undefined;
  readonly limit?: number | undefined;
}

/** Draws the facts of a reading of alerts; counts are complete over what was read. */
export function heatFacts({ locations, minLevel, limit = DEFAULT_LIMIT }: Question, set: AlertSet): HeatFacts {
  const found = locations.map((location) => ({ location, records: recordsAt(location.areas, set) }));
  const matched = locations.length === 0 ? overviewOf(set) : overview(interleaved(found.map(({ records }) => records)));
  return {
    places: found.map(({ location, records }) => placeAlerts(location, records)),
    listed: takeTurns(matched.queues, limit).map((records) => records.map(alertRow)),
    matched: matched.count,
    total: set.total,
    byLevel: matched.byLevel,
    byState: matched.byState,
    incomplete: set.incomplete,
    minLevel: minLevel === undefined ? undefined : cleanText(minLevel, 40),
    unplaced: set.unplaced,
    windowHours: set.windowHours,
    granularity: set.granularity === null ? null : cleanText(set.granularity, 30),
    dataOf: set.generatedAt === null ? null : cleanText(set.generatedAt, 40),
  };
}

function placeAlerts(location: Location, records: readonly ServiceRecord[]): PlaceAlerts {
  const byLevel = countRarestFirst(records, levelOf);
  return { location, matched: records.length, byLevel, levels: levelsOf(records) };
}

/** Records of several places in turn, each once. */
function interleaved(places: readonly (readonly ServiceRecord[])[]): readonly ServiceRecord[] {
  const longest = Math.max(0, ...places.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, turn) =>
    places.flatMap((records) => records.slice(turn, turn + 1)),
  );
  return [...new Set(inTurn.flat())];
}

interface Overview {
  readonly count: number;
  readonly byLevel: Readonly<Record<string, number>>;
  readonly byState: Readonly<Record<string, number>>;
  /** The records of each level, the rarest level first; the states of a level take turns. */
  readonly queues: readonly (readonly ServiceRecord[])[];
}

/** Kept with the reading in memory: there may be 41,000 alerts. */
const overviews = new WeakMap<AlertSet, Overview>();

function overviewOf(set: AlertSet): Overview {
  const known = overviews.get(set) ?? overview(set.records);
  overviews.set(set, known);
  return known;
}

function overview(records: readonly ServiceRecord[]): Overview {
  const levels = [...groupBy(records, levelOf)].sort(([, a], [, b]) => a.length - b.length);
  const states = new Map<string, number>();
  const queues = levels.map(([, ofLevel]) => {
    const byState = [...groupBy(ofLevel, stateOfRecord)];
    for (const [state, { length }] of byState) states.set(state, (states.get(state) ?? 0) + length);
    return interleaved(byState.map(([, ofState]) => ofState));
  });
  return {
    count: records.length,
    byLevel: Object.fromEntries(levels.map(([level, { length }]) => [level, length])),
    byState: Object.fromEntries([...states].sort(([, a], [, b]) => b - a)),
    queues,
  };
}

function alertRow(record: ServiceRecord): AlertRow {
  return {
    level: levelOf(record),
    area: areaOf(record),
    place: placeOfRecord(record),
    others: ownFields(record, ["zip", "temperatureLevel"]),
    record,
  };
}
