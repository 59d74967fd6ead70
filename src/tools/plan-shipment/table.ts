import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { hoursText } from "../../domain/hours.ts";
import { clockText, shortDayText, wordText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";
import { pointRiskText } from "./heat.ts";
import { arrivalOf, arrivalSpreadMinutes, localTime, serviceText, shipDayText } from "./words.ts";

/** An id that a column shows without quotation marks: letters and digits, of which at least one is a digit. */
const CODE = /^(?=\D*\d)[A-Za-z0-9_-]{1,90}$/;

/** One line per plan, in columns. A value that all plans share stands once, above; empty columns are left out. */
export function table(plans: readonly PlanFacts[]): string[] {
  const [owner, ...owners] = new Set(plans.map((plan) => arrivalOf(plan)?.owner));
  const [route, ...routes] = new Set(plans.map(({ route: points }) => points.map(({ zip }) => zip ?? "?").join(" → ")));
  const oneOwner = owners.length === 0 ? owner : undefined;
  const columns: readonly (readonly [string, (plan: PlanFacts) => string])[] = [
    ["Ship", shipDayText],
    ["Service", serviceText],
    ["Price", ({ price }) => (price === null ? "not given" : price.toFixed(2))],
    [compact("Estimated arrival", oneOwner && `(${oneOwner})`).join(" "), (plan) => arrivalCell(plan, oneOwner)],
    ["Arrival", spreadCell],
    ["Deadline", deadlineCell],
    ["Pickup", pickupCell],
    ["Plan's risk", ({ risk }) => (risk === null ? "not given" : wordText(risk))],
    [compact("Forecast risk", routes.length === 0 && route).join(" "), routeRiskCell],
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

function spreadCell(plan: PlanFacts): string {
  const minutes = arrivalSpreadMinutes(plan);
  return minutes === null ? "" : `± ${minutes} min`;
}

/** `17:00 Denver time`, with its day if that is not the ship date. */
function pickupCell({ pickup, pickupTimeZone, from, shipDate }: PlanFacts): string {
  const local = localTime(pickup, pickupTimeZone, from);
  if (local === undefined) return pickup === null ? "" : clockText(pickup);
  return compact(local.date !== shipDate && shortDayText(local.date), local.time, `${local.owner} time`).join(" ");
}

function deadlineCell({ deliveryByDate, arrivesInTime, slackHours }: PlanFacts): string {
  if (deliveryByDate === null) return "";
  if (arrivesInTime === null) return "not known";
  const hours = hoursText(slackHours ?? 0, "d");
  return arrivesInTime ? `${hours} spare` : `MISSED ${hours}`;
}

function routeRiskCell(plan: PlanFacts): string {
  return compact(...plan.route.map((point) => pointRiskText(point, plan, true))).join(" → ");
}
