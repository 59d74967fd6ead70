import { compact, groupBy } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { dayText, plural } from "../answer/words.ts";
import { lostText } from "../failures/lost-parts.ts";
import type { PlanFacts, Plans, RiskAtArrival } from "./facts.ts";
import { deadlineName, endsText, priceText, shipDayText, slackText } from "./plan-words.ts";

export interface DatesContent {
  readonly plans: Plans;
  readonly failed: readonly { readonly part: string; readonly failure: Failure }[];
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
}

/**
 * The headline's sentences, with those of lost dates (`lostText`) after the first:
 * `4 plans 85001 Phoenix, AZ → 98101 Seattle, WA, no label bought.`
 * `Cheapest in time within Low: Mon 11-30 (14.74 USD, Low at arrival).`
 * `By estimate in time for Thu 2026-12-03 (Seattle time): Mon 11-30 (14.74 USD, …), …; Thu 12-03 (57.14 USD, …) MISSES by 10.5 h.`
 * `By price, in time first.`
 */
export function severalDatesSentences(content: DatesContent, isHeatRead: boolean): string[] {
  const { plans, failed } = content;
  return compact(
    countText(content),
    lostText(failed, dayText),
    isHeatRead && choicesText(content),
    verdictText(plans),
    plans.length > 1 && `By price${plans[0].deliveryByDate === null ? "" : ", in time first"}.`,
  );
}

/** `5 plans`, or `2 of 5 dates planned, 1 unknown` if the outcome of one is not known; then the ends. */
function countText({ plans, failed }: DatesContent): string {
  const made = plans.length;
  if (failed.length === 0) return `${compact(plural(made, "plan"), endsText(plans[0])).join(" ")}, no label bought.`;
  const unknown = failed.filter(({ failure }) => failure.kind === "outcome_unknown").length;
  const count = `${made} of ${made + failed.length} dates planned`;
  return `${compact(count, unknown > 0 && `${unknown} unknown`, endsText(plans[0])).join(", ")}, no label bought.`;
}

/** The cheapest dates within `maxRisk`, the cheapest of all, and the coolest. Empty without `maxRisk`, unless one is the coolest. */
function choicesText({ plans, maxRisk, riskOrder }: DatesContent): string {
  const isDue = plans[0].deliveryByDate !== null;
  const inTime = isDue ? " in time" : "";
  const eligible = plans.filter(({ arrivesInTime }) => !isDue || arrivesInTime === true);
  const coolest = coolestText(eligible, inTime, riskOrder);
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
  const severityAt = ({ atArrival }: PlanFacts) => severityOf(atArrival?.level ?? "", order);
  const forecast = plans.filter((plan) => severityAt(plan) !== undefined);
  const least = Math.min(...forecast.map((plan) => severityAt(plan) ?? 0));
  const coolest = forecast.filter((plan) => severityAt(plan) === least);
  // None has a forecast, or all have the same level.
  if (coolest.length === forecast.length) return "";
  const ofForecast = forecast.length === plans.length ? "" : " of those with a forecast";
  return `Coolest${inTime}${ofForecast}: ${pricedDaysText(coolest)}.`;
}

function isWithinRisk({ withinRisk }: PlanFacts): boolean {
  return withinRisk === true;
}

/** The plans with the lowest price; none if no price is known. */
function cheapestOf(plans: readonly PlanFacts[]): readonly PlanFacts[] {
  const lowest = Math.min(...plans.map(({ price }) => price ?? Number.POSITIVE_INFINITY));
  return plans.filter(({ price }) => price === lowest);
}

function ofPricedText(plans: readonly PlanFacts[]): string {
  return plans.every(({ price }) => price !== null) ? "" : " of those with a price";
}

function verdictText(plans: Plans): string {
  const [first] = plans;
  if (first.deliveryByDate === null) return `${pricedDaysText(plans)}; no deadline given.`;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const others = plans
    .filter(({ arrivesInTime }) => arrivesInTime !== true)
    .map((plan) => `${pricedDaysText([plan])} ${slackText(plan)}`);
  const none = plans.some(({ arrivesInTime }) => arrivesInTime === null) ? "none known" : "none";
  const verdicts = [pricedDaysText(inTime) || none, ...others].join("; ");
  return `By estimate in time for ${deadlineName(first)}: ${verdicts}.`;
}

/** Ship dates in order, grouped by their facts: `Tue 11-24, Thu 11-26 (each 34.38 USD, Low at arrival)`. */
function pricedDaysText(plans: readonly PlanFacts[]): string {
  const byDate = plans.toSorted((a, b) => ((a.shipDate ?? "") < (b.shipDate ?? "") ? -1 : 1));
  const byFacts = groupBy(byDate, (plan) =>
    compact(
      priceText(plan),
      plan.atArrival && arrivalRiskText(plan.atArrival),
      plan.arrivesInTime === true && plan.withinSpread && slackText(plan),
    ).join(", "),
  );
  const texts = [...byFacts].map(
    ([facts, group]) => `${group.map(shipDayText).join(", ")} (${group.length > 1 ? "each " : ""}${facts})`,
  );
  return texts.join(", ");
}

/** `Low at arrival`; without a level the fields, or why there is no forecast: `risk at arrival: forecast refused`. */
function arrivalRiskText({ text, level }: RiskAtArrival): string {
  return level === undefined ? `risk at arrival: ${text}` : `${text} at arrival`;
}
