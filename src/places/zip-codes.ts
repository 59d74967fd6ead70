import { placeFile } from "./place-file.ts";

/** The postal city of a ZIP. */
export interface ZipPlace {
  readonly city: string;
  readonly state: string;
  /** IANA time zone; undefined for military mail. */
  readonly zone: string | undefined;
}

interface ZipTable {
  /** By ZIP as a number, one more than the index of its place; 0 for a ZIP that is not known. */
  readonly placeNumbers: Uint16Array;
  readonly places: readonly ZipPlace[];
  readonly stateByPrefix: Map<string, string | undefined>;
}

let read: ZipTable | undefined;

function zipTable(): ZipTable {
  read ??= readZipTable();
  return read;
}

function readZipTable(): ZipTable {
  const { rowCount, rowAt } = placeFile();
  const placeNumbers = new Uint16Array(100_000);
  const places: ZipPlace[] = [];
  for (let index = 0; index < rowCount; index += 1) {
    const { name, state, zone, zips } = rowAt(index);
    // Municipalities stand after all postal cities.
    if (zone === undefined) break;
    places.push({ city: name, state, zone: zone || undefined });
    for (const zip of zips) placeNumbers[Number(zip)] = places.length;
  }
  return { placeNumbers, places, stateByPrefix: new Map() };
}

/** The place of a known ZIP of five digits. */
export function placeOfZip(zip: string): ZipPlace | undefined {
  const { placeNumbers, places } = zipTable();
  return zip.length === 5 ? places[(placeNumbers[Number(zip)] ?? 0) - 1] : undefined;
}

/** The known ZIPs that begin with one to five digits, in order. */
export function zipsUnder(prefix: string): readonly string[] {
  const { placeNumbers } = zipTable();
  const size = 10 ** (5 - prefix.length);
  const first = Number(prefix) * size;
  const zips: string[] = [];
  for (let zip = first; zip < first + size; zip += 1) {
    if (placeNumbers[zip]) zips.push(String(zip).padStart(5, "0"));
  }
  return zips;
}

/** The known ZIPs of a state, in order. */
export function zipsOfState(code: string): readonly string[] {
  const { placeNumbers, places } = zipTable();
  const zips: string[] = [];
  for (const [zip, number] of placeNumbers.entries()) {
    if (places[number - 1]?.state === code) zips.push(String(zip).padStart(5, "0"));
  }
  return zips;
}

/** The state of a ZIP, or the one with most of the known ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
  const { stateByPrefix } = zipTable();
  if (!stateByPrefix.has(zipOrPrefix)) stateByPrefix.set(zipOrPrefix, mostCommonState(zipsUnder(zipOrPrefix)));
  return stateByPrefix.get(zipOrPrefix);
}

function mostCommonState(zips: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const zip of zips) {
    const state = placeOfZip(zip)?.state ?? "";
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
