import { placeFile, type ZipPlace } from "./place-file.ts";

export type { ZipPlace } from "./place-file.ts";

/** By ZIP as a number, one more than the row of its city; 0 for a ZIP that is not known. */
let rowsByZip: Uint16Array | undefined;
const stateByPrefix = new Map<string, string | undefined>();

function zipTable(): Uint16Array {
  rowsByZip ??= readZipTable(placeFile().postalLines);
  return rowsByZip;
}

/** Reads all ZIPs in one pass, digit by digit: rows that are split take five times as long. */
function readZipTable(lines: string): Uint16Array {
  const rows = new Uint16Array(100_000);
  let [row, hundreds, number, digits, isAmongZips] = [1, 0, 0, 0, false];
  for (let at = 0; at <= lines.length; at += 1) {
    const character = lines[at] ?? "\n";
    if (character >= "0" && character <= "9") {
      number = number * 10 + Number(character);
      digits += 1;
      continue;
    }
    if (isAmongZips) {
      if (digits === 5) hundreds = number - (number % 100);
      rows[hundreds + (number % 100)] = row;
    }
    [number, digits] = [0, 0];
    isAmongZips = character === " ";
    if (character === "\n") row += 1;
  }
  return rows;
}

/** The place of a known ZIP of five digits. */
export function placeOfZip(zip: string): ZipPlace | undefined {
  const row = zip.length === 5 ? zipTable()[Number(zip)] : undefined;
  return row ? placeFile().rowAt(row - 1) : undefined;
}

/** The known ZIPs that begin with one to five digits, in order. */
export function zipsUnder(prefix: string): readonly string[] {
  const size = 10 ** (5 - prefix.length);
  const first = Number(prefix) * size;
  const rows = zipTable().subarray(first, first + size);
  return [...rows.entries()].flatMap(([after, row]) => (row === 0 ? [] : String(first + after).padStart(5, "0")));
}

/** The known ZIPs of a state, in order. */
export function zipsOfState(code: string): readonly string[] {
  return Array.from({ length: 10 }, (_, digit) => zipsUnder(String(digit)))
    .flat()
    .filter((zip) => placeOfZip(zip)?.state === code);
}

/** The state of a ZIP, or the one with most of the known ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
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
