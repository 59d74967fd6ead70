import { z } from "zod";
import { zipOf } from "../api/zip-index.ts";
import { isWiderArea, readLocation } from "../domain/zip.ts";
import { MAX_LIMIT, type Matches } from "./matches.ts";
import type { FittedRows } from "./rows.ts";
import { listText, plural } from "./text.ts";

/** How many places one call may name: enough for a page of orders, and few enough to be answered one by one. */
const MAX_LOCATIONS = 100;

/** A five-digit ZIP or a prefix of one to three digits; ZIP+4 becomes five digits, other damage is refused with a hint. */
const location = z.string().transform((text, context) => {
  const reading = readLocation(text);
  if (reading.ok) return reading.location;
  context.addIssue({ code: "custom", message: reading.message });
  return z.NEVER;
});

/** The parameter `locations`: each place once, in the order asked. None is everywhere. */
export function locationsSchema(description: string) {
  return z
    .array(location)
    .max(MAX_LOCATIONS)
    .transform((locations) => [...new Set(locations)])
    .optional()
    .describe(description);
}

/** The parameter `limit`: rows listed, 1 to 200. */
export function limitSchema() {
  return z.int().min(1).max(MAX_LIMIT).optional().describe("rows listed, default 20");
}

/** Rows listed where the caller sets no limit. */
export const DEFAULT_LIMIT = 20;

/** Places named in a note on wider areas. */
const MAX_NAMED = 20;

/** Which asked places are answered for a wider area (ZIP3 331 for 33101), as one sentence; nothing when none is. */
export function areaNote({ byLocation }: Matches, { shown }: Pick<FittedRows, "shown">): string[] {
  const wider = byLocation.flatMap(({ location, records }) => {
    const zips = records.flatMap((record) => (shown.has(record) ? (zipOf(record) ?? []) : []));
    return [...new Set(zips.filter((zip) => isWiderArea(zip, location)))].map((zip) => `${location} for area ${zip}`);
  });
  return wider.length === 0 ? [] : [`Answered ${listText(wider, MAX_NAMED)}, not that ZIP alone.`];
}

/** Records without a readable ZIP may concern any place, so no place's absence is certain; nothing when all are placed. */
export function unplacedNote(locations: readonly string[], unplaced: number, noun: string): string[] {
  if (locations.length === 0 || unplaced === 0) return [];
  const [verb, they] = unplaced === 1 ? ["names", "it"] : ["name", "they"];
  return [`${plural(unplaced, noun)} ${verb} no readable ZIP: ${they} may concern the places asked.`];
}
