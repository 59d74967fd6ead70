import { z } from "zod";
import type { RiskDay } from "../api/api.ts";
import { type Failure, type Result, success } from "../api/failure.ts";
import { addDays, dateToUtcMs, utcDate } from "../domain/calendar.ts";
import { allFailed } from "./all-failed.ts";
import { partReason } from "./failure-text.ts";
import { FILLS, firstThatFits, worthCutting } from "./fit.ts";
import { gapNotes } from "./gaps.ts";
import { boundedHorizon } from "./horizon.ts";
import { limitSchema } from "./limit.ts";
import { type Location, locationsOf, locationsSchema } from "./location.ts";
import { remarkNotes, unplacedNote } from "./location-notes.ts";
import { cutNote, matchLocations } from "./matches.ts";
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
  type AnsweredDay,
  areaNotes,
  dayFacts,
  dayLines,
  fitDays,
  foreignNotes,
  kindNotes,
  roomFor,
  shownRows,
} from "./risk-days.ts";
import { locationText } from "./row-text.ts";
import { sizeOf } from "./rows.ts";
import { sideBySide, stepsOf } from "./side-by-side.ts";
import { dataTime, dayText, listText, metaText, valueText, wordText } from "./text.ts";
import { estimateTokens } from "./tokens.ts";
import type { Answer, Tool, ToolOutcome } from "./tool.ts";

/** The most that the reasons of refused days may take together. */
const REASONS_TOKENS = 400;

/** Places named in a note on one day. */
const MAX_NAMED = 20;

const FORECAST = "Forecast; the service defines names and levels, their meaning is not documented.";
const NO_PROOF = "No record in this data is no proof of low risk.";

const input = z
  .strictObject({
    locations: locationsSchema('"Miami, FL", "33101", ZIP prefix "331" or state; none = everywhere'),
    date: z
      .string()
      .refine((date) => dateToUtcMs(date) !== undefined, "is no calendar date written yyyy-MM-dd")
      .optional()
      .describe("first day, yyyy-MM-dd; default tomorrow (UTC)"),
    days: z.int().min(1).max(5).default(1).describe("consecutive days"),
    granularity: z.string().min(1).max(20).default("zip3").describe("zip3 or zip5"),
    limit: limitSchema(),
  })
  .superRefine(({ date: first, days }, context) => {
    if (first === undefined || dateToUtcMs(first) === undefined) return;
    if (dateToUtcMs(addDays(first, days - 1)) !== undefined) return;
    context.addIssue({ code: "custom", path: ["days"], message: "reach beyond 9999-12-31" });
  });

const output = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      records: z.array(z.looseObject({})),
      matched: z.number(),
      generatedAt: z.string().nullable(),
    }),
  ),
  unavailable: z.array(z.object({ date: z.string(), reason: z.string() })),
  uncovered: z.array(z.string()),
  places: z.record(z.string(), z.string()),
  horizon: z.unknown(),
  granularity: z.string().nullable(),
});

type Structured = z.input<typeof output>;
type Arguments = z.output<typeof input>;

interface RefusedDay {
  readonly date: string;
  readonly failure: Failure;
}

/** Five-day risk, for places or everywhere (spec 4.3, DESIGN 3). */
export const getFiveDayRisk: Tool<typeof input, typeof output> = {
  name: "get_five_day_risk",
  title: "Get five-day risk",
  description:
    "Five-day risk forecast for US cities, ZIP codes or states, or everywhere, a day at a time. Not for alerts now: use check_heat_alerts. Bills 1 request per day asked; answers are kept for minutes.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  product: "risk",
  input,
  output,
  examples: {
    locations: '["Miami, FL", "33101"]',
    date: '"2026-07-10"',
    days: "5",
    granularity: '"zip3"',
    limit: "50",
  },
  async run(args, { api, call, clock, progress }) {
    // Sent although the service would fill in the same: midnight may pass between this call and the next.
    const firstDate = args.date ?? addDays(utcDate(clock.nowMs()), 1);
    const dates = Array.from({ length: args.days }, (_, index) => addDays(firstDate, index));
    const ask = async (date: string) => ({
      date,
      result: await api.risk({ granularity: args.granularity, date }, call),
    });
    const results = await sideBySide(dates, ask, stepsOf(progress, dates.length));
    return answer(args, results, call.usage.partsFromMemory);
  },
};

function answer(
  args: Arguments,
  results: readonly { readonly date: string; readonly result: Result<RiskDay> }[],
  partsFromMemory: number,
): ToolOutcome<Structured> {
  const locations = locationsOf(args.locations);
  const refused: RefusedDay[] = [];
  const answered: AnsweredDay[] = [];
  for (const { date, result } of results) {
    if (result.ok) {
      const matches = matchLocations(locations, result.value, args.limit);
      answered.push({ date, day: result.value, matches });
    } else refused.push({ date, failure: result.failure });
  }
  const [first] = answered;
  // The first day's failure, whatever the others' are (DESIGN 3).
  if (first === undefined)
    return allFailed(
      refused.map(({ date, failure }) => ({ name: dayText(date), failure })),
      () => 0,
    );
  const foreign = new Set(answered.flatMap(({ matches }) => [...foreignZips(matches)]));
  const asked = askedNames(locations, foreign);
  const horizon = boundedHorizon(first.day.horizon);
  const facts: Structured = {
    days: [],
    unavailable: refused.map(({ date, failure }) => ({ date, reason: reasonText(failure, refused.length) })),
    uncovered: locations.filter((location) => isUncovered(location, answered)).map(({ asked: text }) => text),
    places: Object.fromEntries(asked),
    horizon: horizon.value,
    granularity: metaText(first.day.granularity),
  };
  const notes = [...remarkNotes(locations), ...scopeNotes(args, answered, facts), ...horizon.notes];
  const closing = [...absenceLines(locations, asked, facts), dataLine(facts)];
  const dataOf = dataTime(first.day.generatedAt);
  const frame = sizeOf([...facts.unavailable.map(refusedLine), ...closing, ...notes], { ...facts, notes });
  const nameSize = nameSizes(asked, locations, foreign);
  const filled = (isUsual: boolean) =>
    firstThatFits(FILLS, (mostTokens): Answer<Structured> => {
      const fill = { frame, isUsual, mostTokens, nameSize };
      const fitted = fitDays(answered, asked, fill, dataOf);
      const rows = shownRows(fitted);
      const names = withRowNames(asked, rows, locations, foreign, roomFor(fitted, fill));
      const lists = fitted.map(({ date, matches, rows: shown }) => ({ day: date, matches, rows: shown }));
      const lines = [...dayLines(fitted, names, dataOf), ...facts.unavailable.map(refusedLine), ...closing];
      const places = toldNames(names, lines);
      return {
        lines,
        structured: { ...facts, days: fitted.map(dayFacts), places },
        notes: [
          ...areaNotes(fitted),
          ...foreignNotes(fitted),
          ...notes,
          ...cutNote(lists, { noun: "record", tool: getFiveDayRisk.name, limit: args.limit }),
          ...unnamedNote(places, rows, locations, foreign),
        ],
        structuredNotes: kindNotes(fitted),
        dataOf,
        live: partsFromMemory < answered.length ? "no other day is older" : undefined,
        partial: refused.map(({ failure }) => failure),
      };
    });
  if (args.limit !== undefined) return success(filled(false).answer);
  const usual = filled(true);
  const isCut = usual.answer.structured.days.some(({ records, matched }) => records.length < matched);
  return success((isCut && locations.length > 0 ? worthCutting(usual, filled(false)) : usual).answer);
}

/** Why a day has no answer, cut where the service says more than its share. */
function reasonText(failure: Failure, count: number): string {
  const sizes = [Number.POSITIVE_INFINITY, 160, 100, 60];
  const fits = sizes.find((chars) => estimateTokens(partReason(failure, chars)) <= REASONS_TOKENS / count);
  return partReason(failure, fits ?? 30);
}

function isUncovered(location: Location, answered: readonly AnsweredDay[]): boolean {
  const found = answered.flatMap(({ matches }) => matches.byLocation.filter((match) => match.location === location));
  return found.every(({ records }) => records.length === 0);
}

/** What the levels mean, and what the answer covers otherwise than asked. */
function scopeNotes(
  { granularity, locations }: Arguments,
  answered: readonly AnsweredDay[],
  facts: Structured,
): string[] {
  const isSilent = facts.uncovered.length > 0 || answered.every(({ matches }) => matches.matched === 0);
  const unplaced = answered.reduce((sum, { day }) => sum + day.unplaced, 0);
  const notes = [FORECAST, ...(isSilent ? [NO_PROOF] : []), ...unplacedNote(locations ?? [], unplaced, "record")];
  if (facts.granularity !== null && facts.granularity.toLowerCase() !== granularity.toLowerCase()) {
    notes.push(`Asked by ${wordText(granularity)}, answered by ${wordText(facts.granularity)}.`);
  }
  for (const each of answered) {
    const missing = each.matches.byLocation
      .filter(({ location, records }) => records.length === 0 && !facts.uncovered.includes(location.asked))
      .map(({ location }) => location.asked);
    if (missing.length > 0) notes.push(`No record on ${each.date} for ${listText(missing, MAX_NAMED)}.`);
    if (!each.day.complete) {
      notes.push(`The service has more records for ${each.date} than it sent: a place without one may have one there.`);
    }
    const by = metaText(each.day.granularity);
    if (by !== facts.granularity) {
      notes.push(`${each.date} is answered by ${by === null ? "a granularity not given" : wordText(by)}.`);
    }
  }
  return [...notes, ...gapNotes(answered)];
}

function refusedLine({ date, reason }: { readonly date: string; readonly reason: string }): string {
  return `${dayText(date)}: ${reason}.`;
}

function absenceLines(locations: readonly Location[], names: PlaceNames, { uncovered }: Structured): string[] {
  const where = locations.filter(({ asked }) => uncovered.includes(asked)).map((each) => locationText(each, names));
  return where.length === 0 ? [] : [`${where.join(", ")}: no record in this data (not known, no proof of low risk).`];
}

function dataLine({ horizon, granularity }: Structured): string {
  const by = granularity === null ? "granularity not given" : `by ${wordText(granularity)}`;
  const published = horizon === null ? "horizon not given" : `horizon as sent ${valueText(horizon)}`;
  return `Answered ${by}; ${published}.`;
}
