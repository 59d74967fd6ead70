import type { Api, Call, RiskDay } from "../api/api.ts";
import type { Result } from "../api/failure.ts";
import { addDays, dateToUtcMs } from "../domain/calendar.ts";
import type { Visit } from "../domain/route-times.ts";
import { besideReason } from "./failure-text.ts";
import { MAX_REASON_CHARS, riskText } from "./heat-text.ts";
import { abroadNotes, foundAt } from "./location-notes.ts";
import { tidy } from "./shrink.ts";
import { type Step, sideBySide } from "./side-by-side.ts";
import { dayText, listText } from "./text.ts";
import { isOfUs } from "./zip-doubt.ts";

/** Who asks for the risk of a route's dates. */
export interface Asker {
  readonly api: Api;
  readonly call: Call;
  readonly step: Step;
}

/** Dates billed at most, and asked at most: those outside the published horizon are refused, and bill nothing. */
const MAX_DATES = 8;
const MAX_ASKED = 24;

/** Dates that are told with their weekdays. */
const MAX_WEEKDAYS = 4;

const GRANULARITY = "zip3";

/** What was answered to each date asked. */
export type Risks = ReadonlyMap<string, Result<RiskDay>>;

/** Every date on which a parcel may be somewhere: those predicted, then the others, those nearest to one predicted first. */
export function likeliestFirst(visits: readonly Visit[]): readonly string[] {
  const predicted = visits.map(({ date }) => date).sort();
  const others = visits.flatMap(({ date, otherDates }) => {
    const atMs = dateToUtcMs(date) ?? 0;
    return otherDates.map((other) => ({ other, awayMs: Math.abs((dateToUtcMs(other) ?? 0) - atMs) }));
  });
  others.sort((a, b) => a.awayMs - b.awayMs || (a.other < b.other ? -1 : 1));
  return [...new Set([...predicted, ...others.map(({ other }) => other)])];
}

/** Asks for the risk of dates in their order, further ones in the place of those refused, as long as more may be billed. */
export async function risksOn(dates: readonly string[], { api, call, step }: Asker): Promise<Risks> {
  const risks = new Map<string, Result<RiskDay>>();
  let room = MAX_DATES;
  while (room > 0 && risks.size < Math.min(dates.length, MAX_ASKED)) {
    const next = dates.slice(risks.size, Math.min(risks.size + room, MAX_ASKED));
    const days = await sideBySide(
      next,
      async (date) => ({ date, risk: await api.risk({ granularity: GRANULARITY, date }, call) }),
      step,
    );
    for (const { date, risk } of days) risks.set(date, risk);
    room = days.filter(({ risk }) => isRefused(risk)).length;
  }
  return risks;
}

/** A date outside the published horizon (spec 4.3, 7): refused, and so not billed. */
function isRefused(risk: Result<RiskDay>): boolean {
  return !risk.ok && risk.failure.kind === "invalid_request";
}

/** The risk of a date at a ZIP code as `text`, or `why` there is none. */
export function riskOn(zip: string, date: string, risks: Risks): { readonly text?: string; readonly why: string } {
  const result = risks.get(date);
  if (result === undefined) return { why: "risk not asked" };
  if (!result.ok)
    return { why: isRefused(result) ? "refused, outside the published horizon" : "risk could not be asked" };
  const records = result.value.at(zip).filter(isOfUs);
  if (records.length === 0) return { why: "no risk record (not known)" };
  return { text: listText([...new Set(records.map((record) => riskText(tidy(record).value)))], 3, " | "), why: "" };
}

/** Why dates of those wanted have no risk at `zips`, in the service's own words, each reason once, and what is doubtful. */
export function riskNotes(risks: Risks, wanted: readonly string[], zips: readonly string[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const [date, result] of risks) {
    if (result.ok) continue;
    const reason = besideReason(result.failure, MAX_REASON_CHARS, "get_five_day_risk");
    byReason.set(reason, [...(byReason.get(reason) ?? []), date]);
  }
  const beyond = wanted.filter((date) => !risks.has(date)).sort();
  const most = `one call bills ${MAX_DATES} dates at most, and asks for ${MAX_ASKED}`;
  const found = [...risks.values()].flatMap((result) => (result.ok ? zips.flatMap((zip) => result.value.at(zip)) : []));
  return [
    ...abroadNotes(foundAt(found), "risk record"),
    ...[...byReason].map(([reason, dates]) => `Risk of ${datesText(dates.sort())}: ${reason}.`),
    ...(beyond.length === 0 ? [] : [`Risk of ${datesText(beyond)} was not asked: ${most}.`]),
  ];
}

/** A few dates with their weekdays. */
function datesText(dates: readonly string[]): string {
  return dates.length <= MAX_WEEKDAYS ? dates.map(dayText).join(", ") : rangesText(dates);
}

/** Dates in order as `2026-07-09, 2026-07-11 to 2026-07-13`. */
export function rangesText(dates: readonly string[]): string {
  const ranges: { readonly first: string; last: string }[] = [];
  for (const date of dates) {
    const before = ranges.at(-1);
    if (before !== undefined && addDays(before.last, 1) === date) before.last = date;
    else ranges.push({ first: date, last: date });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first} to ${last}`)).join(", ");
}
