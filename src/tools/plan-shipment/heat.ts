import { isAtOrAbove, type LevelOrder } from "../../domain/level-order.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import { placeName } from "../../places/zip-codes.ts";
import { levelText } from "../answer/words.ts";
import { forecastText, heatBeside } from "../heat/heat-beside.ts";
import type { Asker } from "../progress.ts";
import type { PlanFacts, RiskAtArrival, RoutePoint } from "./facts.ts";

/** The most dates that one call asks about; each bills one request, unless memory has it. */
const MAX_DATES = 8;

/** Alerts in force now at a shipment's places, and `withRisk`, which adds the forecast risk to a plan's route. */
export type RouteHeat = Awaited<ReturnType<typeof routeHeat>>;

/** Reads the risk along the routes, and alerts at their points and ends. Places with alerts come first in `at`. */
export async function routeHeat(planned: readonly PlanFacts[], { origin, destination }: JsonRecord = {}, asker: Asker) {
  const zipOf = (end: unknown): string => textOf(recordOf(end)?.["zipCode"]);
  const stops = planned.flatMap(({ route }) => route.flatMap(({ zip, place }) => (place === null ? [] : (zip ?? ""))));
  const zips = [...new Set([zipOf(origin), ...stops, zipOf(destination)])].filter((zip) => zip !== "");
  const dates = planned.flatMap(({ route }) => route.flatMap((point) => dateAt(point) ?? []));
  const heat = await heatBeside({ areas: zips, dates, mostDates: MAX_DATES }, asker);
  const { alerts, risk } = heat;
  const { riskLevels } = asker.settings;
  const at = zips.map((zip) => ({ zip, place: placeName(zip), levels: alerts.at([zip]) }));
  const riskAt = (point: RoutePoint): JsonRecord => {
    const date = dateAt(point);
    return date === undefined ? { none: true, reason: "date not known" } : risk.at(point.zip ?? "", date);
  };
  return {
    ...heat,
    riskField: risk.field,
    withRisk: (plan: PlanFacts, maxRisk: string | undefined): PlanFacts => {
      const route = plan.route.map((point) => ({ ...point, risk: riskAt(point) }));
      const end = route.at(-1);
      const isThere = end?.zip?.slice(0, 3) === plan.to.zip?.slice(0, 3);
      const atArrival = riskAtArrival(isThere ? end?.risk : undefined, risk.field, riskLevels);
      const isWithin = (most: string) => isAtOrAbove(most, atArrival.level ?? "", riskLevels);
      return { ...plan, route, atArrival, ...(maxRisk !== undefined && { withinRisk: isWithin(maxRisk) }) };
    },
    at: at.sort((a, b) => Number(Boolean(b.levels?.length)) - Number(Boolean(a.levels?.length))),
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
