import { placeFile, type ZipPlace } from "./place-file.ts";

const statesOfPrefixes = new Map<string, string | undefined>();

/** The place of a known ZIP of five digits. */
export function placeOfZip(zip: string): ZipPlace | undefined {
  const row = /^\d{5}$/.test(zip) ? placeFile().rowOfZip(Number(zip)) : Number.NaN;
  return Number.isNaN(row) ? undefined : placeFile().rowAt(row);
}

/** The IANA zone of a known ZIP of five digits. */
export function zoneOfZip(zip: string): string | undefined {
  return placeOfZip(zip)?.zone;
}

/** The label of a ZIP's place, such as `Phoenix, AZ`; null for an unknown ZIP. */
export function placeName(zip: string): string | null {
  const place = placeOfZip(zip);
  return place === undefined ? null : `${place.city}, ${place.state}`;
}

/** The city with the most ZIPs of an area, such as `Phoenix, AZ` of `850`; null for an unknown area. */
export function cityOfArea(area: string): string | null {
  if (area.length === 5) return placeName(area);
  return mostFrequent(zipsUnder(area).map(placeName)) ?? null;
}

/** The known ZIPs that begin with `prefix` (one to five digits), in order. */
export function zipsUnder(prefix: string): readonly string[] {
  const size = 10 ** (5 - prefix.length);
  const first = Number(prefix) * size;
  const { hasZip } = placeFile();
  const zips = Array.from({ length: size }, (_, after) => first + after);
  return zips.filter(hasZip).map((zip) => String(zip).padStart(5, "0"));
}

/** The known ZIPs of a state, in order. */
export function zipsOfState(code: string): readonly string[] {
  const { postalRowsOf, zipsAt } = placeFile();
  return postalRowsOf(code)
    .flatMap((row) => zipsAt(row))
    .sort();
}

/** The state of a ZIP, or the state with the most known ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
  if (statesOfPrefixes.has(zipOrPrefix)) return statesOfPrefixes.get(zipOrPrefix);
  const most = mostFrequent(zipsUnder(zipOrPrefix).map((zip) => placeOfZip(zip)?.state));
  statesOfPrefixes.set(zipOrPrefix, most);
  return most;
}

function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
