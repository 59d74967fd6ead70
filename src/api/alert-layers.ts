import { identity } from "./alert-records.ts";
import type { AlertSet, Incomplete } from "./api.ts";
import { countLevels } from "./level-count.ts";
import type { ServiceRecord } from "./schema.ts";
import { ZipIndex } from "./zip-index.ts";

/** The records of two readings together. */
interface Union {
  readonly records: readonly ServiceRecord[];
  readonly index: ZipIndex;
  readonly byLevel: AlertSet["byLevel"];
}

/** Made once for the same two readings: who is answered with them while the service fails, is answered at once. */
const UNIONS = new WeakMap<readonly ServiceRecord[], WeakMap<readonly ServiceRecord[], Union>>();

/**
 * Alerts of an `older` reading told together with what came of a later one: both are certain, and were billed (DESIGN 4,
 * paging and memory). An older record that the later reading repeats is told once; one that it does not may be in force.
 */
export function layered(older: AlertSet, later: AlertSet, incomplete: Incomplete | undefined): AlertSet {
  const { records, index, byLevel } = unionOf(older.records, later.records);
  const total = later.total ?? older.total;
  return {
    records,
    at: (location) => index.at(location),
    get unplaced() {
      return index.unplaced;
    },
    byLevel,
    total: total !== null && total < records.length ? null : total,
    ...(incomplete === undefined ? {} : { incomplete }),
    later: older.later === undefined ? later : layered(older.later, later, later.incomplete),
    generatedAt: older.generatedAt,
    windowHours: older.windowHours,
    granularity: older.granularity,
  };
}

function unionOf(older: readonly ServiceRecord[], later: readonly ServiceRecord[]): Union {
  const known = UNIONS.get(older) ?? new WeakMap<readonly ServiceRecord[], Union>();
  UNIONS.set(older, known);
  const union = known.get(later) ?? united(older, later);
  known.set(later, union);
  return union;
}

function united(older: readonly ServiceRecord[], later: readonly ServiceRecord[]): Union {
  const repeated = new Set(later.map(identity));
  const records = [...later, ...older.filter((record) => !repeated.has(identity(record)))];
  return { records, index: new ZipIndex(records), byLevel: countLevels(records) };
}
