import { addDays, weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { clockText, dayText, utcText } from "../answer/words.ts";
import { failureFacts, reasonText } from "../failures/failure-words.ts";
import { levelsText } from "../heat/alert-words.ts";
import { alertsOfText, forecastText, NO_RECORD } from "../heat/heat-beside.ts";
import type { Answer, Note } from "../tool.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import { hasSeveralDates, headlineOf, type PlanContent } from "./headline.ts";
import type { RouteHeat } from "./heat.ts";
import type { RoutePoint } from "./route.ts";
import type { Structured } from "./schema.ts";
import { planTable } from "./table.ts";
import { confirmedText, planRiskText, pointName, timeText } from "./words.ts";

export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, heat, warning, notes } = content;
  const areSeveral = hasSeveralDates(content);
  const areAlertsRead = heat?.alertsAtStops.some(({ levels }) => levels !== null);
  return {
    warning,
    headline: headlineOf(content),
    lines: compact(
      ...(areSeveral ? planTable(plans, heat?.risk.riskField) : linesOfOne(plans[0])),
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
      `Service's risk: ${planRiskText(plan)}${onDateText}.`,
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
