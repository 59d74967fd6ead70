import { z } from "zod";
import { cleanText } from "../domain/clean.ts";
import { readLocation } from "../domain/zip.ts";
import type { Place } from "../places/old/place.ts";
import { readPlace } from "../places/old/read-place.ts";
import type { Remark } from "../places/old/remark.ts";

/** One place as asked: a ZIP, a ZIP prefix, or a city or state, which stand for the ZIP codes in them. */
export interface Location {
  /** As it was written, a ZIP as its digits. */
  readonly asked: string;
  /** The ZIPs and ZIP prefixes it stands for. */
  readonly areas: readonly string[];
  /** The city or state. */
  readonly place?: Place;
  /** The same in all of its words, where these have a remark. */
  readonly written?: string;
  readonly remark?: Remark;
}

/** How many places one call may name: enough for a page of orders, and few enough to be answered one by one. */
const MAX_LOCATIONS = 100;

/** How many of them may be cities or states: what each was read as has to be told. */
const MAX_PLACES = 40;

type Reading = { readonly ok: true; readonly location: Location } | { readonly ok: false; readonly message: string };

function read(text: string): Reading {
  const digits = readLocation(text);
  if (digits.ok) return { ok: true, location: zipLocation(digits.location) };
  if (/^[\d-]+$/.test(text.trim())) return digits;
  const reading = readPlace(text);
  switch (reading.kind) {
    case "zip":
      return { ok: true, location: { ...zipLocation(reading.zip), ...remarked(reading, text) } };
    case "unread":
      return { ok: false, message: reading.message };
    case "place": {
      const { place } = reading;
      return { ok: true, location: { asked: cleanText(text), areas: place.areas, place, ...remarked(reading, text) } };
    }
  }
}

function remarked({ remark }: { readonly remark?: Remark }, text: string): Pick<Location, "remark" | "written"> {
  return remark === undefined ? {} : { remark, written: cleanText(text) };
}

function zipLocation(zip: string): Location {
  return { asked: zip, areas: [zip] };
}

/** A place that can be read; a ZIP becomes its five digits, whatever is not certain is refused with what was meant. */
const location = z.string().transform((text, context) => {
  const reading = read(text);
  // A ZIP whose words have a remark stays as it was written, to be read again with it.
  if (reading.ok) return reading.location.written ?? reading.location.asked;
  context.addIssue({ code: "custom", message: reading.message });
  return z.NEVER;
});

/** The parameter `locations`: each place once, in the order asked. None is everywhere. */
export function locationsSchema(description: string) {
  return z
    .array(location)
    .max(MAX_LOCATIONS)
    .transform((locations) => [...new Set(locations)])
    .refine(
      (locations) => locations.filter((each) => !/^\d+$/.test(each)).length <= MAX_PLACES,
      `should name ${MAX_PLACES} cities and states at most; ask for the others in a further call`,
    )
    .optional()
    .describe(description);
}

/** The places of a parameter that the schema has let through, each once; of a ZIP asked twice what has a remark. */
export function locationsOf(asked: readonly string[] = []): readonly Location[] {
  const all = new Map<string, Location>();
  for (const text of asked) {
    const reading = read(text);
    if (!reading.ok) continue;
    const { location } = reading;
    if (location.remark !== undefined || !all.has(location.asked)) all.set(location.asked, location);
  }
  return [...all.values()];
}

/** Whether a location is one whole ZIP. */
export function isZip({ place, asked }: Location): boolean {
  return place === undefined && asked.length === 5;
}
