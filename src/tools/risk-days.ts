import type { RiskDay } from "../api/api.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { riskText } from "./heat-text.ts";
import { abroadNotes, areaNote, foundFor } from "./location-notes.ts";
import type { Matches } from "./matches.ts";
import type { PlaceNames } from "./place-names.ts";
import { groupedRows, placeRows, placesTold, type RowWords } from "./row-text.ts";
import { type FittedRows, fitRows, type Size, sizeOf } from "./rows.ts";
import { dayText, metaText, plural, wordText } from "./text.ts";
import { DEFAULT_TOKENS } from "./tokens.ts";

/** Room for what is only known once rows are chosen: notes on cuts and areas. */
const LATE_NOTE_TOKENS = 100;

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

/** Shares the room among the days, each getting its part of what is left. */
export function fitDays(
  answered: readonly AnsweredDay[],
  names: PlaceNames,
  frame: Size,
  isDefault: boolean,
  mostTokens: number,
  dataOf: string | undefined,
): readonly FittedDay[] {
  let size: Size = { text: frame.text + LATE_NOTE_TOKENS, json: frame.json + LATE_NOTE_TOKENS };
  return answered.map((each, index) => {
    const share = (tokens: number): number => {
      const used = Math.max(size.text, size.json);
      return used + Math.max(0, tokens - used) / (answered.length - index);
    };
    const empty: FittedDay = { ...each, rows: fitRows([], { base: size, usualTokens: 0, mostTokens: 0 }) };
    const named = index === 0 ? names : NONE;
    const own = sizeOf([dayLine(empty, named, answered.length, dataOf)], dayFacts(empty));
    const base = {
      text: size.text + own.text + placesTold(each.matches, named, answered.length).tokens,
      json: size.json + own.json,
    };
    const rows = fitRows(each.matches.listed, {
      base,
      usualTokens: share(isDefault ? DEFAULT_TOKENS + LATE_NOTE_TOKENS : mostTokens),
      mostTokens: share(mostTokens),
    });
    size = rows.size;
    return { ...each, rows };
  });
}

/** Every record that is shown, day by day. */
export function shownRows(fitted: readonly FittedDay[]): readonly ServiceRecord[] {
  return fitted.flatMap(({ rows }) => [...rows.shown.values()]);
}

/** The tokens that are left once the rows of every day are in. */
export function roomFor(isDefault: boolean, fitted: readonly FittedDay[], mostTokens: number): number {
  const { text, json } = fitted.at(-1)?.rows.size ?? { text: 0, json: 0 };
  return (isDefault ? DEFAULT_TOKENS : mostTokens) + LATE_NOTE_TOKENS - Math.max(text, json);
}

/** A line for each day: its records, place by place where places were asked. The first day names the places. */
export function dayLines(fitted: readonly FittedDay[], names: PlaceNames, dataOf: string | undefined): string[] {
  return fitted.map((each, index) => dayLine(each, index === 0 ? names : NONE, fitted.length, dataOf));
}

const NONE: PlaceNames = new Map();

function dayLine(
  { date, day, matches, rows }: FittedDay,
  names: PlaceNames,
  dayCount: number,
  dataOf: string | undefined,
): string {
  const { told } = placesTold(matches, names, dayCount);
  const shown = [...rows.shown.values()];
  const count = shown.length < matches.matched ? `${shown.length} of ${plural(matches.matched, "record")}: ` : "";
  const text = told ? placeRows(matches, rows, RISK, names) : groupedRows(shown, riskText, names);
  // The line of provenance tells the first day's; data of another time is told where it stands.
  const made = metaText(day.generatedAt);
  const other = made === null || made === dataOf ? "" : ` (data of ${wordText(made)})`;
  return `${dayText(date)}${other}: ${count}${text === "" ? "no record" : text}.`;
}

const RISK: RowWords = { label: riskText, summary: (records) => `: ${plural(records.length, "record")}` };

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
