import { compact } from "../../domain/collections.ts";
import { isAtOrBelow } from "../../domain/level-order.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import { placeName } from "../../places/zip-codes.ts";
import { type ForecastsBeside, forecastLevel, forecastLevelText } from "../heat/forecasts-beside.ts";
import { heatBeside } from "../heat/heat-beside.ts";
import type { Asker } from "../progress.ts";
import type { PlanFacts, RiskAtArrival } from "./facts.ts";
import { areaOf, type RoutePoint } from "./route.ts";

/** Each bills one request, unless memory has it. */
const MAX_DATES = 8;

export type RouteHeat = Awaited<ReturnType<typeof routeHeat>>;

/** Asks for the alerts and forecasts along the routes of all plans at once. */
export async function routeHeat(plans: readonly PlanFacts[], { origin, destination }: JsonRecord, asker: Asker) {
  const [originZip, destinationZip] = [zipAt(origin), zipAt(destination)];
  const points = plans.flatMap(({ route }) => route);
  const stops = points.filter(({ place }) => place !== null).map(({ zip }) => zip);
  const zips = [...new Set(compact(originZip, ...stops, destinationZip))];
  const pickupDates = plans.map((plan) => pickupDate(plan, originZip));
  const dates = compact(...pickupDates, ...points.map(dateAt));
  const heat = await heatBeside({ areas: zips, dates, mostDates: MAX_DATES }, asker);
  const { alerts, forecasts } = heat;
  const alertsAtStops = zips.map((zip) => ({ zip, place: placeName(zip), levels: alerts.levelsAt([zip]) }));
  const hasAlerts = ({ levels }: (typeof alertsAtStops)[number]): boolean => levels !== null && levels.length > 0;
  return {
    ...heat,
    /** At the ends and stops, those with alerts first; levels are null if not known. */
    alertsAtStops: [...alertsAtStops.filter(hasAlerts), ...alertsAtStops.filter((stop) => !hasAlerts(stop))],
    /** Of any point of a route, or at any pickup. */
    lacksRecord:
      points.some((point) => forecasts.lacksRecord(point.zip ?? "", dateAt(point) ?? "")) ||
      pickupDates.some((date) => forecasts.lacksRecord(originZip, date ?? "")),
    /** Adds the forecasts to a plan. */
    withRisk: (plan: PlanFacts, maxRisk: string | undefined): PlanFacts => {
      const route = plan.route.map((point) => ({ ...point, risk: forecastAt(point, forecasts) }));
      const end = route.at(-1);
      const endsThere = areaOf(end?.zip) === areaOf(plan.to.zip);
      const atArrival = riskAtArrival(endsThere ? end?.risk : undefined, forecasts);
      const date = pickupDate(plan, originZip);
      return {
        ...plan,
        route,
        atArrival,
        ...(date && { pickupRisk: forecasts.forecastAt(originZip, date) }),
        ...(maxRisk && { withinRisk: isAtOrBelow(atArrival.level ?? "", maxRisk, forecasts.riskLevels) }),
      };
    },
  };
}

function zipAt(end: unknown): string {
  return textOf(recordOf(end)?.["zipCode"]);
}

/** When the origin's forecast is asked for: undefined if a stop in its area has that forecast. */
function pickupDate({ route, clocks, shipDate }: PlanFacts, originZip: string): string | undefined {
  const isOnRoute = route.some(({ zip }) => areaOf(zip) === areaOf(originZip));
  if (originZip === "" || isOnRoute) return undefined;
  return clocks.pickup?.date ?? shipDate?.slice(0, 10);
}

function dateAt({ zip, local }: RoutePoint): string | undefined {
  return zip === null ? undefined : local?.slice(0, 10);
}

function forecastAt(point: RoutePoint, forecasts: ForecastsBeside): JsonRecord {
  const date = dateAt(point);
  return date === undefined ? { none: true, reason: "date not known" } : forecasts.forecastAt(point.zip ?? "", date);
}

/** `risk` is the forecast at the route's end, if that is the destination. */
function riskAtArrival(risk: JsonRecord | undefined, forecasts: ForecastsBeside): RiskAtArrival {
  if (risk === undefined) return { text: "not predicted", level: undefined };
  return { text: forecastLevelText(risk, forecasts), level: textOf(forecastLevel(risk, forecasts)) || undefined };
}
