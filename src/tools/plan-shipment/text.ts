import type { Failure } from "../../api/failure.ts";
import { failureFacts, reasonText } from "../failures/failure-words.ts";
import { type AlertsBeside, alertsOfText } from "../heat/alerts-beside.ts";
import { type LevelAt, levelsText } from "../heat/levels.ts";
import { CAVEATS } from "../kit/caveats.ts";
import { cityText, clockText, dayText, hoursText, plural, shortDayText, valueText, wordText } from "../kit/words.ts";
import type { Answer } from "../tool.ts";
import type { PlanFacts, RoutePoint } from "./facts.ts";
import { pointRiskText, type RouteRisk } from "./route-risk.ts";
import type { Structured } from "./schema.ts";
import { table } from "./table.ts";
import { arrivalClock, clockOwner, priceText, serviceText } from "./words.ts";

/** A ship date whose plan failed; null where the service would have chosen the date. */
export interface FailedPlan {
  readonly shipDate: string | null;
  readonly failure: Failure;
}

/** A place on a route and the alerts in force there; null where they are not known. */
export interface AlertsAtPoint {
  readonly zip: string;
  readonly place: string | null;
  readonly levels: readonly LevelAt[] | null;
}

/** Everything that one answer about plans says. */
export interface PlanContent {
  /** The best first. */
  readonly plans: readonly PlanFacts[];
  readonly failed: readonly FailedPlan[];
  readonly risk?: RouteRisk | undefined;
  readonly alerts?: { readonly beside: AlertsBeside; readonly at: readonly AlertsAtPoint[] } | undefined;
  /** The records, for `detail: "full"`. */
  readonly records?: ReadonlyMap<PlanFacts, Readonly<Record<string, unknown>>> | undefined;
  readonly notes: readonly string[];
}

/** Renders plans for both channels. */
export function planAnswer(content: PlanContent): Answer<Structured> {
  const { plans, failed, risk, alerts } = content;
  const [first] = plans;
  const isSeveral = plans.length + failed.length > 1;
  const headline = isSeveral ? headlineOfSeveral(content) : first === undefined ? "" : headlineOfOne(first);
  const lines = isSeveral
    ? [...table(plans, risk), orderText(plans)]
    : first === undefined
      ? []
      : linesOfOne(first, risk);
  return {
    headline,
    lines: [
      ...(isRefrigerationAsked(plans)
        ? [`Refrigeration was asked; ${isSeveral ? "no plan confirms" : "the plan does not confirm"} it.`]
        : []),
      ...lines,
      ...(alerts === undefined || alerts.at.length === 0 ? [] : [alertsLine(alerts.beside, alerts.at, isSeveral)]),
    ],
    structured: structured(content),
    notes: [
      ...content.notes,
      ...(risk?.notes ?? []),
      ...(alerts?.beside.notes ?? []),
      ...(alerts?.at.some(({ levels }) => levels?.length === 0) ? [CAVEATS.noProof] : []),
      isSeveral ? CAVEATS.unusedMany : CAVEATS.unused,
      isSeveral ? CAVEATS.planRisks : CAVEATS.planRisk,
    ],
    partial: [...failed.map(({ failure }) => failure), ...(risk?.partial ?? []), ...(alerts?.beside.partial ?? [])],
  };
}

function structured({ plans, failed, risk, alerts, records }: PlanContent): Structured {
  return {
    plans: plans.map((plan) => ({
      ...plan,
      route: plan.route.map((point) => (risk === undefined ? point : { ...point, risk: risk.at(point) })),
      ...(records?.has(plan) ? { record: records.get(plan) } : {}),
    })),
    ...(alerts === undefined
      ? {}
      : {
          alertsNow: {
            dataOf: alerts.beside.dataOf,
            stale: alerts.beside.stale,
            windowHours: alerts.beside.windowHours,
            at: alerts.at.map(({ zip, place, levels }) => ({
              zip,
              place,
              levels: levels?.map(({ level }) => level) ?? null,
            })),
          },
        }),
    failed: failed.map(({ shipDate, failure }) => {
      const { kind, requestId } = failureFacts(failure);
      return { shipDate, kind, reason: reasonText(failure), ...(requestId === undefined ? {} : { requestId }) };
    }),
  };
}

function isRefrigerationAsked(plans: readonly PlanFacts[]): boolean {
  return plans.some(({ differs }) => differs.some(({ field }) => field === "isRefrigerated"));
}

function headlineOfOne(plan: PlanFacts): string {
  const differs = differenceText(plan);
  const opening =
    differs === "" ? "Planned, no label bought:" : `Planned, but not as asked: ${differs}. No label bought:`;
  return `${opening} ${serviceText(plan)}, ${priceText(plan)}, ${arrivalText(plan)}${deadlineText(plan)}.`;
}

/** What came back otherwise than asked; refrigeration has a line of its own. */
function differenceText({ differs, to, from }: PlanFacts): string {
  return differs
    .filter(({ field }) => field !== "isRefrigerated")
    .map(({ field, asked, answered }) => {
      const [side = "", part] = field.split(".");
      if (part === undefined)
        return `${field} ${valueText(asked)} was asked, the service answered ${valueText(answered)}`;
      const address = side === "origin" ? from : to;
      const place = [
        address.zip === null ? "" : wordText(address.zip),
        cityText(address.city ?? "a city not given"),
        ...(address.state === null ? [] : [address.state]),
      ];
      const [zip, city, state] = place;
      const where = `${zip} ${city}${state === undefined ? "" : `, ${wordText(state)}`}`.trim();
      const country =
        part === "country" ? (answered === null ? " without a country" : `, country ${valueText(answered)}`) : "";
      return `${side === "origin" ? "origin " : ""}${part === "country" ? "country" : "ZIP"} ${valueText(asked)} was asked, the service answered ${where}${country}`;
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
  if (deliveryByDate === null) return "; no deadline asked";
  const day = dayText(deliveryByDate);
  if (arrivesInTime === null) return `; cannot be held against ${day}`;
  const hours = hoursText(slackHours ?? 0);
  return arrivesInTime ? `; meets ${day} with ${hours} to spare` : `; MISSES ${day} by ${hours}`;
}

function linesOfOne(plan: PlanFacts, risk: RouteRisk | undefined): string[] {
  const riskName = plan.risk === null ? "not given" : wordText(plan.risk);
  const onDate = plan.onDate === null ? "" : ` (onDate ${plan.onDate})`;
  const points = plan.route.map((point) => pointText(point, risk)).join("; ");
  const route = points === "" ? "No route was predicted." : `Route, predicted: ${points}.`;
  const ship = plan.shipDate === null ? "" : ` for ${dayText(plan.shipDate)}`;
  return [`Service's risk: ${riskName}${onDate}. ${route}`, `shipmentId ${plan.shipmentId}${ship}.`];
}

/** `38118 Memphis, TN Wed 02:18 ± 27 min, riskLevel Low`. */
function pointText(point: RoutePoint, risk: RouteRisk | undefined): string {
  const place = [
    point.zip === null ? "ZIP not given" : wordText(point.zip),
    ...(point.place === null ? [] : [point.place]),
  ].join(" ");
  const at =
    point.local === null ? (point.at === null ? "time not given" : clockText(point.at)) : localText(point.local);
  const spread = point.stdDevMinutes === null ? "" : ` ± ${point.stdDevMinutes} min`;
  return `${place} ${at}${spread}${risk === undefined ? "" : `, ${pointRiskText(risk.at(point), false)}`}`;
}

function localText(local: string): string {
  return `${shortDayText(local.slice(0, 10)).slice(0, 3)} ${local.slice(11)}`;
}

function headlineOfSeveral({ plans, failed }: PlanContent): string {
  const [first] = plans;
  if (first === undefined) return "";
  const deadline = first.deliveryByDate;
  const inTime = plans.filter(({ arrivesInTime }) => arrivesInTime === true).length;
  const verdict =
    deadline === null ? "No deadline asked; " : `${inTime} of ${plans.length} meet ${dayText(deadline)} by estimate; `;
  const best = first.shipDate === null ? "" : ` First: ship ${dayText(first.shipDate)} by ${serviceText(first)}.`;
  const differs = [...new Set(plans.map(differenceText).filter((text) => text !== ""))];
  const asked = differs.length === 0 ? "" : ` Not as asked: ${differs.join("; ")}.`;
  const missing = failed.map(
    ({ shipDate, failure }) => ` ${shipDate === null ? "One date" : dayText(shipDate)}: ${reasonText(failure)}.`,
  );
  return `${plural(plans.length, "plan")}, no label bought.${asked} ${verdict}${pricesText(plans)}.${best}${missing.join("")}`;
}

function pricesText(plans: readonly PlanFacts[]): string {
  const priced = plans.filter(({ price }) => price !== null).toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [least, most] = [priced[0], priced.at(-1)];
  if (least === undefined || most === undefined) return "no price given";
  if (new Set(priced.map(({ currency }) => currency)).size > 1) return "prices in several currencies";
  return least.price === most.price ? priceText(least) : `${(least.price ?? 0).toFixed(2)} to ${priceText(most)}`;
}

function orderText(plans: readonly PlanFacts[]): string {
  return `Order: ${plans.some(({ deliveryByDate }) => deliveryByDate !== null) ? "in time, " : ""}price, arrival.`;
}

/** Alerts are of now, not of the day on which a parcel passes. */
function alertsLine(beside: AlertsBeside, at: readonly AlertsAtPoint[], isSeveral: boolean): string {
  const places = at.map(({ zip, place, levels }) => {
    const name = `${wordText(zip)}${place === null ? "" : ` ${place}`}`;
    return `${name} ${levels === null ? "not known" : levels.length === 0 ? "none" : levelsText(levels, zip)}`;
  });
  return `Alerts now (${alertsOfText(beside)})${isSeveral ? ", the same for every date" : ""}: ${places.join("; ")}.`;
}
