import { compact } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { ageText } from "../../domain/time-units.ts";
import { dayText, plural, valueText, wordText } from "../answer/words.ts";
import { lostText } from "../failures/lost-parts.ts";
import { ANOTHER_PLAN } from "../failures/outcome-words.ts";
import { levelsText } from "../heat/levels.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import type { RouteHeat } from "./heat.ts";
import {
  deadlineName,
  endsText,
  pointName,
  pricedDaysText,
  priceText,
  serviceText,
  shipDayText,
  slackText,
  spreadText,
  timeText,
} from "./words.ts";

/** The facts of one answer about plans. */
export interface PlanContent {
  readonly plans: Plans;
  /** Ship dates that have no plan. */
  readonly failed: readonly { readonly part: string; readonly failure: Failure }[];
  /** Present if heat was read; the routes then hold their risk. */
  readonly heat: RouteHeat | undefined;
  readonly warning: string;
  /** The most risk at arrival that the caller accepts. */
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
  readonly notes: readonly string[];
}

/** The outcome of one ship date or several, for a reader who sees only the first line. */
export function headlineOf(content: PlanContent): string {
  const { plans, failed, maxRisk } = content;
  const [first] = plans;
  const isSeveral = plans.length + failed.length > 1;
  const outcome = isSeveral
    ? severalDatesTexts(content)
    : [oneDateText(first), riskText(first, maxRisk), alertsThereText(content)];
  return compact(sameText(plans, isSeveral), differencesText(plans), ...outcome, refrigerationText(plans)).join(" ");
}

function oneDateText(plan: PlanFacts): string {
  const arrival = timeText(plan, "arrival");
  const arrives =
    arrival === "" ? "no estimated arrival given" : compact("estimated to arrive", arrival, spreadText(plan)).join(" ");
  const deadline =
    plan.deliveryByDate === null ? "no deadline given" : `deadline ${deadlineName(plan)}: ${slackText(plan)}`;
  const facts = [serviceText(plan), priceText(plan), arrives].join(", ");
  return `${compact("Planned", endsText(plan)).join(" ")}, no label bought: ${facts}; ${deadline}.`;
}

/** The forecast of a plan, held against the caller's `maxRisk`; empty if heat was not read. */
function riskText({ atArrival, withinRisk }: PlanFacts, maxRisk: string | undefined): string {
  if (atArrival === undefined) return "";
  const forecast = `Risk at arrival: ${atArrival.text}`;
  if (maxRisk === undefined) return `${forecast}.`;
  if (withinRisk === true) return `${forecast}, within ${maxRisk}.`;
  if (withinRisk === false) return `${forecast}, ABOVE ${maxRisk}.`;
  return `${forecast}; not known whether within ${maxRisk}.`;
}

/** The alerts now at the destination, beside the forecast. Empty if complete data has none, or if the reading failed. */
function alertsThereText({ heat, plans: [{ to }] }: PlanContent): string {
  const there = heat?.alertsAtStops.find(({ zip }) => zip === to.zip);
  if (heat === undefined || heat.alerts.failure !== undefined || there?.levels?.length === 0) return "";
  const known = there?.levels && levelsText(there.levels, heat.alerts.order, to.zip);
  return `Alerts there now: ${known ?? "not known"}.`;
}

/**
 * The sentences of several dates, with those of lost dates (`lostText`) after the first:
 * `4 plans 85001 Phoenix, AZ → 98101 Seattle, WA, no label bought.`
 * `Cheapest in time within Low: Mon 11-30 (14.74 USD, Low at arrival).`
 * `By estimate in time for Thu 2026-12-03 (Seattle time): Mon 11-30 (14.74 USD, …), …; Thu 12-03 (57.14 USD, …) MISSES by 10.5 h.`
 * `By price, in time first.`
 */
function severalDatesTexts(content: PlanContent): string[] {
  const { plans, failed, heat } = content;
  return compact(
    countText(content),
    lostText(failed, dayText),
    heat && choicesText(content),
    verdictText(plans),
    plans.length > 1 && orderText(plans),
  );
}

/** `5 plans`, or `2 of 5 dates planned, perhaps 3` if the outcome of one is not known; then the ends. */
function countText({ plans, failed }: PlanContent): string {
  const made = plans.length;
  if (failed.length === 0) return `${compact(plural(made, "plan"), endsText(plans[0])).join(" ")}, no label bought.`;
  const unknown = failed.filter(({ failure }) => failure.kind === "outcome_unknown").length;
  const count = `${made} of ${made + failed.length} dates planned`;
  return `${compact(count, unknown > 0 && `perhaps ${made + unknown}`, endsText(plans[0])).join(", ")}, no label bought.`;
}

/** With an order of levels: the cheapest dates within `maxRisk`, the cheapest of all, and the coolest ones. */
function choicesText({ plans, maxRisk, riskOrder }: PlanContent): string {
  const isDue = plans[0].deliveryByDate !== null;
  const inTime = isDue ? " in time" : "";
  const eligible = plans.filter(({ arrivesInTime }) => !isDue || arrivesInTime === true);
  const coolest = coolestOf(eligible, riskOrder);
  if (maxRisk === undefined && coolest.length === 0) return "";
  const within = eligible.filter(({ withinRisk }) => withinRisk === true);
  const cheapest = cheapestOf(eligible);
  const cheapestWithin = maxRisk === undefined ? [] : cheapestOf(within);
  const isSaid = cheapest.length === cheapestWithin.length && cheapest.every((plan) => within.includes(plan));
  const isOnePrice = eligible.length > 1 && cheapest.length === eligible.length;
  const ofPriced = (among: readonly PlanFacts[]) => (among.every(hasPrice) ? "" : " of those with a price");
  const ofKnown = eligible.some((plan) => severityAt(plan, riskOrder) === undefined) ? " of those with a forecast" : "";
  return compact(
    cheapestWithin.length > 0 &&
      `Cheapest${inTime} within ${maxRisk}${ofPriced(within)}: ${pricedDaysText(cheapestWithin)}.`,
    maxRisk && within.length === 0 && `No plan${inTime} is known to arrive within ${maxRisk}.`,
    cheapest.length > 0 &&
      !isSaid &&
      (isOnePrice
        ? `All${inTime} cost the same.`
        : `Cheapest${inTime}${ofPriced(eligible)}: ${pricedDaysText(cheapest)}.`),
    coolest.length > 0 && `Coolest${inTime}${ofKnown}: ${pricedDaysText(coolest)}.`,
  ).join(" ");
}

/** The plans with the lowest price. None if currencies differ or no price is known. */
function cheapestOf(plans: readonly PlanFacts[]): readonly PlanFacts[] {
  const lowest = Math.min(...plans.map(({ price }) => price ?? Number.POSITIVE_INFINITY));
  return areCurrenciesMixed(plans) ? [] : plans.filter(({ price }) => price === lowest);
}

function hasPrice({ price }: PlanFacts): boolean {
  return price !== null;
}

function areCurrenciesMixed(plans: readonly PlanFacts[]): boolean {
  return new Set(plans.filter(hasPrice).map(({ currency }) => currency)).size > 1;
}

/** The plans of the least severe forecast. None if no other forecast is more severe. */
function coolestOf(plans: readonly PlanFacts[], order: LevelOrder): readonly PlanFacts[] {
  const known = plans.filter((plan) => severityAt(plan, order) !== undefined);
  const least = Math.min(...known.map((plan) => severityAt(plan, order) ?? 0));
  const coolest = known.filter((plan) => severityAt(plan, order) === least);
  return coolest.length < known.length ? coolest : [];
}

function severityAt({ atArrival }: PlanFacts, order: LevelOrder): number | undefined {
  return severityOf(atArrival?.level ?? "", order);
}

/** The ship dates in time, then each of the others. */
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

function orderText(plans: Plans): string {
  const isMixed = areCurrenciesMixed(plans);
  const inTime = plans[0].deliveryByDate === null ? "" : ", in time first";
  return `By ${isMixed ? "currency" : "price"}${inTime}.${isMixed ? " Prices are not compared across currencies." : ""}`;
}

/** `The same request made this plan 40 s ago; nothing was sent.`, and how to get another. */
function sameText(plans: Plans, isSeveral: boolean): string {
  const same = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (same.length === 0) return "";
  const ago = ageText(Math.max(...same.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  const days = same.map(shipDayText).join(", ");
  const [made, unsent] = same.length > 1 ? ["plans", "they were"] : ["plan", "it was"];
  return isSeveral
    ? `The same request made the ${made} of ${days} ${ago} ago; ${unsent} not sent again. ${ANOTHER_PLAN}`
    : `The same request made this plan ${ago} ago; nothing was sent. ${ANOTHER_PLAN}`;
}

/** The service's changes to the request; `refrigerationText` tells of refrigeration, which no plan confirms. */
function differencesText(plans: Plans): string {
  const differences = plans.flatMap((plan) => [
    ...plan.differs.filter(({ field }) => field !== "isRefrigerated").map(differenceText),
    ...compact(routeEndText(plan)),
  ]);
  return differences.length === 0 ? "" : `Planned, but not as requested: ${[...new Set(differences)].join("; ")}.`;
}

function differenceText({ field, asked, answered }: PlanFacts["differs"][number]): string {
  const name = field.replace(".", " ").replace("zipCode", "ZIP");
  const said = answered === null ? "which the plan does not confirm" : `the plan says ${valueText(answered)}`;
  return `you asked for ${name} ${valueText(asked)}, ${said}`;
}

/** Reports a route that ends outside the destination's three-digit area; else empty. */
function routeEndText({ route, to }: PlanFacts): string {
  const [end, wanted] = [route.at(-1), to.zip];
  if (!end?.zip || wanted === null || end.zip.slice(0, 3) === wanted.slice(0, 3)) return "";
  return `the predicted route ends at ${pointName(end)}, not at ${wordText(wanted)}`;
}

/** No plan returns refrigeration. */
function refrigerationText(plans: Plans): string {
  const isAsked = plans[0].differs.some(({ field }) => field === "isRefrigerated");
  const none = plans.length === 1 ? "the plan does not confirm" : "no plan confirms";
  return isAsked ? `You requested refrigeration; ${none} it.` : "";
}
