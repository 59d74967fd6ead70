import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/zip.ts";

interface IndexedRecord {
  readonly zip: string;
  /** Its position among the records. */
  readonly at: number;
  readonly record: JsonRecord;
}

/** How many first digits make an area: of 41,000 records each has some fifty. */
const AREA_DIGITS = 3;

/** Records by area, gathered at the first look-up. */
export class ZipIndex {
  readonly #records: readonly JsonRecord[];
  #areas: ReadonlyMap<string, readonly IndexedRecord[]> | undefined;

  constructor(records: readonly JsonRecord[]) {
    this.#records = records;
  }

  /**
   * The records that speak for `location` (a ZIP or a ZIP prefix), in the order sent: those whose `zip` begins with it,
   * and those whose shorter `zip` it begins with, an area that contains it.
   */
  at(location: string): JsonRecord[] {
    if (location === "") return [];
    this.#areas ??= byArea(this.#records);
    const areas = this.#areas;
    const speaks = (zip: string): boolean => zip.startsWith(location) || location.startsWith(zip);
    const near =
      location.length < AREA_DIGITS
        ? [...areas.keys()].filter(speaks)
        : [1, 2, AREA_DIGITS].map((digits) => location.slice(0, digits));
    const found = near.flatMap((area) => areas.get(area) ?? []).filter(({ zip }) => speaks(zip));
    return found.sort((a, b) => a.at - b.at).map(({ record }) => record);
  }
}

function byArea(records: readonly JsonRecord[]): ReadonlyMap<string, readonly IndexedRecord[]> {
  const areas = new Map<string, IndexedRecord[]>();
  for (const [at, record] of records.entries()) {
    const zip = zipOf(record);
    if (zip === undefined) continue;
    const area = zip.slice(0, AREA_DIGITS);
    const placed = areas.get(area) ?? [];
    areas.set(area, placed);
    placed.push({ zip, at, record });
  }
  return areas;
}
