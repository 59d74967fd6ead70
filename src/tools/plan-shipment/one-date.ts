import { weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { dayText, utcText } from "../answer/words.ts";
import { levelsText } from "../heat/alert-words.ts";
import { type ForecastsBeside, forecastText } from "../heat/forecasts-beside.ts";
import type { PlanFacts } from "./facts.ts";
import type { RouteHeat } from "./heat.ts";
import {
  confirmedText,
  deadlineName,
  endsText,
  planRiskText,
  pointName,
  priceText,
  serviceText,
  slackText,
  spreadText,
  timeText,
} from "./plan-words.ts";
import type { RoutePoint } from "./route.ts";

/** The headline's sentences about a single plan. */
export function oneDateSentences(plan: PlanFacts, heat: RouteHeat | undefined, maxRisk: string | undefined): string[] {
  return compact(plannedText(plan), riskText(plan, maxRisk), heat && alertsThereText(plan, heat));
}

function plannedText(plan: PlanFacts): string {
  const arrival = timeText(plan, "arrival");
  const arrives =
    arrival === "" ? "no estimated arrival given" : compact("estimated to arrive", arrival, spreadText(plan)).join(" ");
  const deadline =
    plan.deliveryByDate === null ? "no deadline given" : `deadline ${deadlineName(plan)}: ${slackText(plan)}`;
  const facts = [serviceText(plan), priceText(plan), arrives].join(", ");
  return `${compact("Planned", endsText(plan)).join(" ")}, no label bought: ${facts}; ${deadline}.`;
}

function riskText({ atArrival, withinRisk }: PlanFacts, maxRisk: string | undefined): string {
  if (atArrival === undefined) return "";
  const forecast = `Risk at arrival: ${atArrival.text}`;
  if (maxRisk === undefined) return `${forecast}.`;
  if (withinRisk === true) return `${forecast}, within ${maxRisk}.`;
  if (withinRisk === false) return `${forecast}, ABOVE ${maxRisk}.`;
  return `${forecast}; not known whether within ${maxRisk}.`;
}

/** The alerts now at the destination. Empty if complete data has none, or if the reading failed. */
function alertsThereText({ to }: PlanFacts, { alerts, alertsAtStops }: RouteHeat): string {
  if (alerts.failures.length > 0) return "";
  const levels = alertsAtStops.find(({ zip }) => zip === to.zip)?.levels ?? null;
  if (levels === null) return "Alerts there now: not known.";
  return levels.length === 0 ? "" : `Alerts there now: ${levelsText(levels, alerts.order, to.zip)}.`;
}

/** The lines below the headline: risk and route; then pickup, what the plan confirms, and its id. */
export function oneDateLines(plan: PlanFacts, forecasts: ForecastsBeside | undefined): string[] {
  const { onDate, route, pickupRisk, shipDate, shipmentId } = plan;
  const onDateText = onDate === null ? "" : ` (onDate ${onDate})`;
  const forecast = route.some((point) => point.risk !== undefined) ? ", with each area's forecast" : "";
  const stops = route.map((point) => stopText(point, forecasts)).join("; ");
  const pickup = compact(timeText(plan, "pickup"), pickupRisk && forecastText(pickupRisk, forecasts)).join(", ");
  const confirmed = confirmedText(plan);
  return [
    `Service's risk: ${planRiskText(plan)}${onDateText}. ${stops === "" ? "No route was predicted" : `Route, predicted${forecast}: ${stops}`}.`,
    compact(
      shipDate !== null && !pickup.includes(shipDate) && `Ships ${dayText(shipDate)}.`,
      pickup && `Pickup ${pickup}.`,
      confirmed && `Confirmed: ${confirmed}.`,
      `shipmentId ${quote(shipmentId)}.`,
    ).join(" "),
  ];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function stopText(point: RoutePoint, forecasts: ForecastsBeside | undefined): string {
  const { zip, place, at, local, stdDevMinutes, risk } = point;
  const name = zip === null ? "ZIP not given" : `${pointName(point)}${place === null ? " (place not known)" : ""}`;
  const [date = "", time = ""] = local?.split(" ") ?? [];
  const clock = local === null ? utcText(at ?? "time not given") : `${weekday(date)} ${time}`;
  const spread = stdDevMinutes !== null && `± ${stdDevMinutes} min`;
  return compact(compact(name, clock, spread).join(" "), risk && forecastText(risk, forecasts)).join(", ");
}
