import { quote } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { shortDayText, wordText } from "../answer/words.ts";
import { type ForecastsBeside, forecastLevelText } from "../heat/forecasts-beside.ts";
import type { PlanFacts } from "./facts.ts";
import {
  confirmedText,
  planRiskText,
  serviceText,
  shipDayText,
  slackText,
  spreadText,
  timeText,
} from "./plan-words.ts";

interface Column {
  readonly title: string;
  /** One for each plan. */
  readonly cells: readonly string[];
}

/** A line for each plan, in columns. A value that all plans share stands once, above the titles. */
export function planTable(plans: readonly PlanFacts[], forecasts: ForecastsBeside | undefined): string[] {
  const riskText = (risk: JsonRecord | undefined): string =>
    risk && forecasts ? forecastLevelText(risk, forecasts) : "";
  const column = (title: string, textOf: (plan: PlanFacts) => string): Column => ({ title, cells: plans.map(textOf) });
  const columns = [
    column("Ship", shipDayText),
    column("Service", serviceText),
    arrivalColumn(plans),
    column("Spread", spreadText),
    column("Deadline", slackText),
    column("Pickup", (plan) => timeText(plan, "pickup", (date) => (date === plan.shipDate ? "" : shortDayText(date)))),
    column("Service's risk", planRiskText),
    column("Confirmed", confirmedText),
    column("Route", stopsText),
    column("Forecast at pickup", ({ pickupRisk }) => riskText(pickupRisk)),
    column("Route forecast", ({ route }) => compact(...route.map(({ risk }) => riskText(risk))).join(" → ")),
    column("shipmentId", ({ shipmentId }) => quote(shipmentId)),
  ].filter(({ cells }) => cells.some((cell) => cell !== ""));
  const isShared = ({ cells }: Column): boolean => plans.length > 1 && new Set(cells).size === 1;
  const shared = columns.filter(isShared);
  const others = columns.filter((other) => !isShared(other));
  return [...sharedLines(shared), ...alignedLines(others, plans.length)];
}

/** The title names the clock, if it is the same for all plans. */
function arrivalColumn(plans: readonly PlanFacts[]): Column {
  const [owner, ...otherOwners] = new Set(plans.map(({ clocks }) => clocks.arrival?.owner));
  if (owner === undefined || otherOwners.length > 0)
    return { title: "Arrives", cells: plans.map((plan) => timeText(plan, "arrival", shortDayText) || "not given") };
  const cells = plans.map(({ clocks: { arrival } }) =>
    arrival ? `${shortDayText(arrival.date)} ${arrival.time}` : "",
  );
  return { title: `Arrives (${owner} time)`, cells };
}

/** `38118 → 40213 → 33101`; empty if the route has only the ends of the plan, which the headline names. */
function stopsText({ from, to, route }: PlanFacts): string {
  const stops = zipsText(route);
  return stops === zipsText([from, to]) ? "" : stops;
}

function zipsText(points: readonly { readonly zip: string | null }[]): string {
  return points.map(({ zip }) => (zip === null ? "?" : wordText(zip))).join(" → ");
}

/** `Every plan: service CarrierBTwoDay, spread ± 60 min.` */
function sharedLines(columns: readonly Column[]): string[] {
  const texts = columns.map(({ title, cells: [cell] }) => `${title.charAt(0).toLowerCase()}${title.slice(1)} ${cell}`);
  return texts.length === 0 ? [] : [`Every plan: ${texts.join(", ")}.`];
}

function alignedLines(columns: readonly Column[], rowCount: number): string[] {
  const padded = columns.map(({ title, cells }) => {
    const width = Math.max(...[title, ...cells].map(({ length }) => length));
    return [title, ...cells].map((cell) => cell.padEnd(width));
  });
  return Array.from({ length: rowCount + 1 }, (_, row) =>
    padded
      .map((cells) => cells[row])
      .join("  ")
      .trimEnd(),
  );
}
