import type { ServiceRecord } from "../api/schema.ts";
import { zipOf } from "../api/zip-index.ts";
import type { Location } from "./location.ts";
import type { Match, Matches } from "./matches.ts";
import type { PlaceNames } from "./place-names.ts";
import { type FittedRows, shownOf } from "./rows.ts";
import { valueText } from "./text.ts";
import { estimateTokens } from "./tokens.ts";

/** Places times days that are told one by one; beyond it the records alone are listed. */
const MAX_PLACES_TOLD = 100;

/** Records told with another place that are named there; more are counted. */
const MAX_NAMED = 3;

/** What naming one place takes beside its records and its name: `33101 (area 331), `. */
const PLACE_TOKENS = 10;

/** Whether places are told one by one on each day. */
export function arePlacesTold({ byLocation }: Matches, days: number): boolean {
  return byLocation.length > 0 && byLocation.length * days <= MAX_PLACES_TOLD;
}

/** What telling one by one takes beside the records: of each place that a record of its own answers, and of the others. */
export function placeTokens(
  matches: Matches,
  names: PlaceNames,
  days: number,
): { readonly ofEach: number; readonly ofOthers: number } {
  if (!arePlacesTold(matches, days)) return { ofEach: 0, ofOthers: 0 };
  const { byLocation, firsts } = matches;
  const tokens = byLocation.map(({ location }) => PLACE_TOKENS + estimateTokens(names.get(location.asked) ?? ""));
  const ofEach = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
  const others = byLocation.filter(({ records }) => records.length > 0).length - firsts;
  return { ofEach, ofOthers: ofEach * Math.max(0, others) };
}

/** A place as asked, with what is known of it: `85001 Phoenix, AZ`, `Texas (2661 ZIPs)`, `TX = Texas (2661 ZIPs)`. */
export function locationText({ asked, place }: Location, names: PlaceNames): string {
  const name = names.get(asked);
  if (name === undefined) return asked;
  if (place === undefined) return `${asked} ${name}`;
  return asked === place.label ? name : `${asked} = ${name}`;
}

/** Records as `85003, 85004: SevereHot; 85010: Hot`: those that differ in their ZIP alone stand together. */
export function groupedRows(
  rows: readonly ServiceRecord[],
  label: (row: ServiceRecord) => string,
  names: PlaceNames,
): string {
  return grouped(rows.map((row) => ({ name: zipText(row), city: names.get(zipOf(row) ?? ""), text: label(row) })));
}

/** How records are told place by place. */
export interface RowWords {
  /** How a record reads without its ZIP. */
  label(row: ServiceRecord): string;
  /** What is said of a place's records before they are listed, where all are and where not. */
  summary(match: Match, isCut: boolean): string;
  /** Whether a place is told of whose records none is listed; a note names it in any case. */
  tellsUnlisted(match: Match): boolean;
}

/** `, all SevereHot` or `: SevereHot 60, Hot 21`, the most first; nothing where nothing is counted. */
export function splitText(counts: readonly (readonly [words: string, count: number])[], total: number): string {
  const most = [...counts].sort(([, a], [, b]) => b - a);
  if (most[0]?.[1] === total) return `, all ${most[0][0]}`;
  return most.length === 0 ? "" : `: ${most.map(([words, count]) => `${words} ${count}`).join(", ")}`;
}

/** Whether some of a place's records are not shown. */
export function isCut({ records }: Match, { shown }: Pick<FittedRows, "shown">): boolean {
  return records.some((record) => !shown.has(record));
}

/**
 * Records place by place: `85001 Phoenix, AZ: SevereHot`, `33101 (area 331): riskLevel=High` where the record speaks for
 * more than was asked, `850 (85003, 85004: SevereHot)` where it speaks for less, `Phoenix, AZ (81 ZIPs): 2 alerts (85003,
 * 85004: SevereHot)` for a city or state, `Texas (2661 ZIPs): 52 records (1 listed, 733: riskLevel=High)` where it has more.
 */
export function placeRows(
  { byLocation }: Matches,
  fitted: FittedRows,
  { label, summary, tellsUnlisted }: RowWords,
  names: PlaceNames,
): string {
  const wideOf = ({ location: { asked, place }, records }: Match): readonly ServiceRecord[] =>
    place === undefined ? shownOf(records, fitted).filter((row) => asked.startsWith(zipOf(row) ?? "-")) : [];
  // A record within several places is told with the ZIP that it answers, else with the first of them.
  const told = new Set(byLocation.flatMap(wideOf));
  const parts = byLocation.flatMap((match): Part[] => {
    const { location, records } = match;
    const { asked } = location;
    const rows = shownOf(records, fitted);
    const isShort = isCut(match, fitted);
    const wide = wideOf(match);
    const narrow = rows.filter((row) => !told.has(row));
    for (const row of narrow) told.add(row);
    const own = wide.map((row): Part => {
      const isWider = zipOf(row) !== asked;
      const name = isWider ? `${locationText(location, names)} (area ${zipText(row)})` : asked;
      return { name, city: isWider ? undefined : names.get(asked), text: label(row) };
    });
    const elsewhere = rows.filter((row) => !narrow.includes(row) && !wide.includes(row));
    if (narrow.length + elsewhere.length === 0 && (own.length > 0 || records.length === 0)) return own;
    if (rows.length === 0 && !tellsUnlisted(match)) return own;
    const listed = isShort ? `${rows.length === 0 ? "none" : rows.length} listed` : "";
    const words = [groupedRows(narrow, label, names), elsewhereText(elsewhere, narrow.length > 0)]
      .filter(Boolean)
      .join("; ");
    const text = `(${[listed, words].filter(Boolean).join(", ")})`;
    return [...own, { name: `${locationText(location, names)}${summary(match, isShort)}`, city: undefined, text }];
  });
  return grouped(parts);
}

/** `85001 told with the others`: records of a place that stand with another; of many how many, where it has more. */
function elsewhereText(rows: readonly ServiceRecord[], areSome: boolean): string {
  if (rows.length === 0) return "";
  const which = rows.length <= MAX_NAMED ? `${rows.map(zipText).join(", ")} ` : areSome ? `${rows.length} ` : "";
  return `${which}told with the others`;
}

function zipText(row: ServiceRecord): string {
  return row["zip"] === undefined ? "(no zip)" : valueText(row["zip"]);
}

/** A place, the city it is in where that is known, and what is said of it. */
interface Part {
  readonly name: string;
  readonly city: string | undefined;
  readonly text: string;
}

/** Parts as `a, b: text; c: other`; neighbours in one city share its name. */
function grouped(parts: readonly Part[]): string {
  const byText = new Map<string, Part[]>();
  for (const part of parts) {
    const same = byText.get(part.text);
    if (same === undefined) byText.set(part.text, [part]);
    else same.push(part);
  }
  return [...byText]
    .map(
      ([text, same]) =>
        `${same.map(nameIn).join(text.startsWith("(") ? "; " : ", ")}${text.startsWith("(") ? " " : ": "}${text}`,
    )
    .join("; ");
}

function nameIn({ name, city }: Part, index: number, parts: readonly Part[]): string {
  return city === undefined || parts[index + 1]?.city === city ? name : `${name} ${city}`;
}
