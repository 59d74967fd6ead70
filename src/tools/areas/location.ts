import { z } from "zod";
import { cleanText, quote } from "../../domain/clean.ts";
import { groupBy } from "../../domain/collections.ts";
import { readPlace } from "../../places/read-place.ts";
import { placeName, zipsUnder } from "../../places/zip-codes.ts";
import { Slices } from "../answer/slices.ts";
import { listText } from "../answer/words.ts";

/** A ZIP, a ZIP prefix, a city or a state. */
export interface Location {
  /** The caller's text, cleaned; for a ZIP or prefix, its digits. */
  readonly asked: string;
  /** `Phoenix, AZ` or `Texas`; null for a ZIP prefix or an unknown ZIP. */
  readonly place: string | null;
  /** ZIPs and ZIP prefixes. */
  readonly areas: readonly string[];
  /** At least 1. */
  readonly zipCount: number;
}

export interface UnknownPlace {
  readonly asked: string;
  /** Follows the place in a sentence. */
  readonly message: string;
}

/** Enough for a page of orders. */
const MAX_LOCATIONS = 100;
const MAX_PLACE_CHARS = 100;
/** Only this many unknown places of a call get suggestions, which are slow to find. */
const MOST_SUGGESTED_FOR = 5;

/** The parameter `locations`: each place once, however it is spelt, in the order asked. No place means everywhere. */
export function locationsSchema(description: string) {
  return z
    .array(z.string().max(MAX_PLACE_CHARS))
    .max(MAX_LOCATIONS)
    .optional()
    .transform(async (texts = [], context) => {
      const known: Location[] = [];
      const unknown: UnknownPlace[] = [];
      const slices = new Slices();
      for (const text of texts) {
        const location = readLocation(text, unknown.length < MOST_SUGGESTED_FOR);
        if ("areas" in location) known.push(location);
        else unknown.push(location);
        if (/\D/.test(text)) await slices.afterLookUp();
      }
      // If any place is known, the answer reports the unknown ones.
      if (known.length === 0) {
        for (const [index, { message }] of unknown.entries())
          context.addIssue({ code: "custom", path: [index], message });
      }
      return {
        known: uniqueBy(known, ({ areas }) => areas.join()),
        unknown: uniqueBy(unknown, ({ asked }) => asked),
      };
    })
    .meta({ description, synonyms: ["place", "city", "zip"] });
}

function readLocation(text: string, suggests: boolean): Location | UnknownPlace {
  const reading = readPlace(text, suggests);
  const asked = cleanText(text);
  if (reading.kind === "refused") return { asked, message: reading.message };
  if (reading.kind === "place") {
    const { label: place, areas, zipCount } = reading.place;
    return { asked, place, areas, zipCount };
  }
  const { zip } = reading;
  return { asked: zip, place: placeName(zip), areas: [zip], zipCount: Math.max(1, zipsUnder(zip).length) };
}

function uniqueBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return [...groupBy(items, keyOf).values()].flatMap((equal) => equal.slice(0, 1));
}

/** A place in a sentence: `Phoenix, AZ`, `78701 Austin, TX`, `area 850`, `99999 (not a known ZIP, check it)`. */
export function locationText(location: Location): string {
  const { asked, place, areas } = location;
  if (isUnknownZip(location)) return `${asked} (not a known ZIP, check it)`;
  if (place === null) return `area ${asked}`;
  return areas.length === 1 && areas[0] === asked ? `${asked} ${place}` : place;
}

export function locationMembers(location: Location) {
  const { asked, place } = location;
  return { asked, place, ...(isUnknownZip(location) && { problem: "It is not a known ZIP: check it." }) };
}

function isUnknownZip({ asked, place }: Location): boolean {
  return place === null && asked.length === 5;
}

const MAX_UNKNOWN_SENTENCES = 3;
const MAX_UNKNOWN_PLACES = 12;

/** A headline's opening about unknown places; if there are more than three, also a line for each. */
export function unknownText(unknown: readonly UnknownPlace[]) {
  const sentences = unknown.map(({ asked, message }) =>
    sentence(`${askedText(asked)} was not checked, since it ${message}`),
  );
  if (unknown.length <= MAX_UNKNOWN_SENTENCES)
    return { opening: sentences.map((text) => `${text} `).join(""), lines: [] };
  const names = unknown.map(({ asked }) => askedText(asked));
  const opening = `${unknown.length} places were not checked: ${listText(names, MAX_UNKNOWN_PLACES, "; ")}. `;
  return { opening, lines: sentences };
}

function askedText(asked: string): string {
  return /^[\p{L}\d][\p{L}\d ,.'-]{0,39}$/u.test(asked) ? asked : quote(asked);
}

function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}

export function unknownRows(unknown: readonly UnknownPlace[]) {
  return unknown.map(({ asked, message }) => ({ asked, place: null, problem: sentence(`It ${message}`) }));
}
