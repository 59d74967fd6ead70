import { z } from "zod";
import { cleanText } from "../../domain/clean.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeOfZip, zipsUnder } from "../../places/zip-codes.ts";
import { MAX_ROWS } from "../answer/rows.ts";

/** One place as asked: a ZIP, a ZIP prefix, a city or a state. */
export interface Location {
  /** As written; a ZIP as its digits. */
  readonly asked: string;
  /** `Phoenix, AZ` or `Texas`; null for a ZIP prefix and for a ZIP that is not known. */
  readonly place: string | null;
  /** The ZIPs and ZIP prefixes it stands for. */
  readonly areas: readonly string[];
  /** The number of known ZIPs in it; at least 1. */
  readonly zipCount: number;
}

/** Enough for a page of orders. */
const MAX_LOCATIONS = 100;

const location = z.string().transform((text, context): Location => {
  const reading = readPlace(text);
  if (reading.kind === "zip") return zipLocation(reading.zip);
  if (reading.kind === "place") {
    const { label: place, areas, zipCount } = reading.place;
    return { asked: cleanText(text), place, areas, zipCount };
  }
  context.addIssue({ code: "custom", message: reading.message });
  return z.NEVER;
});

function zipLocation(zip: string): Location {
  const known = zip.length === 5 ? placeOfZip(zip) : undefined;
  const place = known === undefined ? null : `${known.city}, ${known.state}`;
  return { asked: zip, place, areas: [zip], zipCount: Math.max(1, zipsUnder(zip).length) };
}

/** The parameter `locations`: each place once, however it is spelt, in the order asked; none is everywhere. */
export function locationsSchema(description: string) {
  return z
    .array(location)
    .max(MAX_LOCATIONS)
    .transform((all) => [...new Map(all.toReversed().map((each) => [each.areas.join(), each])).values()].reverse())
    .default([])
    .describe(description);
}

/** True for one whole ZIP. */
export function isZip({ areas }: Location): boolean {
  return areas.length === 1 && areas[0]?.length === 5;
}

/** A place in a sentence: `Phoenix, AZ`, `78701 Austin, TX`, `area 850`, `99999 (no known ZIP)`. */
export function locationText({ asked, place, areas }: Location): string {
  const [only = asked] = areas;
  if (place !== null) return areas.length === 1 && only === asked ? `${asked} ${place}` : place;
  return only.length < 5 ? `area ${asked}` : `${asked} (no known ZIP)`;
}

/** The parameter `limit`: rows listed. */
export function limitSchema(description: string) {
  return z.int().min(1).max(MAX_ROWS).default(20).describe(description);
}
