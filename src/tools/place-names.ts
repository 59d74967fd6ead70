import type { ServiceRecord } from "../api/schema.ts";
import { zipOf } from "../api/zip-index.ts";
import { cityOfZip } from "../places/old/place.ts";
import { isZip, type Location } from "./location.ts";
import type { Matches } from "./matches.ts";
import type { Size } from "./rows.ts";
import { plural } from "./text.ts";
import { estimateJsonTokens, estimateTokens } from "./tokens.ts";
import { mayBeAbroad } from "./zip-doubt.ts";

/**
 * What stands beside a place in both channels: `85001` → `Phoenix, AZ`, and a city or state as it was written → `Phoenix,
 * AZ (81 ZIPs)`.
 */
export type PlaceNames = ReadonlyMap<string, string>;

/** Asked ZIPs that are named before rows are chosen; further ones, and rows, where room is left. */
const MAX_ASKED = 20;

/** Where fewer of the ZIPs have their cities, these are no rule from which the others stand out. */
const LEAST_NAMED = 0.2;

/** The names of the places asked; `summary` adds to a city's or state's what was found in it. */
export function askedNames(
  locations: readonly Location[],
  foreign: ReadonlySet<string>,
  summary: (location: Location) => string = () => "",
): PlaceNames {
  const names = new Map<string, string>();
  for (const location of locations) {
    const { asked, place } = location;
    if (place === undefined) continue;
    names.set(asked, `${place.label} (${plural(place.zipCount, "ZIP")})${summary(location)}`);
  }
  for (const { asked } of locations.filter(isZip).slice(0, MAX_ASKED)) addZip(names, asked, foreign);
  return names;
}

/** The same with the cities of listed rows, in order, as long as there is room. */
export function withRowNames(
  names: PlaceNames,
  rows: readonly ServiceRecord[],
  locations: readonly Location[],
  foreign: ReadonlySet<string>,
  roomTokens: number,
): PlaceNames {
  const said = new Set(locations.map(({ place }) => place?.label));
  const all = new Map(names);
  let room = roomTokens;
  for (const row of rows) {
    const zip = zipOf(row);
    const city = zip === undefined || all.has(zip) ? undefined : cityOfZip(zip);
    // Beneath the name of its own city a ZIP needs it no more.
    if (zip === undefined || city === undefined || said.has(city) || foreign.has(zip)) continue;
    room -= estimateJsonTokens({ [zip]: city });
    if (room < 0) break;
    all.set(zip, city);
  }
  return all;
}

/** What the city of a record takes in both channels; nothing where it has none, or is named already. */
export function nameSizes(
  names: PlaceNames,
  locations: readonly Location[],
  foreign: ReadonlySet<string>,
): (record: ServiceRecord) => Size {
  const said = new Set(locations.map(({ place }) => place?.label));
  return (record) => {
    const zip = zipOf(record);
    const city = zip === undefined || names.has(zip) || foreign.has(zip) ? undefined : cityOfZip(zip);
    if (zip === undefined || city === undefined || said.has(city)) return { text: 0, json: 0 };
    return { text: estimateTokens(` ${city}`), json: estimateJsonTokens({ [zip]: city }) };
  };
}

/** The names that the text of an answer tells, for the field `places`. */
export function toldNames(names: PlaceNames, lines: readonly string[]): Record<string, string> {
  const told = [...names].filter(([asked, name]) => lines.some((line) => line.includes(asked) && line.includes(name)));
  return Object.fromEntries(told);
}

/** That some ZIPs asked or listed stand without their cities, for size, beside others that have theirs. */
export function unnamedNote(
  told: Readonly<Record<string, string>>,
  rows: readonly ServiceRecord[],
  locations: readonly Location[],
  foreign: ReadonlySet<string>,
): string[] {
  const said = new Set(locations.map(({ place }) => place?.label));
  const zips = new Set([
    ...locations.filter(isZip).map(({ asked }) => asked),
    ...rows.flatMap((row) => zipOf(row) ?? []),
  ]);
  const known = [...zips].filter((zip) => {
    const city = foreign.has(zip) ? undefined : cityOfZip(zip);
    return city !== undefined && !said.has(city);
  });
  const named = known.filter((zip) => Object.hasOwn(told, zip)).length;
  const unnamed = known.length - named;
  if (unnamed === 0 || named < known.length * LEAST_NAMED) return [];
  const stand = unnamed === 1 ? "stands without its city" : "stand without their cities";
  return [`${plural(unnamed, "ZIP")} ${stand}, for size; fewer locations or a lower limit name more.`];
}

/** ZIPs of matched records that are, or may be, of another country: the same digits name no place of this one. */
export function foreignZips(matches: Pick<Matches, "listed">): ReadonlySet<string> {
  return new Set(matches.listed.filter(mayBeAbroad).flatMap((record) => zipOf(record) ?? []));
}

function addZip(names: Map<string, string>, zip: string, foreign: ReadonlySet<string>): void {
  const city = foreign.has(zip) ? undefined : cityOfZip(zip);
  if (city !== undefined) names.set(zip, city);
}
