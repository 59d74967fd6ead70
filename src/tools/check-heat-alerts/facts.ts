import type { AlertSet } from "../../api/model/api.ts";
import { cleanText } from "../../domain/clean.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";
import { Slices } from "../answer/slices.ts";
import type { Location } from "../areas/location.ts";
import { placeOfRecord, recordsAt } from "../areas/records-at.ts";
import { type LevelAt, levelsOf } from "../heat/alert-words.ts";
import { cachedOverview, inTurn, overviewOf } from "./overview.ts";
import type { Arguments } from "./schema.ts";

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
  // In turn, so that each place gets rows. Places may share alerts.
  const asked = new Set<JsonRecord>();
  await slices.each(inTurn([...recordsByPlace.values()]), (record) => asked.add(record));
  const overview = known.length === 0 ? cachedOverview(set, order, slices) : overviewOf(asked, order, slices);
  const { names, byState, levels, marks } = await overview;
  const places: PlaceAlerts[] = [];
  for (const [location, records] of recordsByPlace) {
    places.push({ location, matched: records.length, levels: levelsOf(records, names) });
    await slices.after(records.length);
  }
  // Levels take rows in turn, so that each has some.
  const alerts = levels.map(({ level, recordsInTurn }) =>
    recordsInTurn.slice(0, limit).map((record) => ({ level, record })),
  );
  const alertsWithRow = inTurn(alerts).slice(0, limit);
  const levelsWithRows = levels.map((ofLevel) => ({
    ...ofLevel,
    rows: alertsWithRow.filter(({ level }) => level === ofLevel.level).map(({ record }) => alertRow(record)),
  }));
  const { total, incomplete, unplaced, windowHours, granularity, generatedAt } = set;
  return {
    places: sortedByLevel(places, levels),
    unknown,
    levels: levelsWithRows,
    listed: levelsWithRows.flatMap(({ rows }) => rows),
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

/** Sorts places by their first levels, as `levels` stand. Those without an alert come last. */
function sortedByLevel(places: readonly PlaceAlerts[], levels: readonly { readonly level: string }[]) {
  const rank = ({ levels: [first] }: PlaceAlerts): number =>
    first === undefined ? levels.length : levels.findIndex(({ level }) => level === first.level);
  return places.toSorted((a, b) => rank(a) - rank(b));
}

function alertRow(record: JsonRecord) {
  // An unreadable ZIP is shown as sent.
  const area = zipOf(record) ?? textOrNull(record["zip"], 12) ?? undefined;
  return { record, area, place: placeOfRecord(record) };
}
