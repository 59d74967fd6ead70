import { addDays, horizonEnd, utcDate, weekday } from "../../domain/calendar.ts";
import { cleanText } from "../../domain/clean.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { ownFields } from "../../domain/shown-record.ts";
import { sizesOf, valueNames } from "../answer/value-counts.ts";
import { dayText, fieldsText, shortDayText, utcText, valueText } from "../answer/words.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, askEach, pageReporter } from "../progress.ts";
import { type LevelAt, levelOf, levelsOf, pagesText, resumeText } from "./alert-words.ts";

/** Stands for the forecast of an area for which the service's answer has no record. */
export const NO_RECORD: JsonRecord = { none: true, reason: "no forecast record" };

interface Wanted {
  /** ZIPs, ZIP prefixes or areas. */
  readonly areas: readonly string[];
  readonly dates: readonly string[];
  /** The most dates to ask about, the earliest. Each bills one request, unless memory has it. */
  readonly mostDates: number;
}

export type HeatBeside = Awaited<ReturnType<typeof heatBeside>>;

/** Sends nothing if areas and dates are empty. */
export async function heatBeside({ areas, dates, mostDates }: Wanted, asker: Asker) {
  // A limit on the bill leaves room for the few forecasts before the many pages of alerts.
  const [risk, alerts] = await Promise.all([forecastsFor(dates, mostDates, asker), alertsAt(areas, asker)]);
  const gaps = compact(alerts.gap, ...risk.gaps);
  return {
    alerts,
    risk,
    /** The answer's warning if a part is missing, partial or stale; else empty. */
    warning: gaps.length === 0 ? "" : `${gaps.join("; ")}:`,
    notes: compact(alerts.next, risk.next),
    partial: compact(alerts.failure, ...risk.failures),
  };
}

async function alertsAt(allAreas: readonly string[], { api, call, step, settings }: Asker) {
  const alerts = allAreas.length === 0 ? undefined : await api.alerts({}, { ...call, onPage: pageReporter(step) });
  const source = call.usage.sourceOf("alerts");
  const set = alerts?.ok === true ? alerts.value : undefined;
  const failure = alerts?.ok === false ? alerts.failure : undefined;
  const incomplete = set?.incomplete;
  const dataOf = set === undefined || set.generatedAt === null ? null : cleanText(set.generatedAt, 40);
  // One order of levels for all places.
  const byLevel = groupBy(set === undefined ? [] : recordsAt(allAreas, set), levelOf);
  const names = valueNames(sizesOf(byLevel), settings.alertLevels);
  const [gap] = compact(
    failure && `ALERTS NOT CHECKED (${reasonText(failure)})`,
    incomplete && `PARTIAL heat, ${pagesText(incomplete)}`,
    source.data === "stale" && staleText("STALE heat", source, dataOf),
  );
  return {
    /** Empty if complete data has no alert there, null if that is not known. */
    levelsAt: (areas: readonly string[]): readonly LevelAt[] | null => {
      if (set === undefined || areas.length === 0) return null;
      const levels = levelsOf(recordsAt(areas, set), names);
      return levels.length === 0 && incomplete !== undefined ? null : levels;
    },
    dataOf,
    stale: source.data === "stale",
    windowHours: set?.windowHours ?? null,
    order: settings.alertLevels,
    gap,
    next: incomplete && resumeText(incomplete, "Ask check_heat_alerts"),
    failure,
  };
}

async function forecastsFor(dates: readonly string[], mostDates: number, { api, call, clock, settings, step }: Asker) {
  const allDates = [...new Set(dates)].sort();
  const asked = allDates.slice(0, mostDates);
  const unasked = allDates.slice(mostDates);
  const ask = (date: string) => api.risk({ granularity: "zip3", date }, call);
  const { results, answered, failures } = await askEach(asked, ask, step);
  const days = new Map(results.map(({ part, result }) => [part, result]));
  // A refused date most likely lies beyond the horizon (service.md 4.3): its forecast is not lost.
  const lost = failures.filter(({ failure }) => failure.kind !== "invalid_request");
  const lostTexts = [...groupBy(lost, ({ failure }) => reasonText(failure))].map(([reason, parts]) =>
    compact(parts.length < asked.length && parts.map(({ part }) => shortDayText(part)).join(", "), reason).join(": "),
  );
  const source = call.usage.sourceOf("risk");
  const today = utcDate(clock.nowMs());
  const end = horizonEnd(answered.at(-1)?.value.horizon);
  const whyRefused = (date: string): string => {
    if (date <= today) return `forecasts start ${weekday(addDays(today, 1))}`;
    return end !== undefined && date > end ? "beyond forecast" : "forecast refused";
  };
  return {
    /** The fields of the record of a ZIP's area, or `none` and the reason. */
    forecastAt: (zip: string, date: string): JsonRecord => {
      const day = days.get(date);
      if (day === undefined) return { none: true, reason: "forecast not asked" };
      if (!day.ok && day.failure.kind !== "invalid_request") return { none: true, reason: "forecast not read" };
      // An area without a record on any day most likely has none on a refused day, either.
      const isEverRecorded = answered.some(({ value }) => recordsAt([zip], value).length > 0);
      if (answered.length > 0 && !isEverRecorded) return NO_RECORD;
      if (!day.ok) return { none: true, reason: whyRefused(date) };
      const [record] = recordsOfDate(recordsAt([zip], day.value), date);
      if (record === undefined) return NO_RECORD;
      const other = otherDateOf([record], date);
      return other === undefined ? ownFields(record, ["zip", "date"]) : { none: true, reason: `record dated ${other}` };
    },
    riskField: riskFieldOf(
      answered.flatMap(({ value }) => value.records),
      settings.riskLevels,
    ),
    gaps: compact(
      lost.length > 0 && `FORECAST NOT READ (${lostTexts.join("; ")})`,
      source.data === "stale" && staleText("STALE forecast", source),
    ),
    next:
      unasked.length > 0 &&
      `Forecast of ${unasked.map(dayText).join(", ")} not asked: one call covers ${mostDates} dates.`,
    failures: lost.map(({ failure }) => failure),
  };
}

/** `data of 08:03Z`: alerts in force now need no date. */
export function alertsOfText({ dataOf }: HeatBeside["alerts"]): string {
  return dataOf === null ? "time of data not given" : `data of ${utcText(dataOf).replace(/^[\d-]+ /, "")}`;
}

/** The value of `riskField` alone, or without one the fields: `riskLevel Severe`. Else why there is no forecast. */
export function forecastText(risk: JsonRecord, riskField?: string): string {
  if (risk["none"] === true) return textOf(risk["reason"]);
  const value = riskField === undefined ? undefined : risk[riskField];
  return value === undefined ? fieldsText(risk) : valueText(value);
}
