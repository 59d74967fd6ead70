import type { AlertSet, Api, Call, RiskDay } from "../api/api.ts";
import type { Failure, Result } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { type Visit, visitAt } from "../domain/route-times.ts";
import { failureWords } from "./failure-text.ts";
import { isForeign, isOfUs } from "./foreign.ts";
import { alertNotes, alertText, NO_ALERT_NO_PROOF, riskText } from "./heat-text.ts";
import { tidy } from "./shrink.ts";
import { pageSteps, type Step, sideBySide } from "./side-by-side.ts";
import { dayText, listText, shortText, textOf } from "./text.ts";
import { placeOfZip, type ZipPlace } from "./zip-place.ts";

/** A predicted route point held against alerts and risk (DESIGN 3, plan_shipment with checkHeat). */
export interface PointHeat {
  readonly zip: string | null;
  /** `Memphis, TN`, where the ZIP is known. */
  readonly place: string | null;
  readonly type: unknown;
  /** As sent, in UTC. */
  readonly at: unknown;
  /** `2026-07-09 23:10 America/Chicago`; null where time or zone is not certain. */
  readonly localTime: string | null;
  readonly stdDevMinutes: unknown;
  /** Levels of the alerts in force for the ZIP; null where there is none in this data, or none could be read. */
  readonly alert: string | null;
  /** What the service forecasts for the local date, every field under its own name. */
  readonly risk: string | null;
  readonly note: string | null;
}

/** The points of one route. */
export interface CheckedRoute {
  readonly points: readonly PointHeat[];
  /** Whether alerts could be looked up: without them an absence says nothing. */
  readonly alertsKnown: boolean;
}

/** The heat along several routes, looked up together. */
export interface RouteHeat {
  readonly routes: readonly CheckedRoute[];
  readonly notes: readonly string[];
  /** Failures that cost it a part. */
  readonly partial: readonly Failure[];
}

interface Asker {
  readonly api: Api;
  readonly call: Call;
  readonly step: Step;
}

/** Dates asked at most: one billable request each, where they lie within the published horizon. */
const MAX_DATES = 8;

const GRANULARITY = "zip3";

const FORECAST = "Risk is the service's forecast for an area (ZIP3) and local date; its meaning is not documented.";

/**
 * Holds each point of `routes` (spec 2.8) against the alerts in the data now and the risk of the date on which the
 * parcel is there by local time. Bills what reading alerts bills, and one request a date; refused dates are free.
 */
export async function checkRouteHeat(
  routes: readonly (readonly ServiceRecord[])[],
  { api, call, step }: Asker,
): Promise<RouteHeat> {
  const located = routes.map((route) => route.map(locate));
  const points = located.flat();
  const asked = points.filter(({ zip }) => zip !== null && /^\d{5}$/.test(zip));
  const zips = [...new Set(asked.flatMap(({ zip }) => zip ?? []))];
  const wanted = [...new Set(asked.flatMap(({ visit }) => (visit === undefined ? [] : datesOf(visit))))].sort();
  const dates = wanted.slice(0, MAX_DATES);
  if (zips.length === 0) {
    const routes = located.map((route) => ({ points: route.map(unasked), alertsKnown: false }));
    return { routes, notes: [], partial: [] };
  }
  const [alerts, days] = await Promise.all([
    api.alerts({ zips }, { ...call, onPage: pageSteps(step) }),
    sideBySide(dates, (date) => api.risk({ granularity: GRANULARITY, date }, call), step),
  ]);
  const risks = new Map(dates.map((date, index) => [date, days[index]] as const));
  const notes = [NO_ALERT_NO_PROOF, FORECAST, ...alertNotes(alerts), ...riskNotes(risks, wanted.slice(MAX_DATES))];
  const failures = [alerts, ...days].flatMap((result) => (result.ok === false ? [result.failure] : []));
  return {
    routes: located.map((route) => ({
      points: route.map((point) => heatAt(point, alerts, risks)),
      alertsKnown: alerts.ok,
    })),
    notes,
    // A date outside the horizon is refused as it should be: nothing failed.
    partial: failures.filter(({ kind }) => kind !== "invalid_request"),
  };
}

interface Located {
  readonly point: ServiceRecord;
  readonly zip: string | null;
  readonly place: ZipPlace | undefined;
  readonly visit: Visit | undefined;
}

function locate(point: ServiceRecord): Located {
  // A postal code abroad is none of these ZIPs.
  const written = isForeign(point) ? "" : textOf(point["zip"]).trim();
  const zip = /^\d{5}(?=-\d{4}$)/.exec(written)?.[0] ?? (written || null);
  const place = zip === null ? undefined : placeOfZip(zip);
  return { point, zip, place, visit: visitAt(point["dateTime"], point["stdDevMinutes"], place?.timeZone ?? "UTC") };
}

function datesOf({ date, otherDates }: Visit): readonly string[] {
  return [date, ...otherDates];
}

type Risks = ReadonlyMap<string, Result<RiskDay> | undefined>;

function unasked({ point, zip, place, visit }: Located): PointHeat {
  return {
    zip,
    place: place?.name ?? null,
    type: point["type"] ?? null,
    at: point["dateTime"] ?? null,
    localTime:
      visit === undefined || place?.timeZone === undefined ? null : `${visit.date} ${visit.time} ${place.timeZone}`,
    stdDevMinutes: point["stdDevMinutes"] ?? null,
    alert: null,
    risk: null,
    note: zip === null ? (isForeign(point) ? "abroad, not asked for" : "no ZIP to ask for") : null,
  };
}

function heatAt(located: Located, alerts: Result<AlertSet>, risks: Risks): PointHeat {
  const base = unasked(located);
  const { zip, visit, place } = located;
  if (zip === null) return base;
  const found = alerts.ok
    ? alerts.value
        .at(zip)
        .filter(isOfUs)
        .map((record) => alertText(tidy(record).value))
    : [];
  const { risk, notes } =
    visit === undefined ? { risk: null, notes: ["time not readable"] } : riskAt(zip, visit, risks);
  const all = [
    ...(visit !== undefined && place?.timeZone === undefined ? ["zone of the ZIP not known, date by UTC"] : []),
    ...notes,
  ];
  return {
    ...base,
    alert: found.length === 0 ? null : listText([...new Set(found)], 3),
    risk,
    note: all.length === 0 ? null : all.join("; "),
  };
}

/** The risk of the local date, and in notes that of other dates within one standard deviation. */
function riskAt(zip: string, visit: Visit, risks: Risks): { readonly risk: string | null; readonly notes: string[] } {
  const risk = riskOn(zip, visit.date, risks);
  const others = visit.otherDates.map((date) => {
    const other = riskOn(zip, date, risks);
    return `within ± also ${date}: ${other.text ?? other.why}`;
  });
  return { risk: risk.text ?? null, notes: [...(risk.text === undefined ? [risk.why] : []), ...others] };
}

function riskOn(zip: string, date: string, risks: Risks) {
  const result = risks.get(date);
  if (result === undefined) return { why: `risk of ${date} not asked` };
  if (!result.ok)
    return { why: result.failure.kind === "invalid_request" ? outside(date) : `risk of ${date} could not be asked` };
  const records = result.value.at(zip).filter(isOfUs);
  if (records.length === 0) return { why: `no risk record for ${date} (not known)` };
  return { text: listText([...new Set(records.map((record) => riskText(tidy(record).value)))], 3, " | "), why: "" };
}

function outside(date: string): string {
  return `${date} refused, outside the published horizon`;
}

/** Why dates have no risk, in the service's own words, each reason once. */
function riskNotes(risks: Risks, beyond: readonly string[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const [date, result] of risks) {
    if (result === undefined || result.ok) continue;
    const reason = shortText(failureWords(result.failure).reason, 120);
    byReason.set(reason, [...(byReason.get(reason) ?? []), date]);
  }
  return [
    ...[...byReason].map(([reason, dates]) => `Risk of ${dates.map(dayText).join(", ")}: ${reason}.`),
    ...(beyond.length === 0 ? [] : [`Risk of ${beyond.join(", ")} was not asked: ${MAX_DATES} dates at most.`]),
  ];
}
