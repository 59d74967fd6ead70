import { compact } from "../../domain/compact.ts";
import { type JsonRecord, ownFields } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { groupBy } from "../answer/rows.ts";
import { dayText, fieldsText, valueText } from "../answer/words.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, askEach } from "../progress.ts";

const GRANULARITY = "zip3";

/** Reads the forecast risk of `most` dates, the earliest. Each bills one request, unless memory has it. */
export async function riskBeside(wanted: readonly string[], most: number, { api, call, settings, step }: Asker) {
  const all = [...new Set(wanted)].sort();
  const [dates, beyond] = [all.slice(0, most), all.slice(most)];
  const { results, failures } = await askEach(
    dates,
    (date) => api.risk({ granularity: GRANULARITY, date }, call),
    step,
  );
  const days = new Map(results.map(({ part, result }) => [part, result]));
  // A refused date lies beyond the horizon (service.md 4.3), and has no forecast.
  const broken = failures.filter(({ failure }) => failure.kind !== "invalid_request");
  const source = call.usage.sourceOf("risk");
  return {
    /** The fields of the record of a ZIP's area and a date, or `none`: with a reason, unless there is no record. */
    at: (zip: string, date: string): JsonRecord => {
      const day = days.get(date);
      if (day === undefined) return { none: true, reason: "not asked" };
      if (!day.ok) return { none: true, reason: day.failure.kind === "invalid_request" ? "no forecast" : "not read" };
      const [record] = recordsOfDate(recordsAt([zip], day.value), date);
      if (record === undefined) return { none: true };
      const other = otherDateOf([record], date);
      return other === undefined ? ownFields(record, ["zip", "date"]) : { none: true, reason: `record dated ${other}` };
    },
    /** The field of the records that is the risk, if one is known to be. */
    riskField: riskFieldOf(
      results.flatMap(({ result }) => (result.ok ? result.value.records : [])),
      settings.riskLevels,
    ),
    notes: compact(
      source.data === "stale" && `${staleText("Forecast risk is STALE", source)}.`,
      ...[...groupBy(broken, ({ failure }) => reasonText(failure))].map(
        ([reason, lost]) => `Risk of ${lost.map(({ part }) => dayText(part)).join(", ")} could not be read: ${reason}.`,
      ),
      beyond.length > 0 && `Risk of ${beyond.map(dayText).join(", ")} was not asked: one call covers ${most} dates.`,
    ),
    partial: broken.map(({ failure }) => failure),
  };
}

/** The value of `riskField` alone, or without one the fields: `riskLevel Severe`. Else `no forecast`, `no record`. */
export function riskText(risk: JsonRecord, riskField?: string): string {
  if (risk["none"] === true) return typeof risk["reason"] === "string" ? risk["reason"] : "no record";
  const value = riskField === undefined ? undefined : risk[riskField];
  return value === undefined ? fieldsText(risk, 3) : valueText(value);
}
