import type { Failure } from "../../domain/failure.ts";
import { hoursText } from "../../domain/hours.ts";
import { CAVEATS } from "../answer/caveats.ts";
import {
  cityText,
  clockText,
  dayText,
  given,
  plural,
  shortDayText,
  utcText,
  valueText,
  wordText,
} from "../answer/words.ts";
import { failureFacts } from "../failures/failure-facts.ts";
import { reasonText } from "../failures/failure-words.ts";
import { type AlertsBeside, alertsOfText } from "../heat/alerts-beside.ts";
import { type LevelAt, levelsText } from "../heat/levels.ts";
import type { Answer } from "../tool.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import type { Structured } from "./schema.ts";
import { table } from "./table.ts";
import { arrivalClock, clockOwner, priceText, serviceText } from "./words.ts";

/** A point of a route, and the alerts in force there; null where they are not known. */
type PointAlerts = Pick<RoutePoint, "place"> & { readonly zip: string; readonly levels: readonly LevelAt[] | null };

/** The content of one answer about plans. */
export interface PlanContent {
  /** The best first; with the record for `detail: "full"`. */
  readonly plans: readonly (PlanFacts & { readonly record?: Readonly<Record<string, unknown>> })[];
  /** Null where the service would have chosen the date. */
  readonly failed: readonly { readonly shipDate: string | null; readonly failure: Failure }[];
  readonly risk?: RouteRisk | undefined;
  readonly alerts?: { readonly beside: AlertsBeside; readonly at: readonly PointAlerts[] } | undefined;
  readonly notes: readonly string[];
}

/** Renders plans for both channels; there is at least one. */
export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, risk, alerts } = content;
  const [first] = plans;
  const isSeveral = plans.length + failed.length > 1;
  const isCold = plans.some(({ differs }) => differs.some(({ field }) => field === "isRefrigerated"));
  const cold = `Refrigeration was asked; ${isSeveral ? "no plan confirms" : "the plan does not confirm"} it.`;
  const rows = isSeveral ? table(plans, risk) : plans.flatMap((plan) => linesOfOne(plan, risk));
  return {
    headline:
      (alerts?.beside.opening ?? "") +
      (isSeveral || first === undefined ? headlineOfSeveral(content) : headlineOfOne(first)),
    lines: given(
      !isSeveral && isCold && cold,
      ...rows,
      alerts !== undefined && alerts.at.length > 0 && alertsLine(alerts),
    ),
    structured: structured(content),
    notes: given(
      plans.length > 1 && "Order: in time, price, arrival.",
      isCold && cold,
      ...content.notes,
      ...(risk?.notes ?? []),
      ...(alerts?.beside.notes ?? []),
      alerts?.at.some(({ levels }) => levels?.length === 0) && CAVEATS.noProof,
      isSeveral ? CAVEATS.unusedMany : CAVEATS.unused,
      isSeveral ? CAVEATS.planRisks : CAVEATS.planRisk,
    ),
    records: plans.flatMap(({ record }) => (record === undefined ? [] : [record])),
    partial: [...failed.map(({ failure }) => failure), ...(risk?.partial ?? []), ...(alerts?.beside.partial ?? [])],
  };
}

function structured({ plans, failed, risk, alerts }: PlanContent): Structured {
  return {
    plans: plans.map(({ isAbroad: _, ...plan }) => ({
      ...plan,
      route: plan.route.map((point) => (risk === undefined ? point : { ...point, risk: risk.at(point) })),
    })),
    ...(alerts === undefined ? {} : { alertsNow: alertsRow(alerts) }),
    failed: failed.map(({ shipDate, failure }) => {
      const { kind, requestId } = failureFacts(failure);
      return { shipDate, kind, reason: reasonText(failure), ...(requestId && { requestId }) };
    }),
  };
}

function alertsRow({ beside: { dataOf, stale, windowHours }, at }: NonNullable<PlanContent["alerts"]>) {
  const points = at.map(({ levels, ...point }) => ({ ...point, levels: levels?.map(({ level }) => level) ?? null }));
  return { dataOf, stale, windowHours, at: points };
}

function headlineOfOne(plan: PlanFacts): string {
  const differs = differenceText(plan);
  const opening =
    differs === "" ? "Planned, no label bought:" : `Planned, but not as asked: ${differs}. No label bought:`;
  return `${opening} ${serviceText(plan)}, ${priceText(plan)}, ${arrivalText(plan)}${deadlineText(plan)}.`;
}

/** The differences from what was asked; refrigeration has a line of its own. */
function differenceText({ differs, to, from }: PlanFacts): string {
  const told = differs.filter(({ field }) => field !== "isRefrigerated");
  return told
    .map(({ field, asked, answered }) => {
      const isOrigin = field.startsWith("origin");
      if (!field.includes("."))
        return `${field} ${valueText(asked)} was asked, the service answered ${valueText(answered)}`;
      const isCountry = field.endsWith("country");
      const { zip, city, state } = isOrigin ? from : to;
      const name = given(cityText(city ?? "city not given"), state && wordText(state)).join(", ");
      const place = given(zip && wordText(zip), name).join(" ");
      const country = answered === null ? " without a country" : `, country ${valueText(answered)}`;
      return `${isOrigin ? "origin " : ""}${isCountry ? "country" : "ZIP"} ${valueText(asked)} was asked, the service answered ${place}${isCountry ? country : ""}`;
    })
    .join("; ");
}

function arrivalText(plan: PlanFacts): string {
  if (plan.arrival === null) return "no estimated arrival given";
  const clock = arrivalClock(plan);
  if (clock === undefined) return `estimated to arrive ${clockText(plan.arrival)} (local zone not certain)`;
  return `estimated to arrive ${dayText(clock.date)} ${clock.time} ${clockOwner(plan)} time`;
}

function deadlineText({ deliveryByDate, arrivesInTime, slackHours }: PlanFacts): string {
  if (deliveryByDate === null) return "; no deadline given";
  const day = dayText(deliveryByDate);
  if (arrivesInTime === null) return `; whether that meets ${day} is not known`;
  const hours = hoursText(slackHours ?? 0);
  return arrivesInTime ? `; meets ${day} with ${hours} to spare` : `; MISSES ${day} by ${hours}`;
}

function linesOfOne(plan: PlanFacts, risk: RouteRisk | undefined): string[] {
  const riskName = plan.risk === null ? "not given" : wordText(plan.risk);
  const onDate = plan.onDate === null ? "" : ` (onDate ${plan.onDate})`;
  const points = plan.route.map((point) => pointText(point, risk)).join("; ");
  const route = points === "" ? "No route was predicted." : `Route, predicted: ${points}.`;
  const ship = plan.shipDate === null ? "" : `Ships ${dayText(plan.shipDate)}; `;
  return [`Service's risk: ${riskName}${onDate}. ${route}`, `${ship}shipmentId ${plan.shipmentId}.`];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint, risk: RouteRisk | undefined): string {
  const place = given(point.zip === null ? "ZIP not given" : wordText(point.zip), point.place).join(" ");
  const at = point.local === null ? (point.at === null ? "time not given" : utcText(point.at)) : localText(point.local);
  const spread = point.stdDevMinutes === null ? "" : ` ± ${point.stdDevMinutes} min`;
  return `${place} ${at}${spread}${risk === undefined ? "" : `, ${pointRiskText(risk.at(point), false)}`}`;
}

function localText(local: string): string {
  return `${shortDayText(local.slice(0, 10)).slice(0, 3)} ${local.slice(11)}`;
}

function headlineOfSeveral({ plans, failed }: PlanContent): string {
  const [first] = plans;
  if (first === undefined) return "";
  const day = (shipDate: string | null): string => (shipDate === null ? "One date" : dayText(shipDate));
  const reasons = failed.map(({ shipDate, failure }) => `${day(shipDate)}: ${reasonText(failure)}.`);
  const isUnknown = failed.some(({ failure }) => failure.kind === "outcome_unknown");
  const deadline = first.deliveryByDate;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true).length;
  const verdict =
    deadline === null ? "No deadline given" : `${inTime} of ${plans.length} meet ${dayText(deadline)} by estimate`;
  const differs = [...new Set(plans.map(differenceText).filter((text) => text !== ""))];
  const count =
    failed.length === 0 ? plural(plans.length, "plan") : `${plans.length} of ${plans.length + failed.length} planned`;
  return given(
    isUnknown && reasons.join(" "),
    `${count}, no label bought.`,
    differs.length > 0 && `Not as asked: ${differs.join("; ")}.`,
    `${verdict}; ${pricesText(plans)}.`,
    plans.length > 1 && first.shipDate !== null && `Best: ship ${dayText(first.shipDate)}.`,
    !isUnknown && reasons.join(" "),
  ).join(" ");
}

function pricesText(plans: readonly PlanFacts[]): string {
  const priced = plans.filter(({ price }) => price !== null).toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [least, most] = [priced[0], priced.at(-1)];
  if (least === undefined || most === undefined) return "no price given";
  return least.price === most.price
    ? `${priceText(least)}${plans.length > 1 ? " each" : ""}`
    : `${(least.price ?? 0).toFixed(2)} to ${priceText(most)}`;
}

/** Alerts are of now, not of the day on which a parcel passes. */
function alertsLine({ beside, at }: NonNullable<PlanContent["alerts"]>): string {
  const places = at.map(({ zip, place, levels }) => {
    const name = given(wordText(zip), place).join(" ");
    return `${name} ${levels === null ? "not known" : levels.length === 0 ? "none" : levelsText(levels, zip)}`;
  });
  return `Alerts now, not at arrival (${alertsOfText(beside)}): ${places.join("; ")}.`;
}
