import { weekday } from "../../domain/calendar.ts";
import { CAVEATS } from "../answer/caveats.ts";
import { dayText, given, utcText, wordText } from "../answer/words.ts";
import { failureFacts } from "../failures/failure-facts.ts";
import { reasonText } from "../failures/failure-words.ts";
import { type AlertsBeside, alertsOfText } from "../heat/alerts-beside.ts";
import { type LevelAt, levelsText } from "../heat/levels.ts";
import type { Answer } from "../tool.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";
import { type FailedDate, headlineOfOne, headlineOfSeveral } from "./headline.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import type { Structured } from "./schema.ts";
import { table } from "./table.ts";
import { pickupOf } from "./words.ts";

/** A place of a shipment, and the alerts in force there; null where they are not known. */
type PointAlerts = Pick<RoutePoint, "place"> & { readonly zip: string; readonly levels: readonly LevelAt[] | null };

/** A plan, with its record for `detail: "full"`. */
type Plan = PlanFacts & { readonly record?: Readonly<Record<string, unknown>> };

/** The content of one answer about plans. */
export interface PlanContent {
  /** In time first, then by price. */
  readonly plans: readonly [Plan, ...Plan[]];
  readonly failed: readonly FailedDate[];
  readonly risk?: RouteRisk | undefined;
  readonly alerts?: { readonly beside: AlertsBeside; readonly at: readonly PointAlerts[] } | undefined;
  readonly notes: readonly string[];
}

/** Renders plans for both channels. */
export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, risk, alerts } = content;
  const [first] = plans;
  const isSeveral = plans.length + failed.length > 1;
  const headline = isSeveral ? headlineOfSeveral(plans, failed, risk) : headlineOfOne(first);
  return {
    headline: (alerts?.beside.opening ?? "") + headline,
    lines: given(
      ...(isSeveral ? table(plans, risk) : linesOfOne(first, risk)),
      alerts !== undefined && alerts.at.length > 0 && alertsLine(alerts),
    ),
    structured: structured(content, isSeveral),
    notes: given(
      plans.length > 1 && risk === undefined && "Order: in time, price, arrival.",
      ...new Set(plans.map(routeEndText)),
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

function structured({ plans, failed, risk, alerts }: PlanContent, isSeveral: boolean): Structured {
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true);
  const isDue = isSeveral && plans[0].deliveryByDate !== null;
  return {
    ...(isDue ? { inTime: inTime.map(({ shipDate }) => shipDate ?? "") } : {}),
    plans: plans.map(({ isAbroad: _, ...plan }) => ({
      ...plan,
      route: plan.route.map((point) => {
        const { clock, ...told } = point;
        const local = clock === null ? null : `${clock.date} ${clock.time}`;
        return { ...told, local, ...(risk === undefined ? {} : { risk: risk.at(point) }) };
      }),
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

function linesOfOne(plan: PlanFacts, risk: RouteRisk | undefined): string[] {
  const riskName = plan.risk === null ? "not given" : wordText(plan.risk);
  const onDate = plan.onDate === null ? "" : ` (onDate ${plan.onDate})`;
  const points = plan.route.map((point) => pointText(point, risk)).join("; ");
  const route = points === "" ? "No route was predicted." : `Route, predicted: ${points}.`;
  const pickup = pickupOf(plan);
  const leaves = given(
    plan.shipDate !== null && plan.shipDate !== pickup?.date && `Ships ${dayText(plan.shipDate)}.`,
    pickup && `Pickup ${dayText(pickup.date)} ${pickup.time} ${pickup.owner} time.`,
    `shipmentId ${plan.shipmentId}.`,
  );
  return [`Service's risk: ${riskName}${onDate}. ${route}`, leaves.join(" ")];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint, risk: RouteRisk | undefined): string {
  const { clock } = point;
  const place = given(point.zip === null ? "ZIP not given" : wordText(point.zip), point.place).join(" ");
  const instant = point.at === null ? "time not given" : utcText(point.at);
  const at = clock === null ? instant : `${weekday(clock.date)} ${clock.time}`;
  const spread = point.stdDevMinutes === null ? "" : ` ± ${point.stdDevMinutes} min`;
  return `${place} ${at}${spread}${risk === undefined ? "" : `, ${pointRiskText(risk.at(point), false)}`}`;
}

/** Where the predicted route ends in another three-digit area than the destination; else empty. */
function routeEndText({ isAbroad, route, to }: PlanFacts): string {
  const [end, wanted] = [route.at(-1), to.zip];
  if (isAbroad || !end?.zip || wanted === null || end.zip.slice(0, 3) === wanted.slice(0, 3)) return "";
  return `The predicted route ends at ${given(wordText(end.zip), end.place).join(" ")}, not at ${wordText(wanted)}.`;
}

/** Alerts are of now, not of the day on which a parcel passes. */
function alertsLine({ beside, at }: NonNullable<PlanContent["alerts"]>): string {
  const places = at.map(({ zip, place, levels }) => {
    const name = given(wordText(zip), place).join(" ");
    return `${name} ${levels === null ? "not known" : levels.length === 0 ? "none" : levelsText(levels, zip)}`;
  });
  return `Alerts now, not at arrival (${alertsOfText(beside)}): ${places.join("; ")}.`;
}
