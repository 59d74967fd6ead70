import { placeFile, type ZipPlace } from "./place-file.ts";

export type { ZipPlace } from "./place-file.ts";

/** By ZIP as a number, one more than the row of its city; 0 for a ZIP that is not known. */
let rowsByZip: Uint16Array | undefined;
const byStateUnder = new Map<string, ReadonlyMap<string, readonly string[]>>();

function zipTable(): Uint16Array {
  rowsByZip ??= readZipTable(placeFile().postalLines);
  return rowsByZip;
}

/** Reads all ZIPs in one pass: rows that are split take five times as long. */
function readZipTable(lines: string): Uint16Array {
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

/** The state of a ZIP, or the one with most of the known ZIPs under a prefix. */
export function stateOfArea(zipOrPrefix: string): string | undefined {
  if (zipOrPrefix.length === 5) return placeOfZip(zipOrPrefix)?.state;
  const byState = [...zipsByState(zipOrPrefix)].sort(([, a], [, b]) => b.length - a.length);
  return byState[0]?.[0];
}

/** The known ZIPs under a prefix, by their states. */
export function zipsByState(prefix: string): ReadonlyMap<string, readonly string[]> {
  const known = byStateUnder.get(prefix);
  if (known !== undefined) return known;
  const byState = new Map<string, string[]>();
  for (const zip of zipsUnder(prefix)) {
    const state = placeOfZip(zip)?.state ?? "";
    byState.set(state, [...(byState.get(state) ?? []), zip]);
  }
  byStateUnder.set(prefix, byState);
  return byState;
}
