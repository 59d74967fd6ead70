import { addDays } from "../../domain/calendar.ts";
import { compact } from "../../domain/compact.ts";
import { readDatetime } from "../../domain/datetime.ts";
import type { Failure } from "../../domain/failure.ts";
import { ageText, hoursText } from "../../domain/hours.ts";
import type { LevelOrder } from "../../domain/level-order.ts";
import { groupBy } from "../answer/rows.ts";
import { clockText, dayText, plural, valueText, wordText } from "../answer/words.ts";
import { reasonText } from "../failures/failure-words.ts";
import { ANOTHER_PLAN } from "../failures/outcome-words.ts";
import { coolestText } from "./coolest.ts";
import type { PlanFacts } from "./facts.ts";
import { pointRiskText, type RouteHeat } from "./heat.ts";
import {
  addressText,
  arrivalOf,
  arrivalSpreadMinutes,
  deadlineName,
  endsText,
  pointName,
  pricedDaysText,
  priceText,
  serviceText,
  shipDayText,
} from "./words.ts";

type Plans = readonly [PlanFacts, ...PlanFacts[]];

/** The facts of one answer about plans. */
export interface PlanContent {
  /** At least one, in the order of `byTimeAndPrice`. */
  readonly plans: Plans;
  /** Ship dates that have no plan. */
  readonly failed: readonly { readonly shipDate: string; readonly failure: Failure }[];
  readonly isSignatureAsked: boolean;
  /** Present with `checkHeat`; the routes then hold their risk. */
  readonly heat: RouteHeat | undefined;
  /** The most risk at arrival that the caller accepts. */
  readonly maxRisk: string | undefined;
  readonly riskOrder: LevelOrder;
  readonly notes: readonly string[];
}

/** The headline of one ship date or several. */
export function headlineOf({ plans, failed, heat, maxRisk, riskOrder, isSignatureAsked }: PlanContent): string {
  const [first] = plans;
  const reasons = failed.map(({ shipDate, failure }) => `${dayText(shipDate)}: ${reasonText(failure)}.`).join(" ");
  const isUnknown = failed.some(({ failure }) => failure.kind === "outcome_unknown");
  const differs = compact(...new Set(plans.map(differencesText)));
  const dates = plans.length + failed.length;
  const count = failed.length === 0 ? plural(dates, "plan") : `${plans.length} of ${dates} dates planned`;
  const one = compact(serviceText(first), priceText(first), arrivalText(first)).join(", ");
  const opening = dates > 1 ? count : differs.length > 0 ? "Plan" : "Planned";
  return compact(
    isUnknown && reasons,
    differs.length > 0 && `Planned, but not as requested: ${differs.join("; ")}.`,
    `${compact(opening, endsText(first)).join(" ")}, no label bought${dates > 1 ? "." : `: ${one}${deadlineText(first)}.`}`,
    sameText(plans),
    dates > 1 && verdictText(plans),
    narrowText(plans),
    fasterText(plans),
    heat !== undefined && arrivalRisksText(plans),
    heat !== undefined && coolestText(plans, maxRisk, riskOrder),
    plans.length > 1 &&
      `Listed by ${compact("price", first.deliveryByDate && "in time first", heat && "not by heat").join(", ")}.`,
    ...servicesTexts(plans, isSignatureAsked),
    !isUnknown && reasons,
  ).join(" ");
}

/** `The same request made this plan 40 s ago; nothing was sent.`, and how to get another. */
function sameText(plans: Plans): string {
  const same = plans.filter(({ sameAs }) => sameAs !== undefined);
  if (same.length === 0) return "";
  const ago = ageText(Math.max(...same.map(({ sameAs }) => sameAs?.secondsAgo ?? 0)));
  const isOne = plans.length === 1;
  const which = same.length === plans.length ? "these plans" : `the plans of ${same.map(shipDayText).join(", ")}`;
  const sent = same.length === plans.length ? "nothing was sent" : "they were not sent again";
  return `The same request made ${isOne ? "this plan" : which} ${ago} ago; ${sent}. ${ANOTHER_PLAN}`;
}

/** How a plan differs from the request, without unconfirmed services, which `servicesTexts` reports. */
function differencesText(plan: PlanFacts): string {
  const told = plan.differs.filter((difference) => !(difference.field in SERVICES && difference.asked === true));
  return compact(...told.map((difference) => differenceText(difference, plan)), routeEndText(plan)).join("; ");
}

/** Reports a route that ends outside the destination's three-digit area (abroad: its postal code); else empty. */
function routeEndText({ isAbroad, route, to }: PlanFacts): string {
  const [end, wanted] = [route.at(-1), to.zip];
  const areaDigits = isAbroad ? undefined : 3;
  if (!end?.zip || wanted === null || end.zip.slice(0, areaDigits) === wanted.slice(0, areaDigits)) return "";
  return `the predicted route ends at ${pointName(end)}, not at ${wordText(wanted)}`;
}

function differenceText({ field, asked, answered }: PlanFacts["differs"][number], plan: PlanFacts): string {
  const [end = "", part] = field.split(".");
  if (end === "parcel")
    return `you asked for parcel ${part} ${valueText(asked)}, the service answered ${valueText(answered)}`;
  if (part === undefined)
    return `you asked for ${field} ${valueText(asked)}, the service answered ${valueText(answered)}`;
  const [address, prefix] = end === "origin" ? [plan.from, "origin "] : [plan.to, ""];
  const place = addressText({ ...address, country: null });
  if (part === "zipCode") return `you asked for ${prefix}ZIP ${valueText(asked)}, the service answered ${place}`;
  const zip = plan.differs.find((other) => other.field === `${end}.zipCode`)?.asked ?? address.zip;
  const country = answered === null ? "without a country" : `in ${valueText(answered)}`;
  return `you asked for ${prefix}${valueText(zip)} in ${valueText(asked)}, the service answered ${place} ${country}`;
}

/** Services that a flag of the call requests. */
const SERVICES: Readonly<Record<string, string>> = {
  isRefrigerated: "refrigeration",
  isSignatureRequired: "a signature",
};

/** Says whether plans confirm requested services: `You requested refrigeration; the plan does not confirm it.` */
function servicesTexts(plans: Plans, isSignatureAsked: boolean): string[] {
  const countOf = (field: string) =>
    plans.filter(({ differs }) => differs.some((one) => one.field === field && one.asked === true)).length;
  const unconfirmed = Object.entries(SERVICES).filter(([field]) => countOf(field) > 0);
  const requested = unconfirmed.map(([, name]) => name).join(" and ");
  const isOne = plans.length === 1;
  const isAll = unconfirmed.every(([field]) => countOf(field) === plans.length);
  const none = isOne ? "the plan does not confirm" : isAll ? "no plan confirms" : "not every plan confirms";
  const isSigned = isSignatureAsked && countOf("isSignatureRequired") === 0;
  return compact(
    isSigned && `${isOne ? "The" : "Every"} plan confirms the signature.`,
    unconfirmed.length > 0 && `You requested ${requested}; ${none} ${unconfirmed.length === 1 ? "it" : "them"}.`,
  );
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
  if (arrivesInTime === null) return `; cannot be judged against ${name}`;
  const hours = hoursText(slackHours ?? 0);
  return arrivesInTime ? `; meets ${name} with ${hours} to spare` : `; MISSES ${name} by ${hours}`;
}

/** Warns of plans in time whose slack is less than the standard deviation of the arrival. */
function narrowText(plans: Plans): string {
  const narrow = plans.flatMap((plan) => {
    const minutes = arrivalSpreadMinutes(plan) ?? 0;
    const isNarrow = plan.arrivesInTime === true && (plan.slackHours ?? 0) * 60 < minutes;
    return isNarrow ? compact(plans.length > 1 && shipDayText(plan), `± ${minutes} min`).join(" ") : [];
  });
  return narrow.length === 0 ? "" : `The arrival's spread exceeds the time to spare: ${narrow.join(", ")}.`;
}

/** Suggests the day before if a plan misses a time of day: the service gets only the date. */
function fasterText(plans: readonly PlanFacts[]): string {
  const [{ deliveryByDate } = {}] = plans;
  if (!deliveryByDate || readDatetime(deliveryByDate) === undefined) return "";
  const dayBefore = addDays(deliveryByDate.slice(0, 10), -1);
  const isLate = ({ arrivesInTime, shipDate }: PlanFacts) => arrivesInTime === false && (shipDate ?? "") <= dayBefore;
  return plans.some(isLate)
    ? `The service takes whole days: deliveryByDate ${dayBefore} may bring a faster service, judged by the end of that day.`
    : "";
}

/** The ship dates in time with their prices, then each of the others. */
function verdictText(plans: Plans): string {
  const [first] = plans;
  if (first.deliveryByDate === null) return `No deadline given: ${pricedDaysText(plans)}.`;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const others = plans.filter(({ arrivesInTime }) => arrivesInTime !== true);
  const isKnown = others.every(({ arrivesInTime }) => arrivesInTime === false);
  const missed = others.map((plan) => {
    const miss = plan.arrivesInTime === null ? "cannot be judged" : `MISSES by ${hoursText(plan.slackHours ?? 0)}`;
    return `${inTime.length === 0 ? pricedDaysText([plan]) : shipDayText(plan)} ${miss}`;
  });
  const name = deadlineName(first, first.deliveryByDate);
  if (inTime.length === 0) {
    const meets = isKnown ? "meets" : "is known to meet";
    return `By estimate no plan ${meets} ${name}: ${missed.join("; ")}.`;
  }
  const meet = `${inTime.length} of ${plural(plans.length, "plan")} ${inTime.length === 1 ? "meets" : "meet"}`;
  const dates = [pricedDaysText(inTime), ...missed].join("; ");
  return `By estimate ${meet} ${name}: ${dates}.`;
}

/** The risk at the end of each route: `Forecast risk at arrival: Low if shipped Wed 11-25, else Severe.` */
function arrivalRisksText(plans: Plans): string {
  const ends = plans.map((plan) => ({ plan, end: plan.route.at(-1) }));
  const byRisk = groupBy(ends, ({ plan, end }) =>
    end === undefined ? "not predicted" : pointRiskText(end, plan, true),
  );
  const groups = [...byRisk].sort(([, a], [, b]) => a.length - b.length);
  const texts = groups.map(([value, group], index) => {
    const isRest = index === groups.length - 1 && group.length > 1;
    const days = group.map(({ plan }) => shipDayText(plan)).join(", ");
    return isRest ? `else ${value}` : `${value} if shipped ${days}`;
  });
  const [[only] = [""]] = groups;
  const same = `${only}${plans.length > 1 ? " for each ship date" : ""}`;
  return `Forecast risk at arrival: ${groups.length === 1 ? same : texts.join(", ")}.`;
}
