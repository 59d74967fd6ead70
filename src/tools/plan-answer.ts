import type { Failure } from "../api/failure.ts";
import { firstThatFits } from "./fit.ts";
import { leftOutText } from "./left-out.ts";
import { ESSENTIAL, IDENTIFIERS, type Plan, routeOf } from "./plan.ts";
import { type ComparedDate, comparedEntry, comparedLine, cutDate, isLost } from "./plan-comparison.ts";
import { shipmentLines } from "./plan-text.ts";
import type { CheckedRoute, PointHeat } from "./route-heat.ts";
import { heatLines } from "./route-heat-text.ts";
import { CUTS, type Limits, shrink } from "./shrink.ts";
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

/** Puts what was planned into both channels, cut until it fits. */
export function planAnswer(planned: Planned): Answer<PlanContent> {
  return firstThatFits(CUTS, (limits) => answerWithin(limits, planned)).answer;
}

function answerWithin(limits: Limits, { plan, heat, compared, notes, partial }: Planned): Answer<PlanContent> {
  const { value: shipment, leftOut } = shrink(plan.shipment, limits, ESSENTIAL, IDENTIFIERS);
  const points = heat?.points.slice(0, limits.items);
  const rows = compared?.map((date) => cutDate(date, limits));
  const gone = leftOutText(leftOut);
  const { slack, deadline } = plan;
  const places = Object.fromEntries(
    routeOf(shipment).flatMap((point) => {
      const zip = textOf(point["zip"]).trim();
      const city = plan.places[zip];
      return city === undefined ? [] : [[zip, city]];
    }),
  );
  return {
    lines: [
      ...(rows === undefined ? [] : [...rows.map((row) => comparedLine(row, limits)), "The first of these in full:"]),
      ...shipmentLines(shipment, deadline, slack, points === undefined ? places : undefined),
      ...(heat === undefined || points === undefined ? [] : heatLines(points, heat)),
    ],
    structured: {
      shipment,
      arrivesInTime: slack?.known ? slack.arrivesInTime : null,
      slackHours: slack?.known ? slack.slackHours : null,
      ...(points === undefined ? (Object.keys(places).length === 0 ? {} : { places }) : { routeHeat: points }),
      ...(rows === undefined ? {} : { plans: rows.map((row) => comparedEntry(row, limits)) }),
    },
    notes: [
      `${createdText(compared)}, ${WARNING}`,
      ...notes,
      ...plan.notes,
      ...(gone === undefined ? [] : [`Of the shipment ${gone} left out for size; no parameter shows more.`]),
    ],
    partial,
  };
}

function createdText(compared: readonly ComparedDate[] | undefined): string {
  if (compared === undefined) return "Plan created";
  const lost = compared.filter(isLost).length;
  const created = plural(compared.filter(({ plan }) => plan !== undefined).length, "plan");
  return `${created} created${lost === 0 ? "" : `, perhaps ${lost} more`}`;
}
