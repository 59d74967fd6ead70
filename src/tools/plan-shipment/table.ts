import { hoursText } from "../../domain/hours.ts";
import { clockText, shortDayText, wordText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import { arrivalOf, serviceText } from "./words.ts";

/** One line a plan, in columns. A column that is empty for every plan is left out. */
export function table(plans: readonly PlanFacts[], risk: RouteRisk | undefined): string[] {
  const [owner, ...owners] = new Set(plans.map((plan) => arrivalOf(plan)?.owner));
  const oneOwner = owners.length === 0 ? owner : undefined;
  const [route, ...routes] = new Set(plans.map(({ route: points }) => points.map(({ zip }) => zip ?? "?").join(" → ")));
  const columns: readonly (readonly [string, (plan: PlanFacts) => string])[] = [
    ["Ship", ({ shipDate }) => (shipDate === null ? "" : shortDayText(shipDate))],
    ["Service", serviceText],
    ["Price", ({ price }) => (price === null ? "not given" : price.toFixed(2))],
    [
      oneOwner === undefined ? "Estimated arrival" : `Estimated arrival (${oneOwner})`,
      (plan) => arrivalCell(plan, oneOwner),
    ],
    ["Deadline", deadlineCell],
    ["Service's risk", ({ risk: name }) => (name === null ? "not given" : wordText(name))],
    [
      routes.length === 0 ? `Route risk ${route}` : "Route risk",
      (plan) => (risk === undefined ? "" : plan.route.map((point) => pointRiskText(risk.at(point), true)).join(" → ")),
    ],
    ["shipmentId", ({ shipmentId }) => shipmentId],
  ];
  const cells = columns
    .map(([title, cellOf]) => [title, ...plans.map(cellOf)])
    .filter(([, ...rest]) => rest.some((cell) => cell !== ""))
    .map((column, index, { length: count }) => {
      const width = index === count - 1 ? 0 : Math.max(...column.map(({ length }) => length));
      return column.map((cell) => cell.padEnd(width));
    });
  return ["title", ...plans].map((_, row) => cells.map((column) => column[row]).join("  "));
}

function arrivalCell(plan: PlanFacts, oneOwner: string | undefined): string {
  const local = arrivalOf(plan);
  if (local !== undefined)
    return `${shortDayText(local.date)} ${local.time}${oneOwner === undefined ? ` ${local.owner}` : ""}`;
  return plan.arrival === null ? "not given" : `${clockText(plan.arrival)} (local zone not certain)`;
}

function deadlineCell({ deliveryByDate, arrivesInTime, slackHours }: PlanFacts): string {
  if (deliveryByDate === null) return "";
  if (arrivesInTime === null) return "not known";
  const hours = hoursText(slackHours ?? 0, "d");
  return arrivesInTime ? `${hours} spare` : `MISSED ${hours}`;
}
