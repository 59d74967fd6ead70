import type { Failure } from "../api/failure.ts";
import { instantOf, readDatetime } from "../domain/datetime.ts";
import { partReason } from "./failure-text.ts";
import { ESSENTIAL, IDENTIFIERS, type Plan, recordOf, serviceOf } from "./plan.ts";
import { arrivalText, deadlineText, priceText, weightedRiskText } from "./plan-text.ts";
import { alertCountText, hotPoints, nameOf, withoutAnswer } from "./route-alerts.ts";
import type { CheckedRoute } from "./route-heat.ts";
import { type Limits, shrink } from "./shrink.ts";
import { dayText, listText, listWithin, plural, valueText } from "./text.ts";

/** One ship date of a comparison: what was planned for it, or why nothing was. */
export interface ComparedDate {
  readonly shipDate: string;
  readonly plan?: Plan;
  /** Along its route, where heat was checked. */
  readonly heat?: CheckedRoute;
  readonly failure?: Failure;
}

/** One thing that dates are ordered by: less comes first, what is not known last. */
interface Criterion {
  readonly name: string;
  value(date: ComparedDate): number;
}

const UNKNOWN = Number.POSITIVE_INFINITY;

/** Characters for a row's list of alerts, and of risks; half as many as for the points without a known one. */
const MAX_HEAT_CHARS = 120;
const MIN_HEAT_CHARS = 48;

/** As long as any carrier service (spec 2.7), and longer than times. */
const MIN_ROW_CHARS = 32;

/** Characters in which any failure says what became of a plan. */
const MIN_REASON_CHARS = 64;

/** Points without a known risk that a row names for each reason; all are counted. */
const MAX_UNKNOWN_NAMED = 2;

/**
 * The dates in the order told, and the rule of that order in words. Only what can be compared takes part: being in time
 * where there is a deadline, alerts where heat was checked, prices of one currency. Risk names have no known order.
 */
export function orderDates(dates: readonly ComparedDate[]): {
  readonly ordered: readonly ComparedDate[];
  readonly rule: string;
} {
  const criteria = criteriaFor(dates.filter(({ plan }) => plan !== undefined));
  const ordered = dates.toSorted((a, b) => {
    if ((a.plan === undefined) !== (b.plan === undefined)) return a.plan === undefined ? 1 : -1;
    for (const { value } of criteria) {
      const [left, right] = [value(a), value(b)];
      if (left !== right) return left - right;
    }
    return a.shipDate < b.shipDate ? -1 : 1;
  });
  const rule = `Ordered by ${[...criteria.map(({ name }) => name), "ship date"].join(", then ")}.`;
  return { ordered, rule: [rule, ...riskRule(ordered)].join(" ") };
}

/** That a date with less known risk is not ordered as a cooler one, and which dates these are. */
function riskRule(ordered: readonly ComparedDate[]): string[] {
  if (!ordered.some(({ heat }) => heat !== undefined && heat.asked.size > 0)) return [];
  const short = ordered.filter(({ heat }) => heat !== undefined && (isUnasked(heat) || heat.unknownRisks.size > 0));
  const days = short.map(({ shipDate }) => dayText(shipDate)).join(", ");
  const unknown = days === "" ? "" : `, and on the way of ${days} it is not known everywhere`;
  return [`Risk on the way takes no part: its names have no known order${unknown}.`];
}

/** Whether a point of a route, or all there may be of it, could not be looked up. */
function isUnasked({ points, asked, unreadCount }: CheckedRoute): boolean {
  return asked.size === 0 || asked.size < points.length + unreadCount;
}

function criteriaFor(planned: readonly ComparedDate[]): readonly Criterion[] {
  const currencies = new Set(planned.map((date) => serviceFields(date)["currency"]));
  return [
    ...(planned.some(({ plan }) => plan?.slack !== undefined)
      ? [{ name: "arrival in time by estimate", value: lateness }]
      : []),
    ...(planned.some(({ heat }) => heat !== undefined && heat.alertsRead !== "none")
      ? [{ name: `fewest route points with an alert now${unaskedRule(planned)}`, value: alertCount }]
      : []),
    ...(currencies.size === 1 ? [{ name: "price", value: price }] : []),
    { name: "estimated arrival", value: arrival },
  ];
}

function lateness({ plan }: ComparedDate): number {
  return plan?.slack?.known ? (plan.slack.arrivesInTime ? 0 : 2) : 1;
}

function unaskedRule(planned: readonly ComparedDate[]): string {
  const routes = planned.flatMap(({ heat }) => heat ?? []);
  if (routes.some(isUnasked)) return " or not looked up (a route of which none was comes last)";
  return routes.some((route) => withoutAnswer(route).length > 0) ? " or not found in what was read" : "";
}

/** A point that was not looked up, or not found in a part of the alerts, may have one, and counts as one that has. */
function alertCount({ heat }: ComparedDate): number {
  if (heat === undefined || heat.asked.size === 0) return UNKNOWN;
  return heat.points.filter(({ alert }) => alert !== null).length + withoutAnswer(heat).length + heat.unreadCount;
}

function price(date: ComparedDate): number {
  const { price: sent } = serviceFields(date);
  return typeof sent === "number" ? sent : UNKNOWN;
}

function arrival(date: ComparedDate): number {
  const written = readDatetime(serviceFields(date)["estimatedArrivalDateTime"]);
  return (written === undefined ? undefined : instantOf(written)) ?? UNKNOWN;
}

function serviceFields({ plan }: ComparedDate): Readonly<Record<string, unknown>> {
  return (plan === undefined ? undefined : serviceOf(plan.shipment.value)) ?? {};
}

/** By which rule the dates stand as they do, and what is to be known before any of them is planned again. */
export function comparisonNotes(ordered: readonly ComparedDate[], rule: string): string[] {
  const lost = ordered.filter(isLost).map(({ shipDate }) => dayText(shipDate));
  return [
    rule,
    ...(ordered.filter(({ plan }) => plan !== undefined).length > 1
      ? ["Of the other plans only what compares is shown."]
      : []),
    ...(lost.length === 0
      ? []
      : [
          `Outcome unknown for ${lost.join(", ")}: this API cannot list plans; check the account, and ask the user before planning again.`,
        ]),
  ];
}

/** Whether a plan may exist though no answer tells of it. */
export function isLost({ failure }: ComparedDate): boolean {
  return failure?.kind === "outcome_unknown";
}

/** One date with strings cut to size: five rows of long ones would fill an answer. */
export function cutDate(date: ComparedDate, limits: Limits): ComparedDate {
  const { plan } = date;
  if (plan === undefined) return date;
  const { chars } = limits;
  const whole = { ...limits, items: Number.POSITIVE_INFINITY, chars: Math.max(chars, MIN_ROW_CHARS) };
  return { ...date, plan: { ...plan, shipment: shrink(plan.shipment, whole, ESSENTIAL, IDENTIFIERS) } };
}

/** One date as a line of the table, its reasons and heat in some `chars` characters each. */
export function comparedLine(date: ComparedDate, { chars }: Limits): string {
  const { plan, shipDate, heat } = date;
  const day = dayText(shipDate);
  if (plan === undefined) return `${day}: ${reasonText(date, chars)}.`;
  const service = serviceFields(date);
  const weighted = recordOf(service["risk"])?.["weightedOnDateRisk"];
  return [
    `${day}: ${valueText(service["carrierService"])} ${priceText(service)}`,
    arrivalText(service),
    deadlineText(plan.deadline, plan.slack),
    `service's risk ${weightedRiskText(weighted)}`,
    ...(heat === undefined ? [] : [heatText(heat, chars)]),
    `shipmentId ${valueText(plan.shipment.value["shipmentId"])}.`,
  ].join("; ");
}

/** The same for programs: what compares, as sent, and our own figures. */
export function comparedEntry(date: ComparedDate, { chars }: Limits) {
  const { plan, shipDate, heat } = date;
  if (plan === undefined) return { shipDate, reason: reasonText(date, chars) };
  const { slack } = plan;
  const {
    carrierService,
    price: total,
    currency,
    estimatedArrivalDateTime,
    estimatedArrivalDateTimeZone,
    risk,
  } = serviceFields(date);
  return {
    shipDate,
    shipmentId: plan.shipment.value["shipmentId"],
    carrierService,
    price: total,
    currency,
    estimatedArrivalDateTime,
    estimatedArrivalDateTimeZone,
    weightedOnDateRisk: recordOf(risk)?.["weightedOnDateRisk"],
    arrivesInTime: slack?.known ? slack.arrivesInTime : null,
    slackHours: slack?.known ? slack.slackHours : null,
    ...(heat === undefined ? {} : { heat: heatText(heat, chars) }),
  };
}

/**
 * `1 of 3 route points with an alert (38118 Memphis, TN SevereHot); risk on the way riskLevel=High, riskLevel=Low; no risk
 * known for its date at 1 of 3 points (85001 Phoenix, AZ: refused, outside the published horizon)`.
 */
function heatText(route: CheckedRoute, chars: number): string {
  const { points, asked, risks } = route;
  const most = Math.min(MAX_HEAT_CHARS, Math.max(chars, MIN_HEAT_CHARS));
  const alerts = alertCountText(route, hotPoints(route, most));
  if (points.length === 0 || asked.size === 0) return alerts;
  return [
    alerts,
    ...(risks.length === 0 ? [] : [`risk on the way ${listWithin(risks, most)}`]),
    ...unknownText(route, most * 2),
  ].join("; ");
}

/** Where no risk is known, and why: a date outside the horizon must not pass for a cool one. */
function unknownText({ asked, unknownRisks }: CheckedRoute, maxChars: number): string[] {
  const count = [...unknownRisks.values()].flat().length;
  if (count === 0) return [];
  const reasons = [...unknownRisks].map(([why, points]) => {
    return `${listText([...new Set(points.map(nameOf))], MAX_UNKNOWN_NAMED)}: ${why}`;
  });
  return [
    `no risk known for its date at ${count} of ${plural(asked.size, "point")} (${listWithin(reasons, maxChars, "; ")})`,
  ];
}

function reasonText({ failure }: ComparedDate, chars: number): string {
  return failure === undefined ? "not planned" : partReason(failure, Math.max(chars, MIN_REASON_CHARS));
}
