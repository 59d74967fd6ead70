import type { ServiceRecord } from "../api/schema.ts";
import { zipOf } from "../api/zip-index.ts";
import { quote } from "../domain/clean.ts";
import { isWiderArea } from "../domain/zip.ts";
import { reachesBeyond } from "../places/old/place.ts";
import type { Location } from "./location.ts";
import type { Matches } from "./matches.ts";
import type { FittedRows } from "./rows.ts";
import { listText, plural } from "./text.ts";
import { isOfUs, mayBeAbroad } from "./zip-doubt.ts";

/** Places named in a note on wider areas, and areas of one place. */
const MAX_NAMED = 20;
const MAX_AREAS = 8;

/** Remarks that are told in full. */
const MAX_REMARKS = 8;

/** What was understood where that is not plain: a sentence for each place, or of many one for those alike. */
export function remarkNotes(locations: readonly Location[]): string[] {
  const remarked = locations.flatMap(({ asked, written = asked, remark, place }) =>
    remark === undefined ? [] : [{ asked: quote(written), remark, label: place?.label ?? asked }],
  );
  if (remarked.length <= MAX_REMARKS) return remarked.map(({ asked, remark }) => `${asked}: ${remark.full}.`);
  const alike = new Map<string, string[]>();
  for (const { asked, remark, label } of remarked) {
    alike.set(remark.brief, [...(alike.get(remark.brief) ?? []), `${asked} = ${label}`]);
  }
  return [...alike].map(([brief, places]) => `${brief}: ${places.join("; ")}.`);
}

/** Which asked places are answered for a wider area (ZIP3 331 for 33101), one sentence for ZIPs and one for cities. */
export function areaNote({ byLocation }: Matches, { shown }: Pick<FittedRows, "shown">): string[] {
  const ofZips: string[] = [];
  const ofCities: string[] = [];
  for (const { location, records } of byLocation) {
    const zips = [...new Set(records.flatMap((record) => (shown.has(record) ? (zipOf(record) ?? []) : [])))];
    const { place, asked } = location;
    if (place === undefined) {
      ofZips.push(...zips.filter((zip) => isWiderArea(zip, asked)).map((zip) => `${asked} for area ${zip}`));
    } else {
      const wider = zips.filter((zip) => zip.length < 5 && reachesBeyond(place, zip));
      if (wider.length > 0) ofCities.push(`${place.label} for ${areasText(wider)}`);
    }
  }
  return [
    ...(ofZips.length === 0 ? [] : [`Answered ${listText(ofZips, MAX_NAMED)}, not that ZIP alone.`]),
    ...(ofCities.length === 0 ? [] : [`Answered ${listText(ofCities, MAX_NAMED)}, reaching beyond.`]),
  ];
}

function areasText(areas: readonly string[]): string {
  return `${areas.length === 1 ? "area" : "areas"} ${listText(areas, MAX_AREAS)}`;
}

/** Records without a readable ZIP may concern any place, so no place's absence is certain; nothing when all are placed. */
export function unplacedNote(locations: readonly unknown[], unplaced: number, noun: string): string[] {
  if (locations.length === 0 || unplaced === 0) return [];
  const [verb, they] = unplaced === 1 ? ["names", "it"] : ["name", "they"];
  return [`${plural(unplaced, noun)} ${verb} no readable ZIP: ${they} may concern the places asked.`];
}

/** Records under ZIP codes of the United States: those that are told, and those of another country, which are not. */
interface Found {
  readonly told: readonly ServiceRecord[];
  readonly foreign: readonly ServiceRecord[];
}

/** How many of them are told though they may be of another country, and how many are left out as such. */
export function abroadNotes(found: Found, noun: string): string[] {
  const told = new Set(found.told);
  const gone = [...new Set(found.foreign)].filter((record) => !told.has(record)).length;
  const doubtful = [...told].filter(mayBeAbroad).length;
  return [
    ...(doubtful === 0
      ? []
      : [
          `${plural(doubtful, noun)} told may be abroad: country, state, city, zone or coordinates speak against the ZIP.`,
        ]),
    ...(gone === 0
      ? []
      : [
          `${plural(gone, noun)} left out as of another country or state, by the country, city, state, zone or coordinates given.`,
        ]),
  ];
}

/** What is found at ZIP codes, where records of another country are left out. */
export function foundAt(records: readonly ServiceRecord[]): Found {
  return { told: records.filter(isOfUs), foreign: records.filter((record) => !isOfUs(record)) };
}

/** What is found for the places asked; where none are, the records that are listed. */
export function foundFor({ byLocation }: Matches, { shown }: Pick<FittedRows, "shown">): Found {
  if (byLocation.length === 0) return { told: [...shown.keys()], foreign: [] };
  return {
    told: byLocation.flatMap(({ records }) => records),
    foreign: byLocation.flatMap(({ foreign }) => foreign),
  };
}
