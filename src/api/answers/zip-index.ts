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
   * The records that speak for any of `locations` (ZIPs and ZIP prefixes), each once, in the order sent: those whose `zip`
   * begins with one, and those whose shorter `zip` one begins with, an area that contains it.
   */
  at(...locations: readonly string[]): JsonRecord[] {
    this.#areas ??= byArea(this.#records);
    const areas = this.#areas;
    const asked = new Set(locations);
    const above = new Set(locations.flatMap(prefixesOf));
    const speaks = (zip: string): boolean => above.has(zip) || prefixesOf(zip).some((prefix) => asked.has(prefix));
    const isWide = locations.some(({ length }) => length > 0 && length < AREA_DIGITS);
    const near = (isWide ? [...areas.keys()] : [...above]).flatMap((area) => areas.get(area) ?? []);
    return near
      .filter(({ zip }) => speaks(zip))
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record);
  }
}

function prefixesOf(zip: string): string[] {
  return Array.from(zip, (_, index) => zip.slice(0, index + 1));
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
