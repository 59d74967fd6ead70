import type { ServiceRecord } from "../api/schema.ts";
import { zipOf } from "../api/zip-index.ts";
import type { Matches } from "./matches.ts";
import { type FittedRows, shownOf } from "./rows.ts";
import { valueText } from "./text.ts";

/** Places times days that are told one by one; beyond it the records alone are listed. */
const MAX_PLACES_TOLD = 60;

/** What naming one place takes beside its records: `33101 (area 331), `. */
const PLACE_TOKENS = 10;

/** Whether places are told one by one, and what their names take on each day. */
export function placesTold({ byLocation }: Matches, days: number): { readonly told: boolean; readonly tokens: number } {
  const told = byLocation.length > 0 && byLocation.length * days <= MAX_PLACES_TOLD;
  return { told, tokens: told ? byLocation.length * PLACE_TOKENS : 0 };
}

/** Records as `85003, 85004: SevereHot; 85010: Hot`: those that differ in their ZIP alone stand together. */
export function groupedRows(rows: readonly ServiceRecord[], label: (row: ServiceRecord) => string): string {
  return grouped(rows.map((row) => [zipText(row), label(row)]));
}

/**
 * Records place by place: `85001: SevereHot`, `33101 (area 331): riskLevel=High` where the record speaks for more than
 * was asked, `850 (85003, 85004: SevereHot)` where it speaks for less.
 */
export function placeRows({ byLocation }: Matches, fitted: FittedRows, label: (row: ServiceRecord) => string): string {
  const told = new Set<ServiceRecord>();
  const parts = byLocation.flatMap(({ location, records }): (readonly [string, string])[] => {
    const rows = shownOf(records, fitted);
    const wide = rows.filter((row) => {
      const zip = zipOf(row);
      return zip !== undefined && location.startsWith(zip);
    });
    // A record within several places (850 and 85) is told with the first.
    const narrow = rows.filter((row) => !wide.includes(row) && !told.has(row));
    for (const row of narrow) told.add(row);
    const named = wide.map((row): readonly [string, string] => {
      return [zipOf(row) === location ? location : `${location} (area ${zipText(row)})`, label(row)];
    });
    return narrow.length === 0 ? named : [...named, [location, `(${groupedRows(narrow, label)})`]];
  });
  return grouped(parts);
}

function zipText(row: ServiceRecord): string {
  return row["zip"] === undefined ? "(no zip)" : valueText(row["zip"]);
}

/** Pairs as `a, b: text; c: other`. */
function grouped(pairs: readonly (readonly [string, string])[]): string {
  const namesByText = new Map<string, string[]>();
  for (const [name, text] of pairs) {
    const names = namesByText.get(text);
    if (names === undefined) namesByText.set(text, [name]);
    else names.push(name);
  }
  return [...namesByText]
    .map(([text, names]) => `${names.join(", ")}${text.startsWith("(") ? " " : ": "}${text}`)
    .join("; ");
}
