import type { ServiceRecord } from "../api/schema.ts";
import { allLeftOut, leftOutText } from "./left-out.ts";
import { DEFAULT_LIMIT, MAX_LIMIT } from "./limit.ts";
import { isZip, type Location } from "./location.ts";
import type { FittedRows } from "./rows.ts";
import { listText } from "./text.ts";
import { isOfUs } from "./zip-doubt.ts";

/** The records that speak for one asked place. */
export interface Match {
  readonly location: Location;
  readonly records: readonly ServiceRecord[];
  /** Those of another country under the ZIP codes of a city or state: none of its records. */
  readonly foreign: readonly ServiceRecord[];
}

/** What was found for the asked places; no places asked is everything. */
export interface Matches {
  readonly byLocation: readonly Match[];
  /** At most `limit` records, places taking turns so that a large area hides no other place. */
  readonly listed: readonly ServiceRecord[];
  /** How many of them, from the first, answer each place by a record. */
  readonly firsts: number;
  /** How many different records matched. */
  readonly matched: number;
}

/** Records by ZIP prefix, as the client hands them on. */
interface Source {
  readonly records: readonly ServiceRecord[];
  at(location: string): readonly ServiceRecord[];
}

/** Looks up each asked place. Where no `limit` is set, each is answered before any has a second record. */
export function matchLocations(locations: readonly Location[], source: Source, limit?: number): Matches {
  const most = limit ?? DEFAULT_LIMIT;
  if (locations.length === 0) {
    return { byLocation: [], listed: source.records.slice(0, most), firsts: 0, matched: source.records.length };
  }
  const byLocation = locations.map((location) => matchOf(location, source));
  const longest = Math.max(...byLocation.map(({ records }) => records.length));
  // One record may be the first of several places (850 beside 85001), and takes one of the rows.
  const first = new Set(byLocation.flatMap(({ records }) => records.slice(0, 1)));
  const listed = new Set([...first].slice(0, limit ?? MAX_LIMIT));
  const firsts = listed.size;
  for (let turn = 1; turn < longest && listed.size < most; turn += 1) {
    for (const { records } of byLocation) {
      const record = records[turn];
      if (record !== undefined && listed.size < most) listed.add(record);
    }
  }
  const matched = byLocation.length === 1 ? longest : new Set(byLocation.flatMap(({ records }) => records)).size;
  return { byLocation, listed: [...listed], firsts, matched };
}

/** A city's or state's records are those of its ZIPs, each once; a record of another country is none of them. */
function matchOf(location: Location, source: Source): Match {
  const { areas, place } = location;
  const [only = ""] = areas;
  if (place === undefined) return { location, records: source.at(only), foreign: [] };
  const found = [...new Set(areas.flatMap((area) => source.at(area)))];
  const records = found.filter(isOfUs);
  if (records.length === found.length) return { location, records, foreign: [] };
  const ofUs = new Set(records);
  return { location, records, foreign: found.filter((each) => !ofUs.has(each)) };
}

/** One list of an answer: what matched and what is shown. `day` where there are several. */
export interface List {
  readonly day?: string;
  readonly matches: Matches;
  readonly rows: FittedRows;
}

/** Places named in a note on what was cut, of which a part is listed. */
const MAX_NAMED = 8;

/** What an answer lists, and the tool and its parameter `limit` as asked: a reader of a resource has called none. */
interface Listing {
  readonly noun: string;
  readonly tool: string;
  readonly limit: number | undefined;
  /** Whether cities and states tell their counts beside their names already, whatever is listed of them. */
  readonly areCounted?: true;
}

/** What the lists leave out, and the tool and parameters that show it; nothing when all is listed. */
export function cutNote(lists: readonly List[], listing: Listing): string[] {
  const { noun } = listing;
  const cut = lists.filter(({ matches, rows }) => rows.shown.size < matches.matched);
  const notes: string[] = [];
  if (cut.length > 0) {
    const counts = cut.map(({ day, matches, rows }) =>
      [lists.length > 1 ? day : "", `${rows.shown.size} of ${matches.matched}`].filter(Boolean).join(" "),
    );
    const places = lists.length > 1 ? "" : cut.map(shortPlaces).join("");
    notes.push(
      `Listed ${counts.join(", ")} ${noun}s${places}${unlistedText(lists, listing)}; ${waysToMore(cut, lists.length, listing)}.`,
    );
  }
  const leftOut = leftOutText(allLeftOut(lists.map(({ rows }) => rows.leftOut)));
  if (leftOut !== undefined) notes.push(`Of the listed ${noun}s ${leftOut} left out for size.`);
  return notes;
}

/** Only what helps is named: no higher limit where size cut the lists, no narrower place below one ZIP. */
function waysToMore(cut: readonly List[], days: number, { tool, limit = 0 }: Listing): string {
  const canRaise = limit < MAX_LIMIT && cut.some(({ rows }) => !rows.isFull);
  const canNarrow = cut.some(({ matches: { byLocation } }) => byLocation.some(({ location }) => !isZip(location)));
  const canPart = cut.some(({ matches: { byLocation } }) => byLocation.length > 1);
  const isEverywhere = cut.some(({ matches: { byLocation } }) => byLocation.length === 0);
  const ways = [
    ...(canRaise ? [`limit (up to ${MAX_LIMIT})`] : []),
    ...(canPart ? ["fewer locations"] : canNarrow || isEverywhere ? ["narrower locations"] : []),
    ...(days > 1 ? ["fewer days"] : []),
  ];
  return ways.length === 0
    ? "the rest is left out for size"
    : `${tool} with ${listText(ways, 3, " or ")} may show more`;
}

/** `, none of 85001; Tampa, FL, not on each day of 85002`: places that have records, none of which is listed. */
function unlistedText(lists: readonly List[], { areCounted }: Listing): string {
  const daysByPlace = new Map<string, number>();
  for (const { location, records, rows } of lists.flatMap(({ matches, rows }) => withRows(matches, rows))) {
    const isTold = records.length === 0 || records.some((record) => rows.shown.has(record));
    if (isTold || (areCounted && location.place !== undefined)) continue;
    daysByPlace.set(location.asked, (daysByPlace.get(location.asked) ?? 0) + 1);
  }
  const [never, notDaily] = [true, false].map((isNever) =>
    [...daysByPlace].flatMap(([asked, days]) => ((days === lists.length) === isNever ? [asked] : [])).join("; "),
  );
  return `${never ? `, none of ${never}` : ""}${notDaily ? `, not on each day of ${notDaily}` : ""}`;
}

function withRows({ byLocation }: Matches, rows: FittedRows) {
  return byLocation.map(({ location, records }) => ({ location, records, rows }));
}

/** ` (850: 19 of 514)` for one list with several places; those that are listed whole, or not at all, are not named. */
function shortPlaces({ matches: { byLocation }, rows }: List): string {
  if (byLocation.length < 2) return "";
  const short = byLocation.flatMap(({ location, records }) => {
    const count = records.filter((record) => rows.shown.has(record)).length;
    return count === 0 || count === records.length ? [] : [`${location.asked}: ${count} of ${records.length}`];
  });
  return short.length === 0 ? "" : ` (${listText(short, MAX_NAMED)})`;
}
