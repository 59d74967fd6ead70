import type { Failure } from "../api/failure.ts";
import type { ServiceRecord } from "../api/schema.ts";
import { firstThatFits, lastThatFits } from "./fit.ts";
import { leftOutText } from "./left-out.ts";
import { ESSENTIAL, IDENTIFIERS, type Plan, ROUTE_PATH, recordOf, routeOf, withRoute } from "./plan.ts";
import { type ComparedDate, comparedEntry, comparedLine, cutDate, isLost } from "./plan-comparison.ts";
import { shipmentLines } from "./plan-text.ts";
import { alertCountText, keptPoints, leftPointsNote } from "./route-alerts.ts";
import type { CheckedRoute, PointHeat } from "./route-heat.ts";
import { cutPoint, heatLines } from "./route-heat-text.ts";
import { CUTS, type Limits, type Shrunk, shrink } from "./shrink.ts";
import { plural, textOf } from "./text.ts";
import type { Answer } from "./tool.ts";

/** What an answer must never be without (DESIGN 3, wording). */
const WARNING =
  "no label bought. Arrival is an estimate, predicted points no scans; meaning of risk and onDate not documented.";

/** What was planned: one shipment whole, the heat along its route, and the dates it was compared with. */
export interface Planned {
  readonly plan: Plan;
  readonly heat?: CheckedRoute;
  /** Every date asked, in the order told, the shown plan's own among them. */
  readonly compared?: readonly ComparedDate[];
  readonly notes: readonly string[];
  readonly partial: readonly Failure[];
}

/** The structured content of `plan_shipment` (DESIGN 3). */
export interface PlanContent {
  readonly shipment: Record<string, unknown>;
  readonly arrivesInTime: boolean | null;
  readonly slackHours: number | null;
  /** Cities beside the ZIP codes of the route, which `routeHeat` names itself. */
  readonly places?: Readonly<Record<string, string>>;
  readonly routeHeat?: PointHeat[];
  readonly plans?: ReturnType<typeof comparedEntry>[];
}

/** Longer than any time or carrier service (spec 2.7): half of one says nothing. */
const MIN_CHARS = 32;

/** Points of the route that a shipment repeats where not all fits. */
const MAX_REPEATED = 3;

/** Puts what was planned into both channels, cut until it fits; what room is left then goes to further route points. */
export function planAnswer(planned: Planned): Answer<PlanContent> {
  const fitting = firstThatFits(CUTS, (limits) => answerWithin(limits, limits.items, planned));
  const { step: limits } = fitting;
  const further = (planned.heat?.points ?? []).map((_, index) => index + 1).filter((count) => count > limits.items);
  return lastThatFits(fitting, further, (count) => answerWithin(limits, count, planned));
}

/** An answer within `limits`, with `count` points of a route that was held against heat. */
function answerWithin(limits: Limits, count: number, planned: Planned): Answer<PlanContent> {
  const { plan, heat, compared, notes, partial } = planned;
  const { value: shipment, leftOut } = shrunk(planned, limits);
  const points = heat === undefined ? undefined : keptPoints(heat, count);
  const rows = compared?.map((date) => cutDate(date, limits));
  const gone = leftOutText(leftOut);
  const { slack, deadline } = plan;
  const places = new Map(
    routeOf(shipment).flatMap((point): [string, string][] => {
      const zip = textOf(recordOf(point)?.["zip"]).trim();
      const city = plan.places.get(zip);
      return city === undefined ? [] : [[zip, city]];
    }),
  );
  return {
    lines: [
      ...(rows === undefined ? [] : [...rows.map((row) => comparedLine(row, limits)), "The first of these in full:"]),
      ...shipmentLines(shipment, deadline, slack, points === undefined ? places : undefined),
      ...(heat === undefined || points === undefined ? [] : heatLines(points, heat, limits)),
    ],
    structured: {
      shipment,
      arrivesInTime: slack?.known ? slack.arrivesInTime : null,
      slackHours: slack?.known ? slack.slackHours : null,
      ...(points === undefined
        ? places.size === 0
          ? {}
          : { places: Object.fromEntries(places) }
        : { routeHeat: points.map((point) => cutPoint(point, limits)) }),
      ...(rows === undefined ? {} : { plans: rows.map((row) => comparedEntry(row, limits)) }),
    },
    structuredNotes: heat === undefined || points === undefined ? [] : routeNotes(heat, points, shipment, rows),
    notes: [
      `${createdText(compared)}, ${WARNING}`,
      ...(heat === undefined || points === undefined ? [] : leftPointsNote(heat, points)),
      ...notes,
      ...plan.notes,
      ...(gone === undefined ? [] : [`Of the shipment ${gone} left out for size; no parameter shows more.`]),
    ],
    live: liveText(compared),
    partial,
  };
}

/**
 * The shipment cut to size. Where not all fits, it repeats few points of a route that was held against heat: `routeHeat`
 * has all that is sent of a point, and needs the room.
 */
function shrunk({ plan, heat }: Planned, limits: Limits): Shrunk<ServiceRecord> {
  const { value, leftOut } = plan.shipment;
  const readable = { ...limits, chars: Math.max(limits.chars, MIN_CHARS) };
  if (heat === undefined) return shrink(plan.shipment, readable, ESSENTIAL, IDENTIFIERS);
  const most = limits.items === CUTS[0].items ? limits.items : Math.min(limits.items, MAX_REPEATED);
  const kept = new Set<PointHeat | undefined>(keptPoints(heat, most));
  const shipment = withRoute(value, (_, index) => kept.has(heat.points[index]));
  const cut = shrink({ value: shipment, leftOut }, readable, ESSENTIAL, IDENTIFIERS);
  // The answer tells every point once more, and which of them it leaves out.
  const lists = new Map([...cut.leftOut.lists].filter(([path]) => path !== ROUTE_PATH));
  return { value: cut.value, leftOut: { fields: cut.leftOut.fields, lists } };
}

/** What the text has above the points, unless a row has it; and that the shipment repeats only some of them. */
function routeNotes(
  heat: CheckedRoute,
  points: readonly PointHeat[],
  shipment: ServiceRecord,
  rows: readonly ComparedDate[] | undefined,
): string[] {
  const repeated = routeOf(shipment).length;
  const parts = [
    ...(rows === undefined ? [alertCountText(heat)] : []),
    ...(repeated === points.length
      ? []
      : [`${points.length} route points in routeHeat, ${repeated} in predictedRoute`]),
  ];
  return parts.length === 0 ? [] : [`Heat on the predicted route: ${parts.join("; ")}.`];
}

/** Whoever takes a plan for an old one creates it again, and pays again. */
function liveText(compared: readonly ComparedDate[] | undefined): string {
  return (compared?.filter(({ plan }) => plan !== undefined).length ?? 1) === 1
    ? "the plan is live and exists: do not create it again"
    : "the plans are live and exist: do not create them again";
}

function createdText(compared: readonly ComparedDate[] | undefined): string {
  if (compared === undefined) return "Plan created";
  const lost = compared.filter(isLost).length;
  const created = plural(compared.filter(({ plan }) => plan !== undefined).length, "plan");
  return `${created} created${lost === 0 ? "" : `, perhaps ${lost} more`}`;
}
