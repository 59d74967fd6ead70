import { compact } from "../../domain/compact.ts";
import type { Failure } from "../../domain/failure.ts";
import { ageText, hoursText } from "../../domain/hours.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { clockText, dayText, plural, valueText, wordText } from "../answer/words.ts";
import { reasonText } from "../failures/failure-words.ts";
import { ANOTHER_PLAN } from "../failures/outcome-words.ts";
import type { Plans } from "./facts.ts";
import type { RouteHeat } from "./heat.ts";
import { arrivalRiskText, choicesText } from "./risk-words.ts";
import {
  arrivalOf,
  arrivalSpreadText,
  deadlineName,
  endsText,
  pointName,
  pricedDaysText,
  priceText,
  serviceText,
  shipDayText,
} from "./words.ts";

type PlanFacts = Plans[number];

/** The facts of one answer about plans. */
export interface PlanContent {
  readonly plans: Plans;
  /** Ship dates that have no plan. */
  readonly failed: readonly { readonly shipDate: string; readonly failure: Failure }[];
  /** Present if heat was read; the routes then hold their risk. */
  readonly heat: RouteHeat | undefined;
  /** The most risk at arrival that the caller accepts. */
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
  readonly notes: readonly string[];
}

/** The outcome of one ship date or several, for a reader who sees only the first line. */
export function headlineOf(content: PlanContent): string {
  const { plans, failed, heat, maxRisk, riskOrder } = content;
  const isSeveral = plans.length + failed.length > 1;
  const lost = failed.map(({ shipDate, failure }) => `${dayText(shipDate)}: ${reasonText(failure)}.`).join(" ");
  const isUnknown = failed.some(({ failure }) => failure.kind === "outcome_unknown");
  const warnings = compact(isUnknown && lost, sameText(plans), differencesText(plans));
  return compact(
    ...warnings,
    isSeveral ? countText(plans, failed.length) : oneDateText(plans[0], warnings.length > 0),
    heat && choicesText(plans, maxRisk, riskOrder),
    isSeveral && verdictText(plans),
    heat && arrivalRiskText(plans, heat.riskField),
    plans.length > 1 && `Listed by price${heat === undefined ? "" : ", not by heat"}.`,
    refrigerationText(plans),
    !isUnknown && lost,
  ).join(" ");
}

/** `The same request made this plan 40 s ago; nothing was sent.`, and how to get another. */
function sameText(plans: Plans): string {
  const same = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (same.length === 0) return "";
  const ago = ageText(Math.max(...same.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  if (plans.length === 1) return `The same request made this plan ${ago} ago; nothing was sent. ${ANOTHER_PLAN}`;
  const days = same.map(shipDayText).join(", ");
  return `The same request made the plans of ${days} ${ago} ago; they were not sent again. ${ANOTHER_PLAN}`;
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

/** Reports a route that ends outside the destination's three-digit area (abroad: its postal code); else empty. */
function routeEndText({ isAbroad, route, to }: PlanFacts): string {
  const [end, wanted] = [route.at(-1), to.zip];
  const areaDigits = isAbroad ? undefined : 3;
  if (!end?.zip || wanted === null || end.zip.slice(0, areaDigits) === wanted.slice(0, areaDigits)) return "";
  return `the predicted route ends at ${pointName(end)}, not at ${wordText(wanted)}`;
}

function oneDateText(plan: PlanFacts, isAfterWarning: boolean): string {
  const opening = compact(isAfterWarning ? "Plan" : "Planned", endsText(plan)).join(" ");
  const facts = [serviceText(plan), priceText(plan), arrivalText(plan)].join(", ");
  return `${opening}, no label bought: ${facts}; ${deadlineText(plan)}.`;
}

function arrivalText(plan: PlanFacts): string {
  if (plan.arrival === null) return "no estimated arrival given";
  const local = arrivalOf(plan);
  if (local === undefined) return `estimated to arrive ${clockText(plan.arrival)} (local zone not certain)`;
  const spread = arrivalSpreadText(plan);
  return compact("estimated to arrive", dayText(local.date), local.time, spread, `${local.owner} time`).join(" ");
}

function deadlineText(plan: PlanFacts): string {
  const { deliveryByDate, arrivesInTime, slackHours } = plan;
  if (deliveryByDate === null) return "no deadline given";
  const name = deadlineName(plan, deliveryByDate);
  if (arrivesInTime === null) return `cannot be judged against ${name}`;
  const hours = hoursText(slackHours ?? 0);
  return arrivesInTime ? `meets ${name} with ${hours} to spare` : `MISSES ${name} by ${hours}`;
}

function countText(plans: Plans, lost: number): string {
  const count = lost === 0 ? plural(plans.length, "plan") : `${plans.length} of ${plans.length + lost} dates planned`;
  return `${compact(count, endsText(plans[0])).join(" ")}, no label bought.`;
}

/** The ship dates in time, then each of the others. */
function verdictText(plans: Plans): string {
  const [first] = plans;
  if (first.deliveryByDate === null) return `No deadline given: ${pricedDaysText(plans)}.`;
  const name = deadlineName(first, first.deliveryByDate);
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const others = plans
    .filter(({ arrivesInTime }) => arrivesInTime !== true)
    .map((plan) => `${pricedDaysText([plan])} ${missText(plan)}`);
  if (inTime.length === 0) return `By estimate no plan is known to meet ${name}: ${others.join("; ")}.`;
  const meet = `${inTime.length} of ${plural(plans.length, "plan")} ${inTime.length === 1 ? "meets" : "meet"}`;
  return `By estimate ${meet} ${name}: ${[pricedDaysText(inTime), ...others].join("; ")}.`;
}

function missText({ arrivesInTime, slackHours }: PlanFacts): string {
  return arrivesInTime === null ? "cannot be judged" : `MISSES by ${hoursText(slackHours ?? 0)}`;
}

/** No plan returns refrigeration. */
function refrigerationText(plans: Plans): string {
  const isAsked = plans[0].differs.some(({ field }) => field === "isRefrigerated");
  const none = plans.length === 1 ? "the plan does not confirm" : "no plan confirms";
  return isAsked ? `You requested refrigeration; ${none} it.` : "";
}
