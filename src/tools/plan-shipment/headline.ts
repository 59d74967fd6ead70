import { compact } from "../../domain/compact.ts";
import type { Failure } from "../../domain/failure.ts";
import { ageText } from "../../domain/hours.ts";
import { type LevelOrder, severityOf } from "../../domain/level-order.ts";
import { dayText, plural, valueText, wordText } from "../answer/words.ts";
import { lostText } from "../failures/lost-parts.ts";
import { ANOTHER_PLAN } from "../failures/outcome-words.ts";
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
  /** The most risk at arrival that the caller accepts. */
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
  readonly notes: readonly string[];
}

/** The outcome of one ship date or several, for a reader who sees only the first line. */
export function headlineOf({ plans, failed, heat, maxRisk, riskOrder }: PlanContent): string {
  const [first] = plans;
  const isSeveral = plans.length + failed.length > 1;
  return compact(
    sameText(plans),
    differencesText(plans),
    isSeveral ? countText(plans, failed.length) : oneDateText(first),
    lostText(failed, dayText),
    isSeveral && heat && choicesText(plans, maxRisk, riskOrder),
    isSeveral ? verdictText(plans) : riskText(first, maxRisk),
    plans.length > 1 && orderText(plans),
    refrigerationText(plans),
  ).join(" ");
}

/** `The same request made this plan 40 s ago; nothing was sent.`, and how to get another. */
function sameText(plans: Plans): string {
  const same = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (same.length === 0) return "";
  const ago = ageText(Math.max(...same.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  const made = plans.length === 1 ? "this plan" : `the plans of ${same.map(shipDayText).join(", ")}`;
  const unsent = plans.length === 1 ? "nothing was sent" : "they were not sent again";
  return `The same request made ${made} ${ago} ago; ${unsent}. ${ANOTHER_PLAN}`;
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

function oneDateText(plan: PlanFacts): string {
  const arrival = timeText(plan, "arrival");
  const arrives =
    arrival === "" ? "no estimated arrival given" : compact("estimated to arrive", arrival, spreadText(plan)).join(" ");
  const deadline =
    plan.deliveryByDate === null ? "no deadline given" : `deadline ${deadlineName(plan)}: ${slackText(plan)}`;
  const facts = [serviceText(plan), priceText(plan), arrives].join(", ");
  return `${compact("Planned", endsText(plan)).join(" ")}, no label bought: ${facts}; ${deadline}.`;
}

function countText(plans: Plans, lost: number): string {
  const count = lost === 0 ? plural(plans.length, "plan") : `${plans.length} of ${plans.length + lost} dates planned`;
  return `${compact(count, endsText(plans[0])).join(" ")}, no label bought.`;
}

function orderText(plans: Plans): string {
  const verdicts = new Set(plans.map(({ arrivesInTime }) => arrivesInTime));
  return verdicts.size > 1 ? "By price, late last." : "Listed by price.";
}

/** The ship dates in time, then each of the others. */
function verdictText(plans: Plans): string {
  const [first] = plans;
  if (first.deliveryByDate === null) return `No deadline given: ${pricedDaysText(plans)}.`;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const others = plans
    .filter(({ arrivesInTime }) => arrivesInTime !== true)
    .map((plan) => `${pricedDaysText([plan])} ${slackText(plan)}`);
  const meet = `${inTime.length} ${inTime.length === 1 ? "meets" : "meet"}`;
  const verdict = inTime.length === 0 ? "no plan is known to meet" : meet;
  return `By estimate ${verdict} ${deadlineName(first)}: ${compact(pricedDaysText(inTime), ...others).join("; ")}.`;
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

/** The caller's choices, with an order of levels: the cheapest date, the coolest ones, those within `maxRisk`. */
function choicesText(plans: Plans, maxRisk: string | undefined, order: LevelOrder): string {
  const isDue = plans[0].deliveryByDate !== null;
  const inTime = isDue ? " in time" : "";
  const open = plans.filter(({ arrivesInTime }) => !isDue || arrivesInTime === true);
  const severities = open.map(({ atArrival }) => severityOf(atArrival?.level ?? "", order));
  const known = severities.filter((severity) => severity !== undefined);
  const coolest = open.filter((_, index) => severities[index] === Math.min(...known));
  const isAnyCooler = coolest.length < known.length;
  const ofKnown = known.length < open.length ? " of those with a forecast" : "";
  const [cheapest] = open;
  const [within] = open.filter(({ withinRisk }) => withinRisk === true);
  if (maxRisk === undefined && !isAnyCooler) return "";
  return compact(
    within && `Cheapest${inTime} within ${maxRisk}: ${pricedDaysText([within])}.`,
    maxRisk && !within && `No plan${inTime} is known to arrive within ${maxRisk}.`,
    cheapest && cheapest !== within && `Cheapest${inTime}: ${pricedDaysText([cheapest])}.`,
    isAnyCooler && `Coolest${inTime}${ofKnown}: ${pricedDaysText(coolest)}.`,
  ).join(" ");
}

/** No plan returns refrigeration. */
function refrigerationText(plans: Plans): string {
  const isAsked = plans[0].differs.some(({ field }) => field === "isRefrigerated");
  const none = plans.length === 1 ? "the plan does not confirm" : "no plan confirms";
  return isAsked ? `You requested refrigeration; ${none} it.` : "";
}
