import { placeFile, type ZipPlace } from "./place-file.ts";

/** By ZIP as a number, one more than the row of its city; 0 for a ZIP that is not known. */
let rowsByZip: Uint16Array | undefined;
const statesOfPrefixes = new Map<string, string | undefined>();

/** All ZIPs, read in one pass: rows that are split take five times as long. */
function zipTable(): Uint16Array {
  if (rowsByZip !== undefined) return rowsByZip;
  const lines = placeFile().postalLines;
  const rows = new Uint16Array(100_000);
  let row = 1;
  for (let at = lines.indexOf(" "); at < lines.length; at += 6) {
    // At the blank before a ZIP, or at the end of a line, after which the next ZIP follows a blank.
    if (lines[at] === "\n") {
      row += 1;
      at = lines.indexOf(" ", at);
    }
    rows[Number(lines.slice(at + 1, at + 6))] = row;
  }
  rowsByZip = rows;
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
  const rows = placeFile().postalLines.matchAll(new RegExp(`^${code}\\d* (.+)`, "gm"));
  return [...rows].flatMap(([, zips = ""]) => zips.split(" ")).sort();
}

/** The state of a ZIP, or the one with most of the known ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
  if (statesOfPrefixes.has(zipOrPrefix)) return statesOfPrefixes.get(zipOrPrefix);
  const states = zipsUnder(zipOrPrefix).map((zip) => placeOfZip(zip)?.state);
  const countOf = (state: string | undefined): number => states.filter((each) => each === state).length;
  const [most] = [...new Set(states)].sort((a, b) => countOf(b) - countOf(a));
  statesOfPrefixes.set(zipOrPrefix, most);
  return most;
}
