import { addTo } from "../../domain/collections.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { zipOf } from "../../domain/record-zip.ts";

/** Leading digits that make an area. Of 41,000 records, an area holds about fifty. */
const AREA_DIGITS = 3;
const ZIP_DIGITS = 5;

/**
 * Gives the function that looks up records by location (ZIP or ZIP prefix): those within a location, and those of an
 * area that contains one. Each comes once, in the order sent.
 */
export function zipLookup(records: readonly JsonRecord[]): (...locations: readonly string[]) => JsonRecord[] {
  const areas = positionsByArea(records);
  return (...locations) => {
    const wanted = new Set(locations.filter((location) => location !== ""));
    const lengths = [...new Set([...wanted].map(({ length }) => length))];
    const covers = (zip: string): boolean =>
      lengths.some((digits) => wanted.has(zip.slice(0, digits))) ||
      (zip.length < ZIP_DIGITS && [...wanted].some((location) => location.startsWith(zip)));
    const prefixes = [...new Set([...wanted].map((location) => location.slice(0, AREA_DIGITS)))];
    const near = new Set(prefixes.flatMap((prefix) => areasNear(prefix, areas)));
    return [...near]
      .flatMap((area) => areas.get(area) ?? [])
      .sort((a, b) => a - b)
      .map((position) => records[position] ?? {})
      .filter((record) => covers(zipOf(record) ?? ""));
  };
}

function areasNear(prefix: string, areas: ReadonlyMap<string, unknown>): readonly string[] {
  if (prefix.length === AREA_DIGITS) return [1, 2, AREA_DIGITS].map((digits) => prefix.slice(0, digits));
  return [...areas.keys()].filter((area) => area.startsWith(prefix) || prefix.startsWith(area));
}

function positionsByArea(records: readonly JsonRecord[]): ReadonlyMap<string, readonly number[]> {
  const areas = new Map<string, number[]>();
  for (const [position, record] of records.entries()) {
    const zip = zipOf(record);
    if (zip !== undefined) addTo(areas, zip.slice(0, AREA_DIGITS), position);
  }
  return areas;
}
