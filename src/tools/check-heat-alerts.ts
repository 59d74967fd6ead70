import { z } from "zod";
import type { AlertSet } from "../api/api.ts";
import { success } from "../api/failure.ts";
import { cleanText } from "../domain/clean.ts";
import { levelCounts, MAX_LEVEL_CHARS, summaryText } from "./alert-levels.ts";
import { FILLS, firstThatFits, worthCutting } from "./fit.ts";
import { alertText, NO_ALERT_NO_PROOF } from "./heat-text.ts";
import { incompleteNote } from "./incomplete-note.ts";
import { limitSchema } from "./limit.ts";
import { isZip, type Location, locationsOf, locationsSchema } from "./location.ts";
import { abroadNotes, areaNote, foundFor, remarkNotes, unplacedNote } from "./location-notes.ts";
import { cutNote, type Matches, matchLocations } from "./matches.ts";
import {
  askedNames,
  foreignZips,
  nameSizes,
  type PlaceNames,
  toldNames,
  unnamedNote,
  withRowNames,
} from "./place-names.ts";
import {
  arePlacesTold,
  groupedRows,
  locationText,
  placeRows,
  placeTokens,
  type RowWords,
  splitText,
} from "./row-text.ts";
import { type FittedRows, fitRows, sizeOf } from "./rows.ts";
import { pageTeller } from "./side-by-side.ts";
import { dataTime, metaText, oddDataTime, plural, wordText } from "./text.ts";
import { DEFAULT_TOKENS, FILL_TOKENS } from "./tokens.ts";
import type { Answer, Tool } from "./tool.ts";

/** Said of every place without an alert, in these words (DESIGN 3, wording). */
const NO_ALERT = "no alert in this data (no proof of safe temperatures)";

/** Room for what is only known once rows are chosen: notes on cuts and areas. */
const LATE_NOTE_TOKENS = 100;

const input = z.strictObject({
  locations: locationsSchema('"Phoenix, AZ", "85001", ZIP prefix "850" or state; none = everywhere'),
  minLevel: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe("level name, e.g. SevereHot; leave out unless the user names one"),
  limit: limitSchema(),
});

const output = z.object({
  alerts: z.array(z.looseObject({})),
  matched: z.number(),
  total: z.number().nullable(),
  byLevel: z.record(z.string(), z.number()),
  noAlertFound: z.array(z.string()),
  places: z.record(z.string(), z.string()),
  complete: z.boolean(),
  generatedAt: z.string().nullable(),
  windowHours: z.number().nullable(),
  granularity: z.string().nullable(),
});

type Structured = z.input<typeof output>;
type Arguments = z.output<typeof input>;

/** Temperature alerts, for places or everywhere (spec 4.2, DESIGN 3). */
export const checkHeatAlerts: Tool<typeof input, typeof output> = {
  name: "check_heat_alerts",
  title: "Check heat alerts",
  description:
    "Temperature alerts for US cities, ZIP codes or states, or everywhere. Not for coming days: use get_five_day_risk. Bills 1 request per page of data; answers are kept for minutes.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  product: "alerts",
  input,
  output,
  examples: { locations: '["Phoenix, AZ", "33101"]', minLevel: '"SevereHot"', limit: "50" },
  async run(args, { api, call, settings, progress }) {
    const { minLevel } = args;
    const locations = locationsOf(args.locations);
    const isOfZips = locations.length > 0 && locations.every(isZip);
    const which = isOfZips ? { zips: locations.map(({ asked }) => asked) } : {};
    const query = { ...(minLevel === undefined ? {} : { minLevel }), ...which };
    const result = await api.alerts(query, { ...call, onPage: pageTeller(progress) });
    if (!result.ok) return result;
    const keptMs = settings.alertsTtlMs - call.usage.sourceOf("alerts").ageMs;
    return success(answer(args, locations, result.value, keptMs));
  },
};

function answer(args: Arguments, locations: readonly Location[], set: AlertSet, keptMs: number): Answer<Structured> {
  const matches = matchLocations(locations, set, args.limit);
  const foreign = foreignZips(matches);
  const asked = askedNames(locations, foreign, (location) => summaryText(matches, location));
  const { counts, notes: levelNotes } = levelCounts(set.byLevel);
  const facts: Structured = {
    alerts: [],
    matched: matches.matched,
    total: set.total,
    byLevel: counts,
    noAlertFound: set.incomplete === undefined ? withoutAlert(matches).map(({ asked: text }) => text) : [],
    places: Object.fromEntries(asked),
    complete: set.incomplete === undefined,
    generatedAt: metaText(set.generatedAt),
    windowHours: set.windowHours,
    granularity: metaText(set.granularity),
  };
  const absence = absenceLines(matches, asked, facts);
  const notes = [
    ...(facts.matched === 0 && absence.length === 0 ? [NO_ALERT_NO_PROOF] : []),
    ...remarkNotes(locations),
    ...scopeNotes(args, set, matches, asked, keptMs),
    ...levelNotes,
  ];
  const structuredNotes = absence.length > 0 ? [NO_ALERT_NO_PROOF] : [];
  const frame = [...absence, ...countLines(facts, set), dataLine(facts)];
  const base = sizeOf([...frame, ...notes], { ...facts, notes: [...structuredNotes, ...notes] });
  const told = placeTokens(matches, asked, 1);
  const nameSize = nameSizes(asked, locations, foreign);
  const filled = (isUsual: boolean) =>
    firstThatFits(FILLS, (mostTokens): Answer<Structured> => {
      const rows = fitRows(matches.listed, {
        base: {
          text: base.text + LATE_NOTE_TOKENS + told.ofOthers,
          json: base.json + LATE_NOTE_TOKENS,
        },
        usualTokens: isUsual ? DEFAULT_TOKENS + LATE_NOTE_TOKENS : mostTokens,
        mostTokens,
        firsts: matches.firsts,
        placeTokens: told.ofEach,
        ...(isUsual ? { nameSize } : {}),
      });
      const shown = [...rows.shown.values()];
      const usedTokens = Math.max(rows.size.text, rows.size.json) - LATE_NOTE_TOKENS;
      const roomTokens = (rows.isNamed ? FILL_TOKENS : isUsual ? DEFAULT_TOKENS : mostTokens) - usedTokens;
      const names = withRowNames(asked, shown, locations, foreign, roomTokens);
      const table = alertLines(matches, rows, names);
      const lines =
        matches.byLocation.length > 0 ? [...table, ...frame] : [...frame.slice(0, -1), ...table, dataLine(facts)];
      const places = toldNames(names, [...lines, ...notes]);
      return {
        lines,
        structured: { ...facts, alerts: shown, places },
        notes: [
          ...notes,
          ...abroadNotes(foundFor(matches, rows), "alert"),
          ...areaNote(matches, rows),
          ...cutNote([{ matches, rows }], {
            noun: "alert",
            tool: checkHeatAlerts.name,
            limit: args.limit,
            areCounted: true,
          }),
          ...unnamedNote(places, shown, locations, foreign),
        ],
        structuredNotes,
        dataOf: dataTime(facts.generatedAt),
        partial: set.incomplete?.failure === undefined ? [] : [set.incomplete.failure],
      };
    });
  if (args.limit !== undefined) return filled(false).answer;
  const usual = filled(true);
  const isCut = usual.answer.structured.alerts.length < matches.matched;
  return (isCut && locations.length > 0 ? worthCutting(usual, filled(false)) : usual).answer;
}

function withoutAlert({ byLocation }: Matches): Location[] {
  return byLocation.filter(({ records }) => records.length === 0).map(({ location }) => location);
}

/** What the question and the reading leave out, before any row is chosen. */
function scopeNotes(
  { minLevel }: Arguments,
  set: AlertSet,
  matches: Matches,
  names: PlaceNames,
  keptMs: number,
): string[] {
  const notes = [...unplacedNote(matches.byLocation, set.unplaced, "alert")];
  if (minLevel !== undefined) {
    notes.push(`Asked for levels at or above ${wordText(cleanText(minLevel, MAX_LEVEL_CHARS))} only.`);
  }
  if (set.incomplete === undefined) return notes;
  notes.push(incompleteNote(set.incomplete, keptMs));
  const missing = withoutAlert(matches).map((location) => locationText(location, names));
  if (missing.length > 0) notes.push(`Not found in what was read: ${missing.join(", ")}.`);
  return notes;
}

/** Said only where all was read: absence from a part proves nothing at all. */
function absenceLines(matches: Matches, names: PlaceNames, { byLevel, complete }: Structured): string[] {
  if (!complete) return [];
  const isEmpty = Object.keys(byLevel).length === 0 && matches.byLocation.length === 0;
  const where = isEmpty ? ["Everywhere"] : withoutAlert(matches).map((location) => locationText(location, names));
  return where.length === 0 ? [] : [`${where.join(", ")}: ${NO_ALERT}.`];
}

/** How many alerts there are in all, by level. */
function countLines({ byLevel, total, complete }: Structured, { records }: AlertSet): string[] {
  const levels = Object.entries(byLevel);
  const read = records.length;
  // Nothing anywhere is said by the line on absence already.
  if (complete && read === 0 && total === 0) return [];
  const split = splitText(
    levels.map(([level, count]) => [wordText(level), count]),
    read,
  );
  const ofTotal = total === null ? " (total not given)" : total === read ? "" : ` (the service's total: ${total})`;
  return [`${complete ? "Everywhere" : "Read so far"}: ${plural(read, "alert")}${ofTotal}${split}.`];
}

/** The listed alerts: before everything else where places were asked, as a table below the count otherwise. */
function alertLines(matches: Matches, rows: FittedRows, names: PlaceNames): string[] {
  if (matches.matched === 0) return [];
  if (arePlacesTold(matches, 1)) return [`${placeRows(matches, rows, ALERTS, names)}.`];
  if (rows.shown.size === 0) return [];
  return [`${groupedRows([...rows.shown.values()], alertText, names)}.`];
}

function dataLine({ windowHours, granularity, generatedAt }: Structured): string {
  const window = windowHours === null ? "Window not given" : `Window ${windowHours} h`;
  return `${window}, ${granularity === null ? "granularity not given" : `by ${wordText(granularity)}`}${oddDataTime(generatedAt)}.`;
}

/** A city's summary is in its name, where the structured content has it too. */
const ALERTS: RowWords = {
  label: alertText,
  summary({ location, records }, isShort) {
    return location.place === undefined && isShort ? `: ${plural(records.length, "alert")}` : "";
  },
  tellsUnlisted: ({ location }) => location.place !== undefined,
};
