import type { RiskDay } from "../../api/model/api.ts";
import type { Failure, Result } from "../../domain/failure.ts";
import { ownFields } from "../../domain/record.ts";
import { groupBy } from "../answer/rows.ts";
import { dayText, fieldsText, given, valueText } from "../answer/words.ts";
import { recordsAt } from "../areas/records-at.ts";
import { reasonText, staleText } from "../failures/failure-words.ts";
import { type Asker, askEach } from "../progress.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";

/** Dates asked at most, one billable request each. */
const MAX_DATES = 8;
const GRANULARITY = "zip3";

type RiskFields = Readonly<Record<string, unknown>>;

/** The risk of a point on its local date: a record's fields, or why there is none. */
export type PointRisk = RiskFields | { readonly none: true; readonly reason?: string };

/** The risk along the routes of all plans. */
export interface RouteRisk {
  at(point: RoutePoint): PointRisk;
  readonly notes: readonly string[];
  readonly partial: readonly Failure[];
}

/** Asks for the risk of every local date on which a parcel is predicted somewhere, the earliest first. */
export async function routeRisk(plans: readonly PlanFacts[], { api, call, step }: Asker): Promise<RouteRisk> {
  const wanted = [...new Set(plans.flatMap(({ route }) => route.flatMap((point) => dateAt(point) ?? [])))].sort();
  const dates = wanted.slice(0, MAX_DATES);
  const ask = (date: string) => api.risk({ granularity: GRANULARITY, date }, call);
  const { results, failures } = await askEach(dates, ask, step);
  const days = new Map(results.map(({ part, result }) => [part, result]));
  // A refused date lies beyond the horizon (service.md 4.3), for which the route shows "no forecast".
  const broken = failures.filter(({ failure }) => failure.kind !== "invalid_request");
  const byReason = groupBy(broken, ({ failure }) => reasonText(failure));
  const beyond = wanted.slice(MAX_DATES);
  const source = call.usage.sourceOf("risk");
  return {
    at: (point) => riskAt(point, days),
    notes: given(
      source.data === "stale" && `${staleText("Risk along the route is STALE", source)}.`,
      ...[...byReason].map(
        ([reason, lost]) =>
          `Risk of ${lost.map(({ part: date }) => dayText(date)).join(", ")} could not be read: ${reason}.`,
      ),
      beyond.length > 0 &&
        `Risk of ${beyond.map(dayText).join(", ")} was not asked: one call covers ${MAX_DATES} dates.`,
    ),
    partial: broken.map(({ failure }) => failure),
  };
}

function dateAt({ zip, clock }: RoutePoint): string | undefined {
  return zip === null ? undefined : clock?.date;
}

function riskAt(point: RoutePoint, results: ReadonlyMap<string, Result<RiskDay>>): PointRisk {
  const date = dateAt(point);
  const result = date === undefined ? undefined : results.get(date);
  if (result === undefined) return { none: true, reason: date === undefined ? "date not known" : "not asked" };
  if (!result.ok) return { none: true, reason: result.failure.kind === "invalid_request" ? "no forecast" : "not read" };
  const [record] = recordsAt([point.zip ?? ""], result.value);
  return record === undefined ? { none: true } : ownFields(record, ["zip", "date"]);
}

/** `riskLevel Severe`, or `Severe` alone for tables; `no forecast`, `no record`. */
export function pointRiskText(risk: PointRisk, isShort: boolean): string {
  if (risk["none"] === true) return typeof risk["reason"] === "string" ? risk["reason"] : "no record";
  return isShort ? valueText(Object.values(risk)[0]) : fieldsText(risk, 3);
}
