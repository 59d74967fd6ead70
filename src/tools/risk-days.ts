import type { RiskDay } from "../api/api.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { riskText } from "./heat-text.ts";
import { DEFAULT_LIMIT } from "./limit.ts";
import { abroadNotes, areaNote, foundFor } from "./location-notes.ts";
import type { Matches } from "./matches.ts";
import type { PlaceNames } from "./place-names.ts";
import { arePlacesTold, groupedRows, isCut, placeRows, placeTokens, type RowWords, splitText } from "./row-text.ts";
import { type FittedRows, fitRows, type Size, sizeOf } from "./rows.ts";
import { dayText, metaText, plural, textOf, wordText } from "./text.ts";
import { DEFAULT_TOKENS, FILL_TOKENS } from "./tokens.ts";

/** Room for what is only known once rows are chosen: notes on cuts and areas. */
const LATE_NOTE_TOKENS = 100;

/** Places times days whose records are counted by what they say, the kinds of a place, and the characters of one. */
const MAX_COUNTED = 20;
const MAX_KINDS = 4;
const MAX_KIND_CHARS = 40;

/** A day that the service answered, and what it has for the asked places. */
export interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
  readonly matches: Matches;
}

/** The same with the records that are shown. */
export interface FittedDay extends AnsweredDay {
  readonly rows: FittedRows;
}

/** How far the days fill an answer: to the usual size, its records with their cities, or to the most that it may take. */
export interface Fill {
  readonly frame: Size;
  readonly isUsual: boolean;
  readonly mostTokens: number;
  readonly nameSize: (record: ServiceRecord) => Size;
}

/** Shares the room among the days, each getting its part of what is left. */
export function fitDays(
  answered: readonly AnsweredDay[],
  names: PlaceNames,
  { frame, isUsual, mostTokens, nameSize }: Fill,
  dataOf: string | undefined,
): readonly FittedDay[] {
  const bases = answered.map((each, index) =>
    baseOf(each, index === 0 ? names : NONE, answered.length, isUsual, dataOf),
  );
  const base = bases.reduce((sum, { own }) => ({ text: sum.text + own.text, json: sum.json + own.json }), frame);
  let size: Size = { text: base.text + LATE_NOTE_TOKENS, json: base.json + LATE_NOTE_TOKENS };
  return answered.map((each, index) => {
    const share = (tokens: number): number => {
      const used = Math.max(size.text, size.json);
      return used + Math.max(0, tokens - used) / (answered.length - index);
    };
    const rows = fitRows(each.matches.listed, {
      base: size,
      usualTokens: share(isUsual ? DEFAULT_TOKENS + LATE_NOTE_TOKENS : mostTokens),
      mostTokens: share(mostTokens),
      firsts: each.matches.firsts,
      placeTokens: bases[index]?.ofEach ?? 0,
      ...(isUsual && index === 0 ? { nameSize } : {}),
    });
    size = rows.size;
    return { ...each, rows };
  });
}

/** What a day takes before any of its records is listed, and each place that one answers. */
function baseOf(
  each: AnsweredDay,
  names: PlaceNames,
  dayCount: number,
  isUsual: boolean,
  dataOf: string | undefined,
): { readonly own: Size; readonly ofEach: number } {
  const empty: FittedDay = { ...each, rows: NO_ROWS };
  const { text, json } = sizeOf([dayLine(empty, names, dayCount, dataOf)], dayFacts(empty));
  const kinds = isUsual && isLong(each) ? sizeOf([], kindsOf(empty, dayCount)).json : 0;
  const { ofEach, ofOthers } = placeTokens(each.matches, names, dayCount);
  return { own: { text: text + ofOthers, json: json + kinds }, ofEach };
}

/** Whether some of a day's records will hardly be listed, so that they are counted. */
function isLong({ matches }: AnsweredDay): boolean {
  return matches.matched > DEFAULT_LIMIT;
}

/** Every record that is shown, day by day. */
export function shownRows(fitted: readonly FittedDay[]): readonly ServiceRecord[] {
  return fitted.flatMap(({ rows }) => [...rows.shown.values()]);
}

/** The tokens that are left for names once the rows of every day are in. */
export function roomFor(fitted: readonly FittedDay[], { isUsual, mostTokens }: Fill): number {
  const { text, json } = fitted.at(-1)?.rows.size ?? { text: 0, json: 0 };
  const isNamed = fitted[0]?.rows.isNamed ?? false;
  return (isNamed ? FILL_TOKENS : isUsual ? DEFAULT_TOKENS : mostTokens) + LATE_NOTE_TOKENS - Math.max(text, json);
}

/** A line for each day: its records, place by place where places were asked. The first day names the places. */
export function dayLines(fitted: readonly FittedDay[], names: PlaceNames, dataOf: string | undefined): string[] {
  return fitted.map((each, index) => dayLine(each, index === 0 ? names : NONE, fitted.length, dataOf));
}

/** What the lines count of places that are listed in part, for whoever sees the structured content alone. */
export function kindNotes(fitted: readonly FittedDay[]): string[] {
  return fitted.flatMap((each) => kindsOf(each, fitted.length));
}

/** `Texas 2026-07-10: 52 records: riskLevel=Low 40, riskLevel=High 12.` of each place of a day that is listed in part. */
function kindsOf({ date, matches, rows }: FittedDay, dayCount: number): string[] {
  const { byLocation } = matches;
  if (byLocation.length * dayCount > MAX_COUNTED) return [];
  return byLocation.flatMap((match) => {
    const kinds = isCut(match, rows) ? kindsText(match.records) : "";
    return kinds === "" ? [] : [`${match.location.asked} ${date}: ${plural(match.records.length, "record")}${kinds}.`];
  });
}

/** How many records say what, `: riskLevel=Low 40, riskLevel=High 12`; nothing where that is no short list. */
function kindsText(records: readonly ServiceRecord[]): string {
  const counts = new Map<string, number>();
  for (const record of records) {
    const values = Object.entries(record).flat();
    const isShort = values.length <= 8 && values.every((part) => typeof part !== "object" && textOf(part).length <= 60);
    const text = isShort ? riskText(record) : "";
    if (text === "" || text.length > MAX_KIND_CHARS) return "";
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size > MAX_KINDS) return "";
  }
  return splitText([...counts], records.length);
}

const NONE: PlaceNames = new Map();
const NO_ROWS = fitRows([], { base: { text: 0, json: 0 }, usualTokens: 0, mostTokens: 0, firsts: 0, placeTokens: 0 });

function dayLine(
  { date, day, matches, rows }: FittedDay,
  names: PlaceNames,
  dayCount: number,
  dataOf: string | undefined,
): string {
  const shown = [...rows.shown.values()];
  const count = shown.length < matches.matched ? `${shown.length} of ${plural(matches.matched, "record")}: ` : "";
  const isCounted = matches.byLocation.length * dayCount <= MAX_COUNTED;
  const text = arePlacesTold(matches, dayCount)
    ? placeRows(matches, rows, isCounted ? COUNTED : PLAIN, names)
    : groupedRows(shown, riskText, names);
  // The line of provenance tells the first day's; data of another time is told where it stands.
  const made = metaText(day.generatedAt);
  const other = made === null || made === dataOf ? "" : ` (data of ${wordText(made)})`;
  return `${dayText(date)}${other}: ${count}${text === "" ? (matches.matched > 0 ? "none listed" : "no record") : text}.`;
}

const PLAIN: RowWords = {
  label: riskText,
  summary({ location, records }, isShort) {
    return location.place === undefined && !isShort ? "" : `: ${plural(records.length, "record")}`;
  },
  tellsUnlisted: () => false,
};

const COUNTED: RowWords = {
  label: riskText,
  summary(match, isShort) {
    return `${PLAIN.summary(match, isShort)}${isShort ? kindsText(match.records) : ""}`;
  },
  tellsUnlisted: ({ records }) => kindsText(records) !== "",
};

/** A day in the structured content. */
export function dayFacts({ date, day, matches, rows }: FittedDay) {
  return {
    date,
    records: [...rows.shown.values()],
    matched: matches.matched,
    generatedAt: metaText(day.generatedAt),
  };
}

/** Which places are answered for wider areas, each said once over all days. */
export function areaNotes(fitted: readonly FittedDay[]): string[] {
  return [...new Set(fitted.flatMap(({ matches, rows }) => areaNote(matches, rows)))];
}

/** How many records of all days are, or may be, of another country. */
export function foreignNotes(fitted: readonly FittedDay[]): string[] {
  const found = fitted.map(({ matches, rows }) => foundFor(matches, rows));
  const all = { told: found.flatMap(({ told }) => told), foreign: found.flatMap(({ foreign }) => foreign) };
  return abroadNotes(all, "record");
}
