import { z } from "zod";
import type { RiskDay } from "../api/api.ts";
import { type Failure, type Result, success } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { addDays, dateToUtcMs, utcDate } from "../domain/calendar.ts";
import { cleanText } from "../domain/clean.ts";
import { failureWords } from "./failure-text.ts";
import { leftOutText } from "./left-out.ts";
import { areaNote, DEFAULT_LIMIT, limitSchema, locationsSchema } from "./location.ts";
import { cutNote, type Matches, matchLocations } from "./matches.ts";
import { groupedRows, placeRows, placesTold } from "./row-text.ts";
import { type FittedRows, fitRows, type Size, sizeOf } from "./rows.ts";
import { CUTS, shrink, tidy } from "./shrink.ts";
import { dataTime, dayText, fieldsText, plural, valueText, wordText } from "./text.ts";
import { DEFAULT_TOKENS, estimateJsonTokens, FILL_TOKENS } from "./tokens.ts";
import type { Answer, Tool } from "./tool.ts";

/** Room for what is only known once rows are chosen: notes on cuts and areas. */
const LATE_NOTE_TOKENS = 100;

/** The most that the horizon may take: its shape is not shown. */
const HORIZON_TOKENS = 200;

const input = z.strictObject({
  locations: locationsSchema('ZIPs ("33101") or ZIP prefixes ("331"); none = everywhere'),
  date: z
    .string()
    .refine((date) => dateToUtcMs(date) !== undefined, "is no calendar date written yyyy-MM-dd")
    .optional()
    .describe("first day, yyyy-MM-dd; default tomorrow (UTC)"),
  days: z.int().min(1).max(5).default(1).describe("consecutive days"),
  granularity: z.string().min(1).max(20).default("zip3").describe("zip3 or zip5"),
  limit: limitSchema(),
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
  horizon: z.unknown(),
  granularity: z.string().nullable(),
});

type Structured = z.input<typeof output>;
type Arguments = z.output<typeof input>;

/** A day that the service answered, and what it has for the asked places. */
interface AnsweredDay {
  readonly date: string;
  readonly day: RiskDay;
  readonly matches: Matches;
}

interface RefusedDay {
  readonly date: string;
  readonly failure: Failure;
}

/** Five-day risk, for places or everywhere (spec 4.3, DESIGN 3). */
export const getFiveDayRisk: Tool<typeof input, typeof output> = {
  name: "get_five_day_risk",
  title: "Get five-day risk",
  description:
    "Five-day risk forecast for US ZIP codes, or everywhere, a day at a time. Not for alerts now: use check_heat_alerts. Bills 1 request per day asked; answers are kept for minutes.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  product: "risk",
  input,
  output,
  examples: {
    locations: '["33101", "850"]',
    date: '"2026-07-10"',
    days: "5",
    granularity: '"zip3"',
    limit: "50",
  },
  async run(args, { api, call, clock }) {
    // Sent although the service would fill in the same: midnight may pass between this call and the next.
    const firstDate = args.date ?? addDays(utcDate(clock.nowMs()), 1);
    const dates = Array.from({ length: args.days }, (_, index) => addDays(firstDate, index));
    const results = await Promise.all(
      dates.map((date) => api.risk({ granularity: args.granularity, date }, call).then((result) => ({ date, result }))),
    );
    return answer(args, results);
  },
};

function answer(
  args: Arguments,
  results: readonly { readonly date: string; readonly result: Result<RiskDay> }[],
): Result<Answer<Structured>> {
  const locations = args.locations ?? [];
  const refused: RefusedDay[] = [];
  const answered: AnsweredDay[] = [];
  for (const { date, result } of results) {
    if (result.ok) {
      const matches = matchLocations(locations, result.value, args.limit ?? DEFAULT_LIMIT);
      answered.push({ date, day: result.value, matches });
    } else refused.push({ date, failure: result.failure });
  }
  const [first] = answered;
  if (first === undefined) return { ok: false, failure: refused[0]?.failure ?? { kind: "cancelled", product: "risk" } };
  const horizon = boundedHorizon(first.day.horizon);
  const facts: Structured = {
    days: [],
    unavailable: refused.map(({ date, failure }) => ({ date, reason: failureWords(failure).reason })),
    uncovered: locations.filter((location) => answered.every((each) => recordsAt(each, location).length === 0)),
    horizon: horizon.value,
    granularity: first.day.granularity === null ? null : cleanText(first.day.granularity),
  };
  const notes = [...scopeNotes(args, answered, facts), ...horizon.notes];
  const closing = [...absenceLines(facts), dataLine(facts)];
  const fitted = fitDays(answered, sizeOf([...closing, ...notes], { ...facts, notes }), args.limit === undefined);
  return success({
    lines: [
      ...fitted.map((each) => dayLine(each, fitted.length, dataTime(first.day.generatedAt))),
      ...facts.unavailable.map(refusedLine),
      ...closing,
    ],
    structured: { ...facts, days: fitted.map(dayFacts) },
    notes: [
      ...areaNotes(fitted),
      ...notes,
      ...cutNote(
        fitted.map(({ date, matches, rows }) => ({ day: date, matches, rows })),
        "record",
      ),
    ],
    dataOf: dataTime(first.day.generatedAt),
    partial: refused.map(({ failure }) => failure),
  });
}

interface FittedDay extends AnsweredDay {
  readonly rows: FittedRows;
}

/** Shares the room among the days, each getting its part of what is left. */
function fitDays(answered: readonly AnsweredDay[], frame: Size, isDefault: boolean): readonly FittedDay[] {
  let size: Size = { text: frame.text + LATE_NOTE_TOKENS, json: frame.json + LATE_NOTE_TOKENS };
  return answered.map((each, index) => {
    const share = (tokens: number): number => {
      const used = Math.max(size.text, size.json);
      return used + Math.max(0, tokens - used) / (answered.length - index);
    };
    const base = { text: size.text + 15 + placesTold(each.matches, answered.length).tokens, json: size.json + 40 };
    const rows = fitRows(each.matches.listed, {
      base,
      usualTokens: share(isDefault ? DEFAULT_TOKENS + LATE_NOTE_TOKENS : FILL_TOKENS),
      mostTokens: share(FILL_TOKENS),
    });
    size = rows.size;
    return { ...each, rows };
  });
}

function recordsAt({ matches }: AnsweredDay, location: string): readonly ServiceRecord[] {
  return matches.byLocation.find((match) => match.location === location)?.records ?? [];
}

/** The horizon as sent, cut where it is larger than any answer can hold. */
function boundedHorizon(sent: unknown): { readonly value: unknown; readonly notes: readonly string[] } {
  const whole = tidy(sent === undefined ? null : sent);
  for (const limits of CUTS) {
    const { value, leftOut } = shrink(whole, limits);
    if (estimateJsonTokens(value) <= HORIZON_TOKENS) {
      const gone = leftOutText(leftOut);
      return { value, notes: gone === undefined ? [] : [`Of the horizon ${gone} left out for size.`] };
    }
  }
  return { value: null, notes: ["The horizon is left out for size."] };
}

/** What the answer covers otherwise than asked. */
function scopeNotes({ granularity }: Arguments, answered: readonly AnsweredDay[], facts: Structured): string[] {
  const notes: string[] = [];
  if (facts.granularity !== null && facts.granularity.toLowerCase() !== granularity.toLowerCase()) {
    notes.push(`Asked by ${wordText(granularity)}, answered by ${wordText(facts.granularity)}.`);
  }
  for (const each of answered) {
    const missing = each.matches.byLocation
      .filter(({ location, records }) => records.length === 0 && !facts.uncovered.includes(location))
      .map(({ location }) => location);
    if (missing.length > 0) notes.push(`No record on ${each.date} for ${missing.join(", ")}.`);
    if (!each.day.complete) notes.push(`The service has more records for ${each.date} than it sent.`);
    if (each.day.granularity !== answered[0]?.day.granularity) {
      notes.push(
        `${each.date} is answered by ${each.day.granularity === null ? "a granularity not given" : wordText(each.day.granularity)}.`,
      );
    }
  }
  return notes;
}

function dayLine({ date, day, matches, rows }: FittedDay, dayCount: number, dataOf: string | undefined): string {
  const { told } = placesTold(matches, dayCount);
  const shown = [...rows.shown.values()];
  const count = shown.length < matches.matched ? `${shown.length} of ${plural(matches.matched, "record")}: ` : "";
  const text = told ? placeRows(matches, rows, riskText) : groupedRows(shown, riskText);
  // The line of provenance tells the first day's; data of another time is told where it stands.
  const other = day.generatedAt === null || day.generatedAt === dataOf ? "" : ` (data of ${wordText(day.generatedAt)})`;
  return `${dayText(date)}${other}: ${count}${text === "" ? "no record" : text}.`;
}

/** `riskLevel=High`, every field under the service's own name. */
function riskText(row: ServiceRecord): string {
  const fields = fieldsText(row, new Set(["zip"]));
  return fields === "" ? "no value given" : fields;
}

function refusedLine({ date, reason }: { readonly date: string; readonly reason: string }): string {
  return `${dayText(date)}: ${reason}.`;
}

function absenceLines({ uncovered }: Structured): string[] {
  return uncovered.length === 0
    ? []
    : [`${uncovered.join(", ")}: no record in this data (not known, no proof of low risk).`];
}

function dataLine({ horizon, granularity }: Structured): string {
  const by = granularity === null ? "granularity not given" : `by ${wordText(granularity)}`;
  const published = horizon === null ? "horizon not given" : `horizon as sent ${valueText(horizon)}`;
  return `Forecast, ${by}; the service defines names and levels, their meaning is not documented. ${published[0]?.toUpperCase()}${published.slice(1)}.`;
}

function dayFacts({ date, day, matches, rows }: FittedDay): Structured["days"][number] {
  return {
    date,
    records: [...rows.shown.values()],
    matched: matches.matched,
    generatedAt: day.generatedAt === null ? null : cleanText(day.generatedAt),
  };
}

function areaNotes(fitted: readonly FittedDay[]): string[] {
  return [...new Set(fitted.flatMap(({ matches, rows }) => areaNote(matches, rows)))];
}
