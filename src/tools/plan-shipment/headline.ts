import { addDays, weekday } from "../../domain/calendar.ts";
import { readDatetime } from "../../domain/datetime.ts";
import type { Failure } from "../../domain/failure.ts";
import { hoursText } from "../../domain/hours.ts";
import { groupBy } from "../answer/rows.ts";
import { clockText, dayText, given, plural, valueText } from "../answer/words.ts";
import { reasonText } from "../failures/failure-words.ts";
import type { PlanFacts } from "./facts.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import {
  addressText,
  arrivalOf,
  deadlineName,
  endsText,
  pricesText,
  priceText,
  serviceText,
  shipDaysText,
  shipDayText,
} from "./words.ts";

/** A ship date without a plan; null where the service would have chosen the date. */
export interface FailedDate {
  readonly shipDate: string | null;
  readonly failure: Failure;
}

export function headlineOfOne(plan: PlanFacts): string {
  const [ends, differs] = [endsText(plan), differencesText(plan)];
  const opening =
    differs === ""
      ? `${given("Planned", ends).join(" ")}, no label bought:`
      : `Planned, but not as requested: ${differs}. ${given("No label bought", ends).join(" for ")}:`;
  const sentence = `${opening} ${serviceText(plan)}, ${priceText(plan)}, ${arrivalText(plan)}${deadlineText(plan)}.`;
  return given(sentence, fasterText([plan]), unconfirmedText([plan])).join(" ");
}

/** The answers that differ from the question, but for services that a plan does not confirm. */
function differencesText(plan: PlanFacts): string {
  const told = plan.differs.filter((difference) => !(difference.field in SERVICES && difference.asked === true));
  return told.map((difference) => differenceText(difference, plan)).join("; ");
}

function differenceText({ field, asked, answered }: PlanFacts["differs"][number], plan: PlanFacts): string {
  const [end = "", part] = field.split(".");
  if (part === undefined)
    return `you asked for ${field} ${valueText(asked)}, the service answered ${valueText(answered)}`;
  const [address, prefix] = end === "origin" ? [plan.from, "origin "] : [plan.to, ""];
  const place = addressText({ ...address, country: null });
  if (part === "zipCode") return `you asked for ${prefix}ZIP ${valueText(asked)}, the service answered ${place}`;
  const zip = plan.differs.find((other) => other.field === `${end}.zipCode`)?.asked ?? address.zip;
  const country = answered === null ? "without a country" : `in ${valueText(answered)}`;
  return `you asked for ${prefix}${valueText(zip)} in ${valueText(asked)}, the service answered ${place} ${country}`;
}

/** Services that are asked for by a flag. */
const SERVICES: Readonly<Record<string, string>> = {
  isRefrigerated: "refrigeration",
  isSignatureRequired: "a signature",
};

/** `You requested refrigeration; the plan does not confirm it.` Empty where all is confirmed. */
function unconfirmedText(plans: readonly PlanFacts[]): string {
  const differences = plans.flatMap(({ differs }) => differs.filter(({ asked }) => asked === true));
  const names = Object.keys(SERVICES).filter((field) => differences.some((difference) => difference.field === field));
  if (names.length === 0) return "";
  const requested = names.map((field) => SERVICES[field]).join(" and ");
  const isAll = names.every((name) => plans.every(({ differs }) => differs.some(({ field }) => field === name)));
  const subject =
    plans.length === 1 ? "the plan does not confirm" : isAll ? "no plan confirms" : "not every plan confirms";
  return `You requested ${requested}; ${subject} ${names.length === 1 ? "it" : "them"}.`;
}

function arrivalText(plan: PlanFacts): string {
  if (plan.arrival === null) return "no estimated arrival given";
  const local = arrivalOf(plan);
  if (local === undefined) return `estimated to arrive ${clockText(plan.arrival)} (local zone not certain)`;
  return `estimated to arrive ${dayText(local.date)} ${local.time} ${local.owner} time`;
}

function deadlineText(plan: PlanFacts): string {
  const { deliveryByDate, arrivesInTime, slackHours } = plan;
  if (deliveryByDate === null) return "; no deadline given";
  const name = deadlineName(plan, deliveryByDate);
  if (arrivesInTime === null) return `; whether it meets ${name} is not known`;
  const hours = hoursText(slackHours ?? 0);
  return arrivesInTime ? `; meets ${name} with ${hours} to spare` : `; MISSES ${name} by ${hours}`;
}

/** The way to a faster service where plans miss a time of day, which the service is not told. */
function fasterText(plans: readonly PlanFacts[]): string {
  const [{ deliveryByDate } = {}] = plans;
  if (!deliveryByDate || readDatetime(deliveryByDate) === undefined) return "";
  const dayBefore = addDays(deliveryByDate.slice(0, 10), -1);
  const isLate = ({ arrivesInTime, shipDate }: PlanFacts) => arrivesInTime === false && (shipDate ?? "") <= dayBefore;
  return plans.some(isLate)
    ? `The service takes whole days: deliveryByDate ${dayBefore} asks for a faster service.`
    : "";
}

/** The headline of several ship dates, of which at least one has a plan. */
export function headlineOfSeveral(
  plans: readonly [PlanFacts, ...PlanFacts[]],
  failed: readonly FailedDate[],
  risk: RouteRisk | undefined,
): string {
  const [first] = plans;
  const day = (shipDate: string | null): string => (shipDate === null ? "One date" : dayText(shipDate));
  const reasons = failed.map(({ shipDate, failure }) => `${day(shipDate)}: ${reasonText(failure)}.`);
  const isUnknown = failed.some(({ failure }) => failure.kind === "outcome_unknown");
  const differs = [...new Set(plans.map(differencesText).filter((text) => text !== ""))];
  const dates = plans.length + failed.length;
  const count = failed.length === 0 ? plural(plans.length, "plan") : `${plans.length} of ${dates} dates planned`;
  return given(
    isUnknown && reasons.join(" "),
    `${given(count, endsText(first)).join(" ")}, no label bought.`,
    differs.length > 0 && `Not as requested: ${differs.join("; ")}.`,
    verdictText(plans),
    fasterText(plans),
    risk !== undefined && arrivalRisksText(plans, risk),
    risk !== undefined && plans.length > 1 && "Listed by price, not by heat.",
    unconfirmedText(plans),
    !isUnknown && reasons.join(" "),
  ).join(" ");
}

/** The dates in time and their price, then each of the others. */
function verdictText(plans: readonly [PlanFacts, ...PlanFacts[]]): string {
  const [first] = plans;
  const priced = (some: readonly PlanFacts[]): string => `${shipDaysText(some)} (${pricesText(some)})`;
  if (first.deliveryByDate === null) return `No deadline given: ${priced(plans)}.`;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const others = plans.filter(({ arrivesInTime }) => arrivesInTime !== true);
  const missed = others.map((plan) => {
    const miss = plan.arrivesInTime === null ? "is not known" : `MISSES by ${hoursText(plan.slackHours ?? 0)}`;
    return `${shipDayText(plan)} ${miss}`;
  });
  const name = deadlineName(first, first.deliveryByDate);
  const isKnown = others.every(({ arrivesInTime }) => arrivesInTime === false);
  const meet = inTime.length === 1 ? "meets" : "meet";
  const dates = given(inTime.length > 0 && priced(inTime), ...missed).join("; ");
  return inTime.length === 0
    ? `By estimate no plan ${isKnown ? "meets" : "is known to meet"} ${name}: ${dates} (${pricesText(plans)}).`
    : `By estimate ${inTime.length} of ${plural(plans.length, "plan")} ${meet} ${name}: ${dates}.`;
}

/** The risk at the end of each route, where these differ: `Risk at arrival: Low for Wed, Severe for the others.` */
function arrivalRisksText(plans: readonly PlanFacts[], risk: RouteRisk): string {
  const ofPlan = ({ route }: PlanFacts): string => {
    const end = route.at(-1);
    return end === undefined ? "not predicted" : pointRiskText(risk.at(end), true);
  };
  const weekdays = new Set(plans.map(({ shipDate }) => weekday(shipDate ?? "")));
  const dayOf = (plan: PlanFacts): string =>
    (weekdays.size === plans.length && weekday(plan.shipDate ?? "")) || shipDayText(plan);
  const groups = [...groupBy(plans, ofPlan)].sort(([, a], [, b]) => a.length - b.length);
  if (groups.length < 2) return "";
  const texts = groups.map(([value, group], index) => {
    const isRest = index === groups.length - 1 && group.length > 1;
    return `${value} for ${isRest ? "the others" : group.map(dayOf).join(", ")}`;
  });
  return `Risk at arrival: ${texts.join(", ")}.`;
}
