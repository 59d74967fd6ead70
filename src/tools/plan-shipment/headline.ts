import { compact } from "../../domain/collections.ts";
import type { Failure } from "../../domain/failure.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { ageText } from "../../domain/time-units.ts";
import { dayText, plural, valueText, wordText } from "../answer/words.ts";
import { lostText } from "../failures/lost-parts.ts";
import { ANOTHER_PLAN } from "../failures/network-words.ts";
import { levelsText } from "../heat/alert-words.ts";
import { choicesText } from "./choices.ts";
import type { PlanFacts, Plans } from "./facts.ts";
import type { RouteHeat } from "./heat.ts";
import { areaOf } from "./route.ts";
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

export interface PlanContent {
  readonly plans: Plans;
  readonly failed: readonly { readonly part: string; readonly failure: Failure }[];
  /** Present if heat was read; the routes then hold their risk. */
  readonly heat: RouteHeat | undefined;
  readonly warning: string;
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
  readonly notes: readonly string[];
}

export function hasSeveralDates({ plans, failed }: PlanContent): boolean {
  return plans.length + failed.length > 1;
}

export function headlineOf(content: PlanContent): string {
  const { plans, maxRisk } = content;
  const [first] = plans;
  const areSeveral = hasSeveralDates(content);
  const outcome = areSeveral
    ? severalDatesTexts(content)
    : [oneDateText(first), riskText(first, maxRisk), alertsThereText(content)];
  const sentences = [repeatedText(plans, areSeveral), differencesText(plans), ...outcome, refrigerationText(plans)];
  return compact(...sentences).join(" ");
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

function riskText({ atArrival, withinRisk }: PlanFacts, maxRisk: string | undefined): string {
  if (atArrival === undefined) return "";
  const forecast = `Risk at arrival: ${atArrival.text}`;
  if (maxRisk === undefined) return `${forecast}.`;
  if (withinRisk === true) return `${forecast}, within ${maxRisk}.`;
  if (withinRisk === false) return `${forecast}, ABOVE ${maxRisk}.`;
  return `${forecast}; not known whether within ${maxRisk}.`;
}

/** The alerts now at the destination. Empty if complete data has none, or if the reading failed. */
function alertsThereText({ heat, plans: [{ to }] }: PlanContent): string {
  if (heat === undefined || heat.alerts.failure !== undefined) return "";
  const levels = heat.alertsAtStops.find(({ zip }) => zip === to.zip)?.levels ?? null;
  if (levels === null) return "Alerts there now: not known.";
  if (levels.length === 0) return "";
  return `Alerts there now: ${levelsText(levels, heat.alerts.order, to.zip)}.`;
}

/**
 * The sentences of several dates, with those of lost dates (`lostText`) after the first:
 * `4 plans 85001 Phoenix, AZ → 98101 Seattle, WA, no label bought.`
 * `Cheapest in time within Low: Mon 11-30 (14.74 USD, Low at arrival).`
 * `By estimate in time for Thu 2026-12-03 (Seattle time): Mon 11-30 (14.74 USD, …), …; Thu 12-03 (57.14 USD, …) MISSES by 10.5 h.`
 * `By price, in time first.`
 */
function severalDatesTexts(content: PlanContent): string[] {
  const { plans, failed, heat, maxRisk, riskOrder } = content;
  return compact(
    countText(content),
    lostText(failed, dayText),
    heat && choicesText(plans, maxRisk, riskOrder),
    verdictText(plans),
    plans.length > 1 && `By price${plans[0].deliveryByDate === null ? "" : ", in time first"}.`,
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

function repeatedText(plans: Plans, areSeveral: boolean): string {
  const repeated = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (repeated.length === 0) return "";
  const ago = ageText(Math.max(...repeated.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  if (!areSeveral) return `The same request made this plan ${ago} ago; nothing was sent. ${ANOTHER_PLAN}`;
  const days = repeated.map(shipDayText).join(", ");
  return repeated.length === 1
    ? `The same request made the plan of ${days} ${ago} ago; it was not sent again. ${ANOTHER_PLAN}`
    : `The same request made the plans of ${days} ${ago} ago; they were not sent again. ${ANOTHER_PLAN}`;
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
  const planned = answered === null ? "which the plan does not confirm" : `the plan says ${valueText(answered)}`;
  return `you asked for ${name} ${valueText(asked)}, ${planned}`;
}

function routeEndText({ route, to }: PlanFacts): string {
  const end = route.at(-1);
  if (!end?.zip || to.zip === null || areaOf(end.zip) === areaOf(to.zip)) return "";
  return `the predicted route ends at ${pointName(end)}, not at ${wordText(to.zip)}`;
}

function refrigerationText(plans: Plans): string {
  const isUnconfirmed = plans[0].differs.some(({ field }) => field === "isRefrigerated");
  const none = plans.length === 1 ? "the plan does not confirm" : "no plan confirms";
  return isUnconfirmed ? `You requested refrigeration; ${none} it.` : "";
}
