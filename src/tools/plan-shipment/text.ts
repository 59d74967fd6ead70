import { weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { dayText, utcText, wordText } from "../answer/words.ts";
import { failureFacts } from "../failures/failure-facts.ts";
import { reasonText } from "../failures/failure-words.ts";
import { alertsOfText } from "../heat/alerts-beside.ts";
import { levelsText } from "../heat/levels.ts";
import type { Answer, Note } from "../tool.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";
import { headlineOf, type PlanContent } from "./headline.ts";
import { pointRiskText, type RouteHeat } from "./heat.ts";
import type { Structured } from "./schema.ts";
import { table } from "./table.ts";
import { localTime, pointName } from "./words.ts";

/** Renders plans for both channels. */
export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, heat, notes } = content;
  const isSeveral = plans.length + failed.length > 1;
  const areAlertsRead = heat?.at.some(({ levels }) => levels !== null);
  return {
    warning: heat?.alerts.warning ?? "",
    headline: headlineOf(content),
    lines: compact(...(isSeveral ? table(plans) : linesOfOne(plans[0])), heat && areAlertsRead && alertsLine(heat)),
    structured: structured(content, isSeveral),
    notes: compact<Note>(
      ...notes,
      ...(heat?.notes ?? []),
      heat?.at.some(({ levels }) => levels?.length === 0) && CAVEATS.noProof,
      areAlertsRead && { ...CAVEATS.alertsNow, text: "" },
      isSeveral ? CAVEATS.unusedMany : CAVEATS.unused,
      heat !== undefined && CAVEATS.twoRisks,
      plans.some(({ route }) => route.some(isWithoutRecord)) && CAVEATS.noRisk,
      content.riskOrder === undefined ? (isSeveral ? CAVEATS.planRisks : CAVEATS.planRisk) : CAVEATS.order,
      CAVEATS.holidays,
    ),
    records: compact<JsonRecord>(...plans.map(({ record }) => record)),
    partial: [...failed.map(({ failure }) => failure), ...(heat?.partial ?? [])],
  };
}

function structured({ plans, failed, heat }: PlanContent, isSeveral: boolean): Structured {
  const inTime = plans.flatMap(({ shipDate, arrivesInTime }) => (arrivesInTime === true ? (shipDate ?? "") : []));
  return {
    ...(isSeveral && plans[0].deliveryByDate !== null ? { inTime } : {}),
    ...(heat === undefined ? {} : { alertsNow: alertsRow(heat) }),
    ...(heat === undefined ? {} : { riskField: plans[0].riskField ?? null }),
    plans: plans.map(({ isAbroad: _, riskField: _field, ...plan }) => plan),
    failed: failed.map(({ shipDate, failure }) => {
      const { kind, requestId } = failureFacts(failure);
      return { shipDate, kind, reason: reasonText(failure), ...(requestId && { requestId }) };
    }),
  };
}

function alertsRow({ alerts: { dataOf, stale, windowHours }, at }: RouteHeat) {
  const points = at.map(({ levels, ...point }) => ({ ...point, levels: levels?.map(({ level }) => level) ?? null }));
  return { dataOf, stale, windowHours, at: points };
}

/** True if the day's forecast has no record of the area; other gaps carry a reason. */
function isWithoutRecord({ risk }: RoutePoint): boolean {
  return risk?.["none"] === true && risk["reason"] === undefined;
}

function linesOfOne(plan: PlanFacts): string[] {
  const { risk, onDate, route, shipDate, shipmentId, externalShipmentId, pickup, pickupTimeZone, from } = plan;
  const onDateText = onDate === null ? "" : ` (onDate ${onDate})`;
  const forecast = route.some((point) => point.risk !== undefined) ? ", with each area's forecast" : "";
  const isChanged = plan.differs.some(({ field }) => field === "externalShipmentId");
  const leaves = localTime(pickup, pickupTimeZone, from);
  return [
    compact(
      `Plan's risk: ${risk === null ? "not given" : wordText(risk)}${onDateText}.`,
      route.length === 0
        ? "No route was predicted."
        : `Route, predicted${forecast}: ${route.map((point) => pointText(point, plan)).join("; ")}.`,
    ).join(" "),
    compact(
      shipDate !== null && shipDate !== leaves?.date && `Ships ${dayText(shipDate)}.`,
      leaves && `Pickup ${dayText(leaves.date)} ${leaves.time} ${leaves.owner} time.`,
      `shipmentId ${quote(shipmentId)}.`,
      externalShipmentId !== null && !isChanged && `The plan carries your reference ${wordText(externalShipmentId)}.`,
    ).join(" "),
  ];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint, plan: PlanFacts): string {
  const { zip, place, at, local, stdDevMinutes } = point;
  const [date = "", time] = local?.split(" ") ?? [];
  const clock = time === undefined ? (at === null ? "time not given" : utcText(at)) : `${weekday(date)} ${time}`;
  const name = zip === null ? "ZIP not given" : `${pointName(point)}${place === null ? " (place not known)" : ""}`;
  const spread = stdDevMinutes !== null && `± ${stdDevMinutes} min`;
  return compact(compact(name, clock, spread).join(" "), pointRiskText(point, plan, false)).join(", ");
}

/** The alerts at a shipment's places now, not on the day when the parcel passes. */
function alertsLine({ alerts, at }: RouteHeat): string {
  const places = at.map(({ zip, place, levels }) => {
    const told = levels === null ? "not known" : levels.length === 0 ? "none" : levelsText(levels, alerts.order, zip);
    return `${pointName({ zip, place })} ${told}`;
  });
  const window = alerts.windowHours !== null && `${alerts.windowHours} h window`;
  return `${CAVEATS.alertsNow.text} (${compact(alertsOfText(alerts), window).join(", ")}): ${places.join("; ")}.`;
}
