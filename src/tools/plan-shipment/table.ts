import { hoursText } from "../../domain/hours.ts";
import { clockText, shortDayText, wordText } from "../kit/words.ts";
import type { PlanFacts } from "./facts.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import { arrivalClock, clockOwner, serviceText } from "./words.ts";

/** One line a plan, in columns. A column that is empty for every plan is left out. */
export function table(plans: readonly PlanFacts[], risk: RouteRisk | undefined): string[] {
  const owners = new Set(plans.map(clockOwner));
  const [owner] = owners;
  const isOneClock = owners.size === 1 && owner !== undefined;
  const routes = new Set(plans.map(({ route }) => route.map(({ zip }) => zip ?? "?").join(" > ")));
  const [route] = routes;
  const columns: readonly (readonly [string, (plan: PlanFacts) => string])[] = [
    ["Ship", ({ shipDate }) => (shipDate === null ? "" : shortDayText(shipDate))],
    ["Service", serviceText],
    ["Price", ({ price }) => (price === null ? "not given" : price.toFixed(2))],
    [isOneClock ? `Arrives (${owner})` : "Arrives", (plan) => arrivalCell(plan, isOneClock)],
    ["Deadline", deadlineCell],
    ["Service's risk", ({ risk: name }) => (name === null ? "not given" : wordText(name))],
    [
      routes.size === 1 ? `Route risk ${route}` : "Route risk",
      (plan) => (risk === undefined ? "" : plan.route.map((point) => pointRiskText(risk.at(point), true)).join(" > ")),
    ],
    ["shipmentId", ({ shipmentId }) => shipmentId],
  ];
  const cells = columns
    .map(([title, cellOf]) => [title, ...plans.map(cellOf)])
    .filter(([, ...rest]) => rest.some((cell) => cell !== ""));
  const widths = cells.map((column) => Math.max(...column.map(({ length }) => length)));
  return [0, ...plans.map((_, index) => index + 1)].map((row) =>
    cells
      .map((column, index) => (column[row] ?? "").padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function arrivalCell(plan: PlanFacts, isOneClock: boolean): string {
  const clock = arrivalClock(plan);
  if (clock === undefined)
    return plan.arrival === null ? "not given" : `${clockText(plan.arrival)} (local zone not certain)`;
  return `${shortDayText(clock.date)} ${clock.time}${isOneClock ? "" : ` ${clockOwner(plan)}`}`;
}

function deadlineCell({ deliveryByDate, arrivesInTime, slackHours }: PlanFacts): string {
  if (deliveryByDate === null) return "";
  if (arrivesInTime === null) return "not known";
  const hours = hoursText(slackHours ?? 0).replace(" days", " d");
  return arrivesInTime ? `${hours} spare` : `MISSED ${hours}`;
}
