import type { AlertSet } from "../api/api.ts";
import type { Failure, Result } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { type Visit, visitAt } from "../domain/route-times.ts";
import { alertNotes } from "./alert-notes.ts";
import { isForeign } from "./foreign.ts";
import { type AlertsRead, alertsRead, alertsText, NO_ALERT_NO_PROOF, READ_IN_PART } from "./heat-text.ts";
import { type ReadRoute, recordOf } from "./plan.ts";
import { type Asker, likeliestFirst, type Risks, rangesText, riskNotes, riskOn, risksOn } from "./route-risk.ts";
import { pageSteps } from "./side-by-side.ts";
import { textOf, valueText } from "./text.ts";
import { isOfUs, zipDoubt } from "./zip-doubt.ts";
import { placeOfZip, type ZipPlace } from "./zip-place.ts";

/** A predicted route point held against alerts and risk (DESIGN 3, plan_shipment with checkHeat). */
export interface PointHeat {
  /** Its five digits, or as sent where it is none to ask for; null where nothing was sent. */
  readonly zip: string | null;
  /** `Memphis, TN`, where the ZIP is known. */
  readonly place: string | null;
  readonly type: unknown;
  /** As sent, in UTC. */
  readonly at: unknown;
  /** `2026-07-09 23:10 America/Chicago`, without zone where `at` names no offset; null where time or zone is not certain. */
  readonly localTime: string | null;
  readonly stdDevMinutes: unknown;
  /** Levels of the alerts in force for the ZIP; null where none is in this data, or none in what could be read of it. */
  readonly alert: string | null;
  /** What the service forecasts for the local date, every field under its own name. */
  readonly risk: string | null;
  readonly note: string | null;
}

/** The points of one route. */
export interface CheckedRoute {
  readonly points: readonly PointHeat[];
  /** Further ones at its end, of which nothing was looked up. */
  readonly unreadCount: number;
  /** Those of them that have a ZIP code to ask for. */
  readonly asked: ReadonlySet<PointHeat>;
  /** Every risk told of a point, also of a date that it is on only within its deviation; each once. */
  readonly risks: readonly string[];
  /** The points asked for whose own date has no known risk, by the reason. */
  readonly unknownRisks: ReadonlyMap<string, readonly PointHeat[]>;
  readonly alertsRead: AlertsRead;
}

/** The heat along several routes, looked up together. */
export interface RouteHeat {
  readonly routes: readonly CheckedRoute[];
  readonly notes: readonly string[];
  /** Failures that cost it a part. */
  readonly partial: readonly Failure[];
}

/** Of a time without offset (spec 2.8 shows none): it names no instant, and perhaps the clock of another place. */
const ZONELESS = "zone not given, date as written";

const FORECAST = "Risk is the service's forecast for an area (ZIP3) and local date; its meaning is not documented.";

/**
 * Holds each point of `routes` (spec 2.8) against the alerts in the data now and the risk of the dates on which the
 * parcel may be there by local time. Bills what reading alerts bills, and one request a date; refused dates are free.
 */
export async function checkRouteHeat(routes: readonly ReadRoute[], { api, call, step }: Asker): Promise<RouteHeat> {
  const located = routes.map(({ points, unreadCount }) => ({ points: points.map(locate), unreadCount }));
  const asked = located.flatMap(({ points }) => points.filter(({ zip }) => zip !== undefined));
  const zips = [...new Set(asked.flatMap(({ zip }) => zip ?? []))];
  if (zips.length === 0) {
    const nothing = { asked: new Set<PointHeat>(), risks: [], unknownRisks: new Map(), alertsRead: "none" as const };
    const checked = located.map((route) => ({ ...route, points: route.points.map(unasked), ...nothing }));
    return { routes: checked, notes: [], partial: [] };
  }
  const wanted = likeliestFirst(asked.flatMap(({ visit }) => visit ?? []));
  const [alerts, risks] = await Promise.all([
    api.alerts({ zips }, { ...call, onPage: pageSteps(step) }),
    risksOn(wanted, { api, call, step }),
  ]);
  const notes = [NO_ALERT_NO_PROOF, FORECAST, ...alertNotes(alerts, zips), ...riskNotes(risks, wanted, zips)];
  const failures = [alerts, ...risks.values()].flatMap((result) => (result.ok ? [] : [result.failure]));
  return {
    routes: located.map(({ points, unreadCount }) => {
      const looked = points.map((point) => ({ point, heat: heatAt(point, alerts, risks) }));
      const asked = looked.filter(({ point }) => point.zip !== undefined);
      return {
        points: looked.map(({ heat }) => heat),
        unreadCount,
        asked: new Set(asked.map(({ heat }) => heat)),
        risks: [...new Set(points.flatMap((point) => risksAt(point, risks)))],
        unknownRisks: unknownRisks(asked, risks),
        alertsRead: alertsRead(alerts),
      };
    }),
    notes,
    // A date outside the horizon is refused as it should be: nothing failed.
    partial: failures.filter(({ kind }) => kind !== "invalid_request"),
  };
}

interface Located {
  readonly point: ServiceRecord;
  /** The five digits to ask for, or in `doubt` why there are none. */
  readonly zip: string | undefined;
  readonly doubt: string | null;
  readonly place: ZipPlace | undefined;
  readonly visit: Visit | undefined;
  /** Why there is no visit, so that there is no date to ask for. */
  readonly undated: string;
}

function locate(sent: unknown): Located {
  const point = recordOf(sent);
  if (point === undefined) {
    const doubt = `no route point, sent as ${valueText(sent)}`;
    return { point: {}, zip: undefined, doubt, place: undefined, visit: undefined, undated: "" };
  }
  const doubt = doubtOf(point);
  const zip = doubt === null ? zipCodeIn(point) : undefined;
  const place = zip === undefined ? undefined : placeOfZip(zip);
  const { dateTime = null, stdDevMinutes } = point;
  const visit = visitAt(dateTime, stdDevMinutes, place?.timeZone ?? "UTC");
  return { point, zip, doubt, place, visit, undated: dateTime === null ? "time not given" : "time not readable" };
}

function zipCodeIn(point: ServiceRecord): string | undefined {
  return /^\d{5}(?=$|-\d{4}$)/.exec(textOf(point["zip"]).trim())?.[0];
}

/** A postal code abroad is no ZIP. */
function doubtOf(point: ServiceRecord): string | null {
  if (isForeign(point)) return "abroad, not asked for";
  if (zipCodeIn(point) === undefined) return "no ZIP to ask for";
  const doubt = zipDoubt(point);
  return doubt === undefined ? null : `perhaps abroad, not asked for: ${doubt}`;
}

function unasked(located: Located): PointHeat {
  const { point, zip, doubt, place, visit, undated } = located;
  return {
    zip: zip ?? (textOf(point["zip"]).trim() || null),
    place: place?.name ?? null,
    type: point["type"] ?? null,
    at: point["dateTime"] ?? null,
    localTime: localTime(located),
    stdDevMinutes: point["stdDevMinutes"] ?? null,
    alert: null,
    risk: null,
    note: [doubt, visit === undefined ? undated : visit.isInstant ? "" : ZONELESS].filter(Boolean).join("; ") || null,
  };
}

function localTime({ visit, place }: Located): string | null {
  if (visit === undefined) return null;
  if (!visit.isInstant) return `${visit.date} ${visit.time}`;
  return place?.timeZone === undefined ? null : `${visit.date} ${visit.time} ${place.timeZone}`;
}

function heatAt(located: Located, alerts: Result<AlertSet>, risks: Risks): PointHeat {
  const base = unasked(located);
  const { zip, visit, place, undated } = located;
  if (zip === undefined) return base;
  const found = alerts.ok ? alerts.value.at(zip).filter(isOfUs) : [];
  const { risk, notes } = visit === undefined ? { risk: null, notes: [undated] } : riskAt(zip, visit, risks);
  const all = [
    ...(found.length === 0 && alertsRead(alerts) === "part" ? [READ_IN_PART] : []),
    ...(visit === undefined ? [] : dateDoubt(visit, place)),
    ...notes,
  ];
  return {
    ...base,
    alert: found.length === 0 ? null : alertsText(found),
    risk,
    note: all.length === 0 ? null : all.join("; "),
  };
}

/** Why a visit's date may not be that of its place. */
function dateDoubt({ isInstant }: Visit, place: ZipPlace | undefined): string[] {
  if (!isInstant) return [ZONELESS];
  return place?.timeZone === undefined ? ["zone of the ZIP not known, date by UTC"] : [];
}

/** The risk of the local date, and in notes that of other dates within one standard deviation. */
function riskAt(zip: string, visit: Visit, risks: Risks): { readonly risk: string | null; readonly notes: string[] } {
  const risk = riskOn(zip, visit.date, risks);
  const own = risk.text === undefined ? [`${visit.date}: ${risk.why}`] : [];
  const datesByWords = new Map<string, string[]>();
  for (const date of visit.otherDates) {
    const { text, why } = riskOn(zip, date, risks);
    const words = text ?? why;
    datesByWords.set(words, [...(datesByWords.get(words) ?? []), date]);
  }
  const others = [...datesByWords].map(([words, dates]) => `${rangesText(dates)}: ${words}`);
  return {
    risk: risk.text ?? null,
    notes: [
      ...own,
      ...(others.length === 0 ? [] : [`within ± also ${others.join(", ")}`]),
      ...(visit.isCut ? ["± reaches beyond these dates"] : []),
    ],
  };
}

/** What has no risk on its own date is told with the reason: it must not pass for cool beside points that have one. */
function unknownRisks(
  asked: readonly { readonly point: Located; readonly heat: PointHeat }[],
  risks: Risks,
): ReadonlyMap<string, readonly PointHeat[]> {
  const byReason = new Map<string, PointHeat[]>();
  for (const { point, heat } of asked.filter((each) => each.heat.risk === null)) {
    const { zip = "", visit, undated } = point;
    const why = visit === undefined ? undated : riskOn(zip, visit.date, risks).why;
    byReason.set(why, [...(byReason.get(why) ?? []), heat]);
  }
  return byReason;
}

/** Every risk that is told of a point. */
function risksAt({ zip, visit }: Located, risks: Risks): readonly string[] {
  if (zip === undefined || visit === undefined) return [];
  return [visit.date, ...visit.otherDates].flatMap((date) => riskOn(zip, date, risks).text ?? []);
}
