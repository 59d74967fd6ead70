import { compact } from "../../domain/compact.ts";
import { type JsonRecord, ownFields, recordOf, textOf } from "../../domain/record.ts";
import { riskFieldOf } from "../../domain/risk-field.ts";
import { placeName } from "../../places/zip-codes.ts";
import { groupBy } from "../answer/rows.ts";
import { dayText, fieldsText, valueText } from "../answer/words.ts";
import { otherDateOf, recordsAt, recordsOfDate } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { alertsBeside } from "../heat/alerts-beside.ts";
import { type Asker, askEach } from "../progress.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";

/** The most dates that one call asks about; each bills one request, unless memory has it. */
const MAX_DATES = 8;
const GRANULARITY = "zip3";

/** Alerts in force now at a shipment's places, and `withRisk`, which adds the forecast risk to a plan's route. */
export type RouteHeat = Awaited<ReturnType<typeof routeHeat>>;

/** Reads the risk along the routes, and alerts at their points and ends. Places with alerts come first in `at`. */
export async function routeHeat(planned: readonly PlanFacts[], { origin, destination }: JsonRecord = {}, asker: Asker) {
  const zipOf = (end: unknown): string => textOf(recordOf(end)?.["zipCode"]);
  const stops = planned.flatMap(({ route }) => route.flatMap(({ zip, place }) => (place === null ? [] : (zip ?? ""))));
  const zips = [...new Set([zipOf(origin), ...stops, zipOf(destination)])].filter((zip) => zip !== "");
  const [risk, beside] = await Promise.all([routeRisk(planned, asker), alertsBeside(zips, asker)]);
  const at = zips.map((zip) => ({ zip, place: placeName(zip), levels: beside.at([zip]) }));
  return {
    withRisk: risk.withRisk,
    alerts: beside,
    at: at.sort((a, b) => Number(Boolean(b.levels?.length)) - Number(Boolean(a.levels?.length))),
    notes: [...risk.notes, ...beside.notes],
    partial: [...risk.partial, ...beside.partial],
  };
}

/** Asks for the risk on each local date of the predicted routes: the earliest eight at most. */
async function routeRisk(planned: readonly PlanFacts[], { api, call, settings, step }: Asker) {
  const wanted = [...new Set(planned.flatMap(({ route }) => route.flatMap((point) => dateAt(point) ?? [])))].sort();
  const [dates, beyond] = [wanted.slice(0, MAX_DATES), wanted.slice(MAX_DATES)];
  const ask = (date: string) => api.risk({ granularity: GRANULARITY, date }, call);
  const { results, failures } = await askEach(dates, ask, step);
  const days = new Map(results.map(({ part, result }) => [part, result]));
  /** The fields of a point's record, or `none`: with a reason, unless the forecast has no such record. */
  const riskAt = (point: RoutePoint): JsonRecord => {
    const date = dateAt(point);
    const day = date === undefined ? undefined : days.get(date);
    if (day === undefined) return { none: true, reason: date === undefined ? "date not known" : "not asked" };
    if (!day.ok) return { none: true, reason: day.failure.kind === "invalid_request" ? "no forecast" : "not read" };
    const [record] = recordsOfDate(recordsAt([point.zip ?? ""], day.value), date ?? "");
    if (record === undefined) return { none: true };
    const other = otherDateOf([record], date ?? "");
    return other === undefined ? ownFields(record, ["zip", "date"]) : { none: true, reason: `record dated ${other}` };
  };
  const records = results.flatMap(({ result }) => (result.ok ? result.value.records : []));
  const riskField = riskFieldOf(records, settings.riskLevels);
  // A refused date lies beyond the horizon (service.md 4.3). The route shows "no forecast" for it.
  const broken = failures.filter(({ failure }) => failure.kind !== "invalid_request");
  const source = call.usage.sourceOf("risk");
  return {
    withRisk: (plan: PlanFacts): PlanFacts => ({
      ...plan,
      riskField,
      route: plan.route.map((point) => ({ ...point, risk: riskAt(point) })),
    }),
    notes: compact(
      source.data === "stale" && `${staleText("Risk along the route is STALE", source)}.`,
      ...[...groupBy(broken, ({ failure }) => reasonText(failure))].map(
        ([reason, lost]) => `Risk of ${lost.map(({ part }) => dayText(part)).join(", ")} could not be read: ${reason}.`,
      ),
      beyond.length > 0 &&
        `Risk of ${beyond.map(dayText).join(", ")} was not asked: one call covers ${MAX_DATES} dates.`,
    ),
    partial: broken.map(({ failure }) => failure),
  };
}

function dateAt({ zip, local }: RoutePoint): string | undefined {
  return zip === null ? undefined : local?.slice(0, 10);
}

/**
 * `riskLevel Severe`, or the value of the plan's `riskField` alone if short; `no forecast`, `no record`. Empty without
 * `checkHeat`.
 */
export function pointRiskText({ risk }: RoutePoint, { riskField }: Pick<PlanFacts, "riskField">, isShort: boolean) {
  if (risk === undefined) return "";
  if (risk["none"] === true) return typeof risk["reason"] === "string" ? risk["reason"] : "no record";
  const value = riskField === undefined ? undefined : risk[riskField];
  return isShort && value !== undefined ? valueText(value) : fieldsText(risk, 3);
}
