import { z } from "zod";
import type { Failure, Result } from "../api/failure.ts";
import { failed, success } from "../api/failure.ts";
import type { ServiceRecord, ShipmentRequest } from "../api/schema.ts";
import { loadZones } from "../domain/zone.ts";
import { allFailed } from "./all-failed.ts";
import { type Plan, readPlan, readRouteOf } from "./plan.ts";
import { type PlanContent, planAnswer } from "./plan-answer.ts";
import { type ComparedDate, comparisonNotes, orderDates } from "./plan-comparison.ts";
import { type PlanArguments, planInput, shipmentRequests } from "./plan-request.ts";
import { checkRouteHeat, type RouteHeat } from "./route-heat.ts";
import { type Step, sideBySide, stepsOf } from "./side-by-side.ts";
import { dayText } from "./text.ts";
import type { Answer, Tool, ToolContext } from "./tool.ts";

const output = z.object({
  shipment: z.looseObject({}),
  arrivesInTime: z.boolean().nullable(),
  slackHours: z.number().nullable(),
  places: z.record(z.string(), z.string()).optional(),
  routeHeat: z
    .array(
      z.object({
        zip: z.string().nullable(),
        place: z.string().nullable(),
        type: z.unknown(),
        at: z.unknown(),
        localTime: z.string().nullable(),
        stdDevMinutes: z.unknown(),
        alert: z.string().nullable(),
        risk: z.string().nullable(),
        note: z.string().nullable(),
      }),
    )
    .optional(),
  plans: z.array(z.looseObject({ shipDate: z.string() })).optional(),
});

/** Plans a shipment, for one ship date or several to compare (spec 4.4, DESIGN 3). */
export const planShipment: Tool<typeof planInput, typeof output> = {
  name: "plan_shipment",
  title: "Plan a shipment",
  description:
    "Creates a shipment plan in the account and recommends a carrier service with price, estimated arrival and risk. Buys no label. Every call creates a plan and bills 1 request (shipDates: one each): not for exploring or repeating. checkHeat bills up to 8 dates of risk and alert pages more.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  product: "planning",
  input: planInput,
  output,
  examples: {
    origin: '"38118"',
    destination: '{"zipCode":"33101","city":"Miami","state":"FL"}',
    "destination.zipCode": '"33101"',
    "destination.state": '"FL"',
    "destination.country": '"US"',
    "origin.zipCode": '"38118"',
    "origin.state": '"TN"',
    "origin.country": '"US"',
    parcel: '{"length":12,"width":10,"height":8,"weight":5}',
    "parcel.length": "12",
    "parcel.width": "10",
    "parcel.height": "8",
    "parcel.weight": "5",
    shipDate: '"2026-07-09"',
    shipDates: '["2026-07-09","2026-07-10"]',
    deliveryByDate: '"2026-07-10"',
    isSignatureRequired: "true",
    isRefrigerated: "true",
    forceRetrieveRates: "true",
    externalShipmentId: '"order-10045"',
    checkHeat: "true",
  },
  async run(args, context) {
    const requests = shipmentRequests(args, context.settings);
    if ("kind" in requests) return failed(requests);
    const { api, call, progress } = context;
    // Before anything is sent: nothing may fail once a plan exists.
    await loadZones();
    // How many pages of alerts and dates of risk follow, nobody knows yet.
    const step = stepsOf(progress, args.checkHeat === true ? undefined : requests.bodies.length);
    const plan = async (body: ShipmentRequest) => planOf(body, await api.plan(body, call), context);
    const plans = await sideBySide(requests.bodies, plan, step);
    const planned = plans.flatMap(({ plan }) => plan ?? []);
    if (planned.length === 0) {
      return allFailed(
        plans.flatMap(({ failure }, index) =>
          failure ? [{ name: dayText(args.shipDates?.[index] ?? ""), failure }] : [],
        ),
      );
    }
    const heat = args.checkHeat === true ? await heatOf(planned, context, step) : undefined;
    return success(answer(args, plans, planned, heat));
  },
};

interface Outcome {
  readonly plan?: Plan;
  readonly failure?: Failure;
}

function planOf(body: ShipmentRequest, result: Result<ServiceRecord>, { settings }: ToolContext): Outcome {
  return result.ok ? { plan: readPlan(body, result.value, settings.showRecipient) } : { failure: result.failure };
}

/** Of a shipment that leaves the United States nothing is looked up: five digits elsewhere are no ZIP. */
async function heatOf(planned: readonly Plan[], { api, call }: ToolContext, step: Step): Promise<RouteHeat> {
  const abroad = planned.find((plan) => plan.abroad !== undefined)?.abroad;
  if (abroad !== undefined) {
    const note = `${abroad}: its route is not held against heat, since postal codes elsewhere are no ZIPs.`;
    return { routes: [], notes: [note], partial: [] };
  }
  return checkRouteHeat(planned.map(readRouteOf), { api, call, step });
}

/** The dates asked, in the order of the calendar; none where one plan was asked. */
function comparedDates(args: PlanArguments, plans: readonly Outcome[], heat?: RouteHeat): readonly ComparedDate[] {
  const planned = plans.flatMap(({ plan }) => plan ?? []);
  return (args.shipDates ?? []).map((shipDate, index) => {
    const { plan, failure } = plans[index] ?? {};
    const route = plan === undefined ? undefined : heat?.routes[planned.indexOf(plan)];
    return {
      shipDate,
      ...(plan === undefined ? {} : { plan }),
      ...(route === undefined ? {} : { heat: route }),
      ...(failure === undefined ? {} : { failure }),
    };
  });
}

function answer(
  args: PlanArguments,
  plans: readonly Outcome[],
  planned: readonly Plan[],
  heat: RouteHeat | undefined,
): Answer<PlanContent> {
  const compared = args.shipDates === undefined ? undefined : orderDates(comparedDates(args, plans, heat));
  const plan = compared?.ordered[0]?.plan ?? planned[0];
  if (plan === undefined) throw new Error("a plan is shown only where one was made");
  const route = heat?.routes[planned.indexOf(plan)];
  return planAnswer({
    plan,
    ...(route === undefined ? {} : { heat: route }),
    ...(compared === undefined ? {} : { compared: compared.ordered }),
    notes: [
      ...(compared === undefined ? [] : comparisonNotes(compared.ordered, compared.rule)),
      ...(args.origin === undefined ? ["Origin from COLDROUTE_DEFAULT_ORIGIN."] : []),
      ...(heat === undefined && plan.abroad !== undefined ? [`${plan.abroad}: no cities named on its route.`] : []),
      ...(heat?.notes ?? []),
    ],
    partial: [...plans.flatMap(({ failure }) => failure ?? []), ...(heat?.partial ?? [])],
  });
}
