import type { ServiceRecord } from "../api/schema.ts";
import type { FittedRows } from "./rows.ts";
import { listText, plural } from "./text.ts";

/** The records that speak for one asked place. */
export interface Match {
  readonly location: string;
  readonly records: readonly ServiceRecord[];
}

/** What was found for the asked places; no places asked is everything. */
export interface Matches {
  readonly byLocation: readonly Match[];
  /** At most `limit` records, places taking turns so that a large area hides no other place. */
  readonly listed: readonly ServiceRecord[];
  /** How many different records matched. */
  readonly matched: number;
}

/** Looks up each asked place. */
export function matchLocations(
  locations: readonly string[],
  source: { readonly records: readonly ServiceRecord[]; at(location: string): readonly ServiceRecord[] },
  limit: number,
): Matches {
  if (locations.length === 0) {
    return { byLocation: [], listed: source.records.slice(0, limit), matched: source.records.length };
  }
  const byLocation = locations.map((location) => ({ location, records: source.at(location) }));
  const longest = Math.max(...byLocation.map(({ records }) => records.length));
  const listed = new Set<ServiceRecord>();
  for (let turn = 0; turn < longest && listed.size < limit; turn += 1) {
    for (const { records } of byLocation) {
      const record = records[turn];
      if (record !== undefined && listed.size < limit) listed.add(record);
    }
  }
  const matched = byLocation.length === 1 ? longest : new Set(byLocation.flatMap(({ records }) => records)).size;
  return { byLocation, listed: [...listed], matched };
}

/** Places named in a note on what was cut. */
const MAX_NAMED = 8;

/** What the list leaves out, place by place, and the parameter that shows it; nothing when all is listed. */
export function cutNote(
  { byLocation, matched }: Matches,
  { shown, omittedFields }: FittedRows,
  noun: string,
): string[] {
  const notes: string[] = [];
  if (shown.size < matched) {
    const short = byLocation.flatMap(({ location, records }) => {
      const count = records.filter((record) => shown.has(record)).length;
      return count === records.length ? [] : [`${location}: ${count} of ${records.length}`];
    });
    const where = byLocation.length < 2 ? "" : ` (${listText(short, MAX_NAMED)})`;
    notes.push(
      `Listed ${shown.size} of ${plural(matched, noun)}${where}; limit (up to 200) or narrower locations show more.`,
    );
  }
  if (omittedFields > 0) notes.push(`${plural(omittedFields, "field")} of the listed ${noun} left out for size.`);
  return notes;
}
