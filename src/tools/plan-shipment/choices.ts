import { compact } from "../../domain/collections.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import { pricedDaysText } from "./words.ts";

/** The cheapest dates within `maxRisk`, the cheapest of all, and the coolest. Empty without `maxRisk` and forecasts that differ. */
export function choicesText(plans: Plans, maxRisk: string | undefined, order: LevelOrder): string {
  const isDue = plans[0].deliveryByDate !== null;
  const inTime = isDue ? " in time" : "";
  const eligible = plans.filter(({ arrivesInTime }) => !isDue || arrivesInTime === true);
  const coolest = coolestText(eligible, inTime, order);
  if (maxRisk === undefined && coolest === "") return "";
  const within = maxRisk && withinText(eligible, inTime, maxRisk);
  return compact(within, cheapestText(eligible, inTime), coolest).join(" ");
}

function withinText(plans: readonly PlanFacts[], inTime: string, maxRisk: string): string {
  const within = plans.filter(isWithinRisk);
  if (within.length === 0) return `No plan${inTime} is known to arrive within ${maxRisk}.`;
  const cheapest = cheapestOf(within);
  if (cheapest.length === 0) return "";
  return `Cheapest${inTime} within ${maxRisk}${ofPricedText(within)}: ${pricedDaysText(cheapest)}.`;
}

function cheapestText(plans: readonly PlanFacts[], inTime: string): string {
  const cheapest = cheapestOf(plans);
  // `withinText` names the cheapest if all are within.
  if (cheapest.length === 0 || cheapest.every(isWithinRisk)) return "";
  if (plans.length > 1 && cheapest.length === plans.length) return `All${inTime} cost the same.`;
  return `Cheapest${inTime}${ofPricedText(plans)}: ${pricedDaysText(cheapest)}.`;
}

function coolestText(plans: readonly PlanFacts[], inTime: string, order: LevelOrder): string {
  const forecast = plans.filter((plan) => severityAt(plan, order) !== undefined);
  const least = Math.min(...forecast.map((plan) => severityAt(plan, order) ?? 0));
  const coolest = forecast.filter((plan) => severityAt(plan, order) === least);
  // None has a forecast, or all have the same level.
  if (coolest.length === forecast.length) return "";
  const ofForecast = forecast.length === plans.length ? "" : " of those with a forecast";
  return `Coolest${inTime}${ofForecast}: ${pricedDaysText(coolest)}.`;
}

/** The plans with the lowest price; none if no price is known. */
function cheapestOf(plans: readonly PlanFacts[]): readonly PlanFacts[] {
  const lowest = Math.min(...plans.map(({ price }) => price ?? Number.POSITIVE_INFINITY));
  return plans.filter(({ price }) => price === lowest);
}

function ofPricedText(plans: readonly PlanFacts[]): string {
  return plans.every(({ price }) => price !== null) ? "" : " of those with a price";
}

function isWithinRisk({ withinRisk }: PlanFacts): boolean {
  return withinRisk === true;
}

function severityAt({ atArrival }: PlanFacts, order: LevelOrder): number | undefined {
  return severityOf(atArrival?.level ?? "", order);
}
