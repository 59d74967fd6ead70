import type { ServiceRecord } from "../api/schema.ts";
import { zipOf } from "../api/zip-index.ts";
import { ZipCodes } from "../places/old/zip-codes.ts";
import type { Location } from "./location.ts";
import type { Match, Matches } from "./matches.ts";
import { listText } from "./text.ts";
import { isOfUs } from "./zip-doubt.ts";

/** Parts of a place without a record, and such places, that notes name. */
const MAX_NAMED = 5;

/** What of a place has no record, although the rest of it has. */
interface Gaps {
  /** ZIP codes asked for by themselves, and prefixes of which all that is asked lacks one. */
  readonly parts: readonly string[];
  /** ZIP codes of prefixes in which others have one. */
  readonly zips: readonly string[];
}

/** A day of risk, and what it has for the asked places. */
interface Answered {
  readonly date: string;
  readonly day: { at(location: string): readonly ServiceRecord[] };
  readonly matches: Matches;
}

/** Where a city, a state or a ZIP prefix has records, but not for all of it: the rest must not pass for answered. */
export function gapNotes(answered: readonly Answered[]): string[] {
  const datesByGap = new Map<string, string[]>();
  for (const { date, day, matches } of answered) {
    for (const match of matches.byLocation) {
      const gap = gapText(match.location, gapsOf(match, day));
      if (gap !== undefined) datesByGap.set(gap, [...(datesByGap.get(gap) ?? []), date]);
    }
  }
  const gaps = [...datesByGap].map(([gap, dates]) =>
    dates.length === answered.length ? `${gap}.` : `${gap} on ${dates.join(", ")}.`,
  );
  return gaps.length <= MAX_NAMED ? gaps : [...gaps.slice(0, MAX_NAMED), "Other places lack records, too."];
}

function gapText({ asked, place }: Location, { parts, zips }: Gaps): string | undefined {
  if (parts.length === 0 && zips.length === 0) return undefined;
  const known = place?.zipCount ?? ZipCodes.open().under(asked).length;
  const where = [
    ...(parts.length === 0 ? [] : [`under ${listText(parts, MAX_NAMED)}`]),
    ...(zips.length === 0 ? [] : [`for ${zips.length} of its ${known} ZIPs: ${listText(zips, MAX_NAMED)}`]),
  ];
  return `${asked}: no record (not known) ${where.join(", nor ")}`;
}

function gapsOf({ location, records }: Match, day: Answered["day"]): Gaps {
  const { areas, place } = location;
  // Of a city or state they are of the United States already.
  const own = new Set(place === undefined ? records.filter(isOfUs) : records);
  if (own.size === 0) return { parts: [], zips: [] };
  const byArea = areas.map((area) => ({ area, found: day.at(area).filter((record) => own.has(record)) }));
  const open = byArea.filter(({ found }) => found.length === 0).map(({ area }) => area);
  const zips = byArea.flatMap(({ area, found }) => (found.length === 0 ? [] : zipsWithout(area, found)));
  return { parts: underPrefixes(open, areas), zips };
}

/** The ZIP codes of a prefix for which none of its records speaks. */
function zipsWithout(area: string, found: readonly ServiceRecord[]): readonly string[] {
  if (area.length === 5) return [];
  const told = new Set(found.flatMap((record) => zipOf(record)?.slice(0, 5) ?? []));
  const lengths = [...new Set([...told].map((zip) => zip.length))];
  return ZipCodes.open()
    .under(area)
    .filter((zip) => !lengths.some((length) => told.has(zip.slice(0, length))));
}

/** The same shorter: three digits stand for all of the place's codes that begin with them, where each of these is meant. */
function underPrefixes(some: readonly string[], all: readonly string[]): readonly string[] {
  const meant = new Set(some);
  const whole = new Set(some.map(prefixOf));
  for (const area of all) if (!meant.has(area)) whole.delete(prefixOf(area));
  return [...new Set(some.map((area) => (whole.has(prefixOf(area)) ? prefixOf(area) : area)))].sort();
}

function prefixOf(area: string): string {
  return area.slice(0, 3);
}
