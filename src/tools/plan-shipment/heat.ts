import { compact } from "../../domain/collections.ts";
import { isAtOrBelow, type LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import { placeName } from "../../places/zip-codes.ts";
import { levelText } from "../answer/words.ts";
import type { LevelAt } from "../heat/alert-words.ts";
import { forecastText, type HeatBeside, heatBeside } from "../heat/heat-beside.ts";
import type { Asker } from "../progress.ts";
import type { PlanFacts, RiskAtArrival } from "./facts.ts";
import { areaOf, type RoutePoint } from "./route.ts";
import { localTime } from "./words.ts";

/** Each bills one request, unless memory has it. */
const MAX_DATES = 8;

export interface RouteHeat extends HeatBeside {
  /** At the ends and stops, those with alerts first; levels are null if not known. */
  readonly alertsAtStops: readonly StopAlerts[];
  readonly withRisk: (plan: PlanFacts, maxRisk: string | undefined) => PlanFacts;
}

interface StopAlerts {
  readonly zip: string;
  readonly place: string | null;
  readonly levels: readonly LevelAt[] | null;
}

export async function routeHeat(
  planned: readonly PlanFacts[],
  { origin, destination }: JsonRecord,
  asker: Asker,
): Promise<RouteHeat> {
  const zipAt = (end: unknown): string => textOf(recordOf(end)?.["zipCode"]);
  const originZip = zipAt(origin);
  const stops = planned.flatMap(({ route }) => route.filter(({ place }) => place !== null).map(({ zip }) => zip));
  const zips = [...new Set(compact(originZip, ...stops, zipAt(destination)))];
  const pickupDate = (plan: PlanFacts): string | undefined => {
    // A stop in the origin's area has the forecast there.
    const isOnRoute = plan.route.some(({ zip }) => areaOf(zip) === areaOf(originZip));
    if (originZip === "" || isOnRoute) return undefined;
    return localTime(plan, "pickup")?.date ?? plan.shipDate?.slice(0, 10);
  };
  const dates = compact(...planned.flatMap((plan) => [pickupDate(plan), ...plan.route.map(dateAt)]));
  const heat = await heatBeside({ areas: zips, dates, mostDates: MAX_DATES }, asker);
  const { alerts, risk } = heat;
  const { riskLevels } = asker.settings;
  const alertsAtStops = zips.map((zip) => ({ zip, place: placeName(zip), levels: alerts.levelsAt([zip]) }));
  const hasAlerts = ({ levels }: StopAlerts): boolean => levels !== null && levels.length > 0;
  const riskAt = (point: RoutePoint): JsonRecord => {
    const date = dateAt(point);
    return date === undefined ? { none: true, reason: "date not known" } : risk.forecastAt(point.zip ?? "", date);
  };
  return {
    ...heat,
    withRisk: (plan, maxRisk) => {
      const route = plan.route.map((point) => ({ ...point, risk: riskAt(point) }));
      const end = route.at(-1);
      const endsThere = areaOf(end?.zip) === areaOf(plan.to.zip);
      const atArrival = riskAtArrival(endsThere ? end?.risk : undefined, risk.riskField, riskLevels);
      const date = pickupDate(plan);
      return {
        ...plan,
        route,
        atArrival,
        ...(date && { pickupRisk: risk.forecastAt(originZip, date) }),
        ...(maxRisk && { withinRisk: isAtOrBelow(atArrival.level ?? "", maxRisk, riskLevels) }),
      };
    },
    alertsAtStops: [...alertsAtStops.filter(hasAlerts), ...alertsAtStops.filter((stop) => !hasAlerts(stop))],
  };
}

/** `risk` is the forecast at the route's end, if that is the destination. */
function riskAtArrival(risk: JsonRecord | undefined, riskField: string | undefined, order: LevelOrder): RiskAtArrival {
  if (risk === undefined) return { text: "not predicted", level: undefined };
  const level = riskField === undefined ? undefined : risk[riskField];
  if (level === undefined) return { text: forecastText(risk), level };
  return { text: levelText(textOf(level), order), level: textOf(level) };
}

function dateAt({ zip, local }: RoutePoint): string | undefined {
  return zip === null ? undefined : local?.slice(0, 10);
}
