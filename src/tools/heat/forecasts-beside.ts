import { addDays, horizonEnd, utcDate, weekday } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { ownFields } from "../../domain/shown-record.ts";
import { dayText, fieldsText, levelText, shortDayText, valueText } from "../answer/words.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, askEach } from "../progress.ts";

/** The risk of single days at single places, beside packages or plans. */
export interface ForecastsBeside {
  /** The fields of the record of a ZIP's area, or `none` and the reason. */
  readonly forecastAt: (zip: string, date: string) => JsonRecord;
  /** Whether the service answered, but without a record of the ZIP's area. */
  readonly lacksRecord: (zip: string, date: string) => boolean;
  readonly riskField: string | undefined;
  readonly riskLevels: LevelOrder;
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly failures: readonly Failure[];
}

/** Asks about the earliest of the dates. Each bills one request, unless memory has it. */
export async function forecastsBeside(
  dates: readonly string[],
  mostDates: number,
  { api, call, clock, settings: { riskLevels }, step }: Asker,
): Promise<ForecastsBeside> {
  const allDates = [...new Set(dates)].sort();
  const asked = allDates.slice(0, mostDates);
  const unasked = allDates.slice(mostDates);
  const { answered, failures } = await askEach(asked, (date) => api.risk({ granularity: "zip3", date }, call), step);
  // A refused date most likely lies beyond the horizon (service.md 4.3): its forecast is not lost.
  const refused = failures.filter(({ failure }) => failure.kind === "invalid_request").map(({ part }) => part);
  const lost = failures.filter(({ part }) => !refused.includes(part));
  const lostTexts = [...groupBy(lost, ({ failure }) => reasonText(failure))].map(([reason, parts]) =>
    compact(parts.length < asked.length && parts.map(({ part }) => shortDayText(part)).join(", "), reason).join(": "),
  );
  const source = call.usage.sourceOf("risk");
  const forecasts = answered.map(({ value }) => value);
  const byDate = new Map(answered.map(({ part, value }) => [part, value]));
  const today = utcDate(clock.nowMs());
  const end = horizonEnd(forecasts.at(-1)?.horizon);
  const recordAt = (zip: string, date: string): JsonRecord | undefined => {
    const forecast = byDate.get(date);
    return forecast && recordsOfDate(recordsAt([zip], forecast), date)[0];
  };
  const lacksRecord = (zip: string, date: string): boolean => {
    if (byDate.has(date)) return recordAt(zip, date) === undefined;
    // An area without a record on any day most likely has none on a refused day, either.
    const isNeverRecorded = forecasts.length > 0 && forecasts.every((day) => recordsAt([zip], day).length === 0);
    return isNeverRecorded && refused.includes(date);
  };
  const absenceText = (zip: string, date: string): string => {
    if (!asked.includes(date)) return "forecast not requested";
    if (lacksRecord(zip, date)) return "no forecast record";
    if (!refused.includes(date)) return "forecast not read";
    if (date <= today) return `forecasts start ${weekday(addDays(today, 1))}`;
    return end !== undefined && date > end ? "beyond forecast" : "forecast refused";
  };
  return {
    forecastAt: (zip, date) => {
      const record = recordAt(zip, date);
      if (record === undefined) return { none: true, reason: absenceText(zip, date) };
      const otherDate = otherDateOf([record], date);
      if (otherDate !== undefined) return { none: true, reason: `record dated ${otherDate}` };
      return ownFields(record, ["zip", "date"]);
    },
    lacksRecord,
    riskField: riskFieldOf(
      forecasts.flatMap(({ records }) => records),
      riskLevels,
    ),
    riskLevels,
    warnings: compact(
      lost.length > 0 && `FORECAST NOT READ (${lostTexts.join("; ")})`,
      source.data === "stale" && staleText("STALE forecast", source),
    ),
    notes: compact(
      unasked.length > 0 &&
        `Forecast of ${unasked.map(dayText).join(", ")} not requested: one call covers ${mostDates} dates.`,
    ),
    failures: lost.map(({ failure }) => failure),
  };
}

/** The fields of a forecast, or why there is none: `riskLevel Severe, peakFahrenheit 114`. */
export function forecastText(risk: JsonRecord, forecasts?: ForecastsBeside): string {
  if (risk["none"] === true) return textOf(risk["reason"]);
  return fieldsText(risk, (value, name) =>
    name === forecasts?.riskField ? riskText(value, forecasts) : valueText(value),
  );
}

export function forecastLevel(risk: JsonRecord, { riskField }: ForecastsBeside): unknown {
  return riskField === undefined ? undefined : risk[riskField];
}

/** The level alone, or without one `forecastText`. */
export function forecastLevelText(risk: JsonRecord, forecasts: ForecastsBeside): string {
  const level = forecastLevel(risk, forecasts);
  return level === undefined ? forecastText(risk) : riskText(level, forecasts);
}

function riskText(level: unknown, { riskLevels }: ForecastsBeside): string {
  const name = textOf(level);
  return name === "" ? valueText(level) : levelText(name, riskLevels);
}
