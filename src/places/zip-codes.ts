import { groupBy } from "../domain/collections.ts";
import { placeFile, type ZipPlace } from "./place-file.ts";

const statesOfPrefixes = new Map<string, string | undefined>();

export function placeOfZip(zip: string): ZipPlace | undefined {
  const row = /^\d{5}$/.test(zip) ? placeFile().rowOfZip(Number(zip)) : undefined;
  return row === undefined ? undefined : placeFile().rowAt(row);
}

export function zoneOfZip(zip: string): string | undefined {
  return placeOfZip(zip)?.zone;
}

/** `Phoenix, AZ`; null for an unknown ZIP. */
export function placeName(zip: string): string | null {
  const place = placeOfZip(zip);
  return place === undefined ? null : `${place.city}, ${place.state}`;
}

/** The city with the most ZIPs: `850` → `Phoenix, AZ`; null for an unknown area. */
export function cityOfArea(area: string): string | null {
  if (area.length === 5) return placeName(area);
  return mostFrequent(zipsUnder(area).map(placeName)) ?? null;
}

/** The known ZIPs under one to five digits, in order. */
export function zipsUnder(prefix: string): readonly string[] {
  const size = 10 ** (5 - prefix.length);
  const first = Number(prefix) * size;
  const { hasZip } = placeFile();
  const zips = Array.from({ length: size }, (_, after) => first + after);
  return zips.filter(hasZip).map((zip) => String(zip).padStart(5, "0"));
}

export function zipsOfState(code: string): readonly string[] {
  const { postalRowsOf, zipsAt } = placeFile();
  return postalRowsOf(code)
    .flatMap((row) => zipsAt(row))
    .sort();
}

/** The state of a ZIP, or the one with the most ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
  if (statesOfPrefixes.has(zipOrPrefix)) return statesOfPrefixes.get(zipOrPrefix);
  const state = mostFrequent(zipsUnder(zipOrPrefix).map((zip) => placeOfZip(zip)?.state));
  statesOfPrefixes.set(zipOrPrefix, state);
  return state;
}

function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const groups = [...groupBy(values, (value) => value).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0];
}
