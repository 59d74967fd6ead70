import { addDays, weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { clockText, dayText, shortDayText, utcText, wordText } from "../answer/words.ts";
import { failureFacts, reasonText } from "../failures/failure-words.ts";
import { levelsText } from "../heat/alert-words.ts";
import { alertsOfText, forecastText, NO_RECORD } from "../heat/heat-beside.ts";
import type { Answer, Note } from "../tool.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import { hasSeveralDates, headlineOf, type PlanContent } from "./headline.ts";
import type { RouteHeat } from "./heat.ts";
import type { RoutePoint } from "./route.ts";
import type { Structured } from "./schema.ts";
import {
  confirmedText,
  ownRiskText,
  pointName,
  serviceText,
  shipDayText,
  slackText,
  spreadText,
  timeText,
} from "./words.ts";

export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, heat, warning, notes } = content;
  const areSeveral = hasSeveralDates(content);
  const areAlertsRead = heat?.alertsAtStops.some(({ levels }) => levels !== null);
  return {
    warning,
    headline: headlineOf(content),
    lines: compact(
      ...(areSeveral ? table(plans, heat?.risk.riskField) : linesOfOne(plans[0])),
      heat && areAlertsRead && alertsLine(heat, plans[0]),
    ),
    structured: structured(content),
    notes: compact<Note>(
      ...notes,
      fasterText(plans),
      ...(heat?.notes ?? []),
      heat?.alertsAtStops.some(({ levels }) => levels?.length === 0) && CAVEATS.noProof,
      areAlertsRead && { ...CAVEATS.alertsNow, text: "" },
      CAVEATS.unused,
      plans.some(doRisksDiffer) && CAVEATS.twoRisks,
      plans.some(lacksForecast) && CAVEATS.noRisk,
      content.riskOrder === undefined ? CAVEATS.planRisk : CAVEATS.order,
      CAVEATS.holidays,
    ),
    records: compact<JsonRecord>(...plans.map(({ record }) => record)),
    partial: [...failed.map(({ failure }) => failure), ...(heat?.partial ?? [])],
  };
}

/** How to get a faster service for a plan that arrives on the day of its deadline, but after its time. */
function fasterText(plans: Plans): string {
  const late = plans.find(
    ({ arrivesInTime, arrivalLocal, deliveryByDate }) =>
      arrivesInTime === false && arrivalLocal?.slice(0, 10) === deliveryByDate?.slice(0, 10),
  );
  if (late === undefined) return "";
  const earlier = addDays((late.deliveryByDate ?? "").slice(0, 10), -1);
  if (earlier < (late.shipDate ?? "")) return "";
  return `The service gets only the day of a deadline. For a faster service ask with deliveryByDate ${earlier}, and compare the arrival with ${clockText(late.deliveryByDate)} yourself.`;
}

function structured(content: PlanContent): Structured {
  const { plans, failed, heat } = content;
  const inTime = plans.flatMap(({ shipDate, arrivesInTime }) => (arrivesInTime === true ? (shipDate ?? "") : []));
  return {
    ...(hasSeveralDates(content) && plans[0].deliveryByDate !== null && { inTime }),
    ...(heat && { alertsNow: alertsRow(heat), riskField: heat.risk.riskField ?? null }),
    plans: plans.map(({ isAbroad: _, clocks: _clocks, atArrival: _level, spreadMinutes: _spread, ...plan }) => plan),
    failed: failed.map(({ part: shipDate, failure }) => {
      const { kind, requestId } = failureFacts(failure);
      const check = kind === "outcome_unknown" ? "; check the account before planning again" : "";
      return { shipDate, kind, reason: `${reasonText(failure)}${check}`, ...(requestId && { requestId }) };
    }),
  };
}

function alertsRow({ alerts: { dataOf, stale, windowHours }, alertsAtStops }: RouteHeat) {
  const points = alertsAtStops.map(({ levels, ...point }) => ({
    ...point,
    levels: levels?.map(({ level }) => level) ?? null,
  }));
  return { dataOf, stale, windowHours, at: points };
}

function lacksForecast({ pickupRisk, route }: PlanFacts): boolean {
  return pickupRisk === NO_RECORD || route.some(({ risk }) => risk === NO_RECORD);
}

function doRisksDiffer({ risk, atArrival }: PlanFacts): boolean {
  return risk !== null && atArrival?.level !== undefined && risk.toLowerCase() !== atArrival.level.toLowerCase();
}

function linesOfOne(plan: PlanFacts): string[] {
  const { onDate, route, pickupRisk, shipDate, shipmentId } = plan;
  const onDateText = onDate === null ? "" : ` (onDate ${onDate})`;
  const forecast = route.some((point) => point.risk !== undefined) ? ", with each area's forecast" : "";
  const pickup = compact(timeText(plan, "pickup"), pickupRisk && forecastText(pickupRisk)).join(", ");
  const confirmed = confirmedText(plan);
  return [
    compact(
      `Service's risk: ${ownRiskText(plan)}${onDateText}.`,
      route.length === 0
        ? "No route was predicted."
        : `Route, predicted${forecast}: ${route.map(pointText).join("; ")}.`,
    ).join(" "),
    compact(
      shipDate !== null && !pickup.includes(shipDate) && `Ships ${dayText(shipDate)}.`,
      pickup && `Pickup ${pickup}.`,
      confirmed && `Confirmed: ${confirmed}.`,
      `shipmentId ${quote(shipmentId)}.`,
    ).join(" "),
  ];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint): string {
  const { zip, place, at, local, stdDevMinutes } = point;
  const name = zip === null ? "ZIP not given" : `${pointName(point)}${place === null ? " (place not known)" : ""}`;
  const [date = "", time = ""] = local?.split(" ") ?? [];
  const clock = local === null ? utcText(at ?? "time not given") : `${weekday(date)} ${time}`;
  const spread = stdDevMinutes !== null && `± ${stdDevMinutes} min`;
  return compact(compact(name, clock, spread).join(" "), point.risk && forecastText(point.risk)).join(", ");
}

function routeText(stops: readonly { readonly zip: string | null }[]): string {
  return stops.map(({ zip }) => (zip === null ? "?" : wordText(zip))).join(" → ");
}

/** The headline has the names of the ends. */
function alertsLine({ alerts, alertsAtStops }: RouteHeat, { from, to }: PlanFacts): string {
  const places = alertsAtStops.map(({ zip, place, levels }) => {
    const name = zip === from.zip || zip === to.zip ? zip : pointName({ zip, place });
    if (levels === null) return `${name} not known`;
    return `${name} ${levels.length === 0 ? "none" : levelsText(levels, alerts.order, zip)}`;
  });
  const window = alerts.windowHours !== null && `${alerts.windowHours} h window`;
  return `${CAVEATS.alertsNow.text} (${compact(alertsOfText(alerts), window).join(", ")}): ${places.join("; ")}.`;
}

/** One line per plan, in columns. A value that all plans share stands once, above; empty columns are left out. */
function table(plans: readonly PlanFacts[], riskField: string | undefined): string[] {
  const clocks = new Set(plans.map((plan) => plan.clocks.arrival?.owner));
  const [clock] = clocks.size === 1 ? clocks : [];
  const arrivalText = (plan: PlanFacts): string => {
    const local = clock === undefined ? undefined : plan.clocks.arrival;
    if (local === undefined) return timeText(plan, "arrival", shortDayText) || "not given";
    return `${shortDayText(local.date)} ${local.time}`;
  };
  const columns: readonly (readonly [title: string, (plan: PlanFacts) => string])[] = [
    ["Ship", shipDayText],
    ["Service", serviceText],
    [clock === undefined ? "Arrives" : `Arrives (${clock} time)`, arrivalText],
    ["Spread", spreadText],
    ["Deadline", slackText],
    ["Pickup", (plan) => timeText(plan, "pickup", (date) => (date === plan.shipDate ? "" : shortDayText(date)))],
    ["Service's risk", ownRiskText],
    ["Confirmed", confirmedText],
    ["Route", ({ from, to, route }) => (routeText(route) === routeText([from, to]) ? "" : routeText(route))],
    ["Forecast at pickup", ({ pickupRisk }) => (pickupRisk === undefined ? "" : forecastText(pickupRisk, riskField))],
    [
      "Route forecast",
      ({ route }) => compact(...route.map(({ risk }) => risk && forecastText(risk, riskField))).join(" → "),
    ],
    ["shipmentId", ({ shipmentId }) => quote(shipmentId)],
  ];
  const filled = columns
    .map(([title, cellOf]) => ({ title, cells: plans.map(cellOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const shared = filled.filter(({ cells }) => cells.length > 1 && new Set(cells).size === 1);
  const sharedText = shared
    .map(({ title, cells: [cell] }) => `${title.charAt(0).toLowerCase()}${title.slice(1)} ${cell}`)
    .join(", ");
  const padded = filled
    .filter((column) => !shared.includes(column))
    .map(({ title, cells }) => {
      const width = Math.max(...[title, ...cells].map(({ length }) => length));
      return [title, ...cells].map((cell) => cell.padEnd(width));
    });
  const rows = ["title", ...plans].map((_, row) => padded.map((column) => column[row]).join("  "));
  return compact(sharedText && `Every plan: ${sharedText}.`, ...rows.map((row) => row.trimEnd()));
}
