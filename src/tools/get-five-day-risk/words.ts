import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { cityOfArea } from "../../places/zip-codes.ts";
import { placesText } from "../answer/rows.ts";
import { OTHERS } from "../answer/value-counts.ts";
import { capital, levelText, plural, wordText } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import type { RiskFacts } from "./facts.ts";
import { NOT_GIVEN } from "./fields.ts";
import type { LeadingValue, PlaceRisk } from "./place-risk.ts";

const MAX_LEADING_AREAS = 3;

export function nameOfPlace({ location }: PlaceRisk): string {
  return location === undefined ? "Everywhere" : capital(locationText(location));
}

export function noRecordText({ isWhole }: RiskFacts): string {
  return `no record${isWhole ? "" : " so far"}`;
}

/** A counted value in a sentence: `Low`, `score 3`. */
export function riskText(value: string, { fields: { risk }, order }: RiskFacts): string {
  const isSent = value !== NOT_GIVEN && value !== OTHERS;
  const text = isSent ? levelText(value, order) : value;
  return needsField(value) && risk !== undefined ? `${wordText(risk.name)} ${text}` : text;
}

/** A number says nothing without the name of its field. */
export function needsField(value: string): boolean {
  return /^-?\d/.test(value);
}

/** `Phoenix, AZ 850–851; Mesa, AZ 852` */
export function citiesText(areas: readonly string[]): string {
  return placesText(areas.map((area) => ({ area, place: cityOfArea(area) })));
}

/** `Severe on Mon, Tue`, `Severe on all 3 days`, `Severe somewhere on each day`, or `Severe` for one day. */
export function leadingText({ value, dates, extent }: LeadingValue, facts: RiskFacts): string {
  const name = riskText(value, facts);
  const dayCount = facts.answered.length;
  if (dates.length === 0 || dayCount === 1) return name;
  const isSomewhere = extent === "somewhere";
  const somewhere = isSomewhere ? `${name} somewhere` : name;
  if (dates.length < dayCount) return `${somewhere} on ${dates.map((date) => weekday(date) ?? date).join(", ")}`;
  return isSomewhere ? `${somewhere} on each day` : `${name}${allDaysText(dayCount)}`;
}

/** ` (Phoenix, AZ 850; Mesa, AZ 852; 4 more areas)` */
export function leadingAreasText({ areas }: LeadingValue): string {
  const named = areas.slice(0, MAX_LEADING_AREAS);
  const more = areas.length - named.length;
  return ` (${compact(citiesText(named), more > 0 && plural(more, "more area")).join("; ")})`;
}

/** `Tue Low, Wed and Thu Moderate`, `Low on all 3 days`, or `Low` for one day. */
export function runsText(days: readonly { readonly date: string; readonly text: string }[], separator: string): string {
  const runs: { readonly text: string; readonly dates: string[] }[] = [];
  for (const { date, text } of days) {
    const run = runs.at(-1);
    if (run?.text === text) run.dates.push(date);
    else runs.push({ text, dates: [date] });
  }
  if (runs.length === 1) return `${runs[0]?.text}${allDaysText(days.length)}`;
  return runs.map(({ text, dates }) => `${datesText(dates)} ${text}`).join(separator);
}

/** `Tue`, `Tue and Wed`, `Tue–Thu` */
function datesText(dates: readonly string[]): string {
  const names = dates.map((date) => weekday(date) ?? "");
  return names.length < 3 ? names.join(" and ") : `${names[0]}–${names.at(-1)}`;
}

function allDaysText(days: number): string {
  if (days === 1) return "";
  return days === 2 ? " on both days" : ` on all ${days} days`;
}
