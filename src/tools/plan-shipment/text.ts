import { weekday } from "../../domain/calendar.ts";
import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { clockText, dayText, shortDayText, utcText, wordText } from "../answer/words.ts";
import { failureFacts, reasonText } from "../failures/failure-words.ts";
import { alertsOfText, riskText } from "../heat/heat-beside.ts";
import { levelsText } from "../heat/levels.ts";
import type { Answer, Note } from "../tool.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";
import { headlineOf, type PlanContent } from "./headline.ts";
import type { RouteHeat } from "./heat.ts";
import type { Structured } from "./schema.ts";
import { arrivalOf, arrivalSpreadText, localTime, pointName, serviceText, shipDayText } from "./words.ts";

/** Renders plans for both channels. */
export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, heat, notes } = content;
  const isSeveral = plans.length + failed.length > 1;
  const areAlertsRead = heat?.at.some(({ levels }) => levels !== null);
  return {
    warning: heat?.warning ?? "",
    headline: headlineOf(content),
    lines: compact(
      ...(isSeveral ? table(plans, heat?.riskField) : linesOfOne(plans[0])),
      heat && areAlertsRead && alertsLine(heat),
    ),
    structured: structured(content, isSeveral),
    notes: compact<Note>(
      ...notes,
      ...(heat?.notes ?? []),
      heat?.at.some(({ levels }) => levels?.length === 0) && CAVEATS.noProof,
      areAlertsRead && { ...CAVEATS.alertsNow, text: "" },
      CAVEATS.unused,
      heat !== undefined && CAVEATS.twoRisks,
      plans.some(({ route }) => route.some(isWithoutRecord)) && CAVEATS.noRisk,
      content.riskOrder === undefined ? CAVEATS.planRisk : CAVEATS.order,
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
    ...(heat === undefined ? {} : { alertsNow: alertsRow(heat), riskField: heat.riskField ?? null }),
    plans: plans.map(({ isAbroad: _, riskAtArrival: _level, ...plan }) => plan),
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
  const { risk, onDate, route, shipDate, shipmentId, pickup, pickupTimeZone, from } = plan;
  const onDateText = onDate === null ? "" : ` (onDate ${onDate})`;
  const forecast = route.some((point) => point.risk !== undefined) ? ", with each area's forecast" : "";
  const leaves = localTime(pickup, pickupTimeZone, from.zip);
  return [
    compact(
      `Service's risk: ${risk === null ? "not given" : wordText(risk)}${onDateText}.`,
      route.length === 0
        ? "No route was predicted."
        : `Route, predicted${forecast}: ${route.map(pointText).join("; ")}.`,
    ).join(" "),
    compact(
      shipDate !== null && shipDate !== leaves?.date && `Ships ${dayText(shipDate)}.`,
      leaves && `Pickup ${dayText(leaves.date)} ${leaves.time} ${leaves.owner} time.`,
      `shipmentId ${quote(shipmentId)}.`,
    ).join(" "),
  ];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint): string {
  const { zip, place, at, local, stdDevMinutes } = point;
  const [date = "", time] = local?.split(" ") ?? [];
  const clock = time === undefined ? (at === null ? "time not given" : utcText(at)) : `${weekday(date)} ${time}`;
  const name = zip === null ? "ZIP not given" : `${pointName(point)}${place === null ? " (place not known)" : ""}`;
  const spread = stdDevMinutes !== null && `± ${stdDevMinutes} min`;
  return compact(compact(name, clock, spread).join(" "), point.risk && riskText(point.risk)).join(", ");
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

/** An id that needs no quotation marks in a column, because no sentence looks like it. */
const CODE = /^(?=\D*\d)[A-Za-z0-9_-]{1,90}$/;

/** One line per plan, in columns. A value that all plans share stands once, above; empty columns are left out. */
function table(plans: readonly PlanFacts[], riskField: string | undefined): string[] {
  const [owner, ...owners] = new Set(plans.map((plan) => arrivalOf(plan)?.owner));
  const [route, ...routes] = new Set(plans.map(({ route: points }) => points.map(({ zip }) => zip ?? "?").join(" → ")));
  const routeRiskOf = (plan: PlanFacts): string =>
    compact(...plan.route.map((point) => point.risk && riskText(point.risk, riskField))).join(" → ");
  const oneOwner = owners.length === 0 ? owner : undefined;
  const columns: readonly (readonly [string, (plan: PlanFacts) => string])[] = [
    ["Ship", shipDayText],
    ["Service", serviceText],
    ["Price", ({ price }) => (price === null ? "not given" : price.toFixed(2))],
    [compact("Arrives", oneOwner && `(${oneOwner})`).join(" "), (plan) => arrivalCell(plan, oneOwner)],
    ["Spread", arrivalSpreadText],
    ["Deadline", deadlineCell],
    ["Pickup", pickupCell],
    ["Service's risk", ({ risk }) => (risk === null ? "not given" : wordText(risk))],
    [compact("Forecast risk", routes.length === 0 && route).join(" "), routeRiskOf],
    ["shipmentId", ({ shipmentId }) => (CODE.test(shipmentId) ? shipmentId : quote(shipmentId))],
  ];
  const told = columns
    .map(([title, cellOf]) => ({ title, cells: plans.map(cellOf) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""));
  const shared = told.filter(({ cells }) => cells.length > 1 && new Set(cells).size === 1);
  const padded = told
    .filter((column) => !shared.includes(column))
    .map(({ title, cells }) => {
      const width = title === "shipmentId" ? 0 : Math.max(...[title, ...cells].map(({ length }) => length));
      return [title, ...cells].map((cell) => cell.padEnd(width));
    });
  return compact(
    shared.length > 0 &&
      `Every plan: ${shared.map(({ title, cells: [cell] }) => `${title.charAt(0).toLowerCase()}${title.slice(1)} ${cell}`).join(", ")}.`,
    ...["title", ...plans].map((_, row) => padded.map((column) => column[row]).join("  ")),
  );
}

function arrivalCell(plan: PlanFacts, oneOwner: string | undefined): string {
  const local = arrivalOf(plan);
  if (local === undefined)
    return plan.arrival === null ? "not given" : `${clockText(plan.arrival)} (local zone not certain)`;
  return compact(shortDayText(local.date), local.time, oneOwner === undefined && local.owner).join(" ");
}

/** `17:00 Denver time`, with its day if that is not the ship date. */
function pickupCell({ pickup, pickupTimeZone, from, shipDate }: PlanFacts): string {
  const local = localTime(pickup, pickupTimeZone, from.zip);
  if (local === undefined) return pickup === null ? "" : clockText(pickup);
  return compact(local.date !== shipDate && shortDayText(local.date), local.time, `${local.owner} time`).join(" ");
}

function deadlineCell({ deliveryByDate, arrivesInTime, slackHours }: PlanFacts): string {
  if (deliveryByDate === null) return "";
  if (arrivesInTime === null) return "not known";
  const hours = hoursText(slackHours ?? 0, "d");
  return arrivesInTime ? `${hours} spare` : `MISSED ${hours}`;
}
