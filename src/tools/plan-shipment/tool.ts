import { type Failure, failed, success } from "../../domain/failure.ts";
import { type JsonRecord, textOrNull } from "../../domain/record.ts";
import { loadZones } from "../../domain/zone.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { dayText, given } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { alertsBeside } from "../heat/alerts-beside.ts";
import { askEach, type Step, stepsOf } from "../progress.ts";
import type { Tool, ToolContext, ToolSettings } from "../tool.ts";
import { bestFirst, type PlanFacts, planFacts } from "./facts.ts";
import { routeRisk } from "./route-risk.ts";
import { type Arguments, input, output } from "./schema.ts";
import { type PlanContent, planAnswer } from "./text.ts";

/** Plans a shipment for one ship date or several (service.md 4.4). */
export const planShipment: Tool<typeof input, typeof output> = {
  name: "plan_shipment",
  title: "Plan a shipment",
  description:
    "Creates a shipment plan in the account: recommended carrier service, price, estimated arrival, risk. Buys no label. Bills 1 request and leaves a plan for each ship date: not for exploring. For the best date give shipDates, or ask get_five_day_risk first, which leaves no plan. checkHeat bills up to 8 days of risk and pages of alerts more.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  product: "planning",
  input,
  output,
  async run(args, context) {
    const requests = shipmentRequests(args, context.settings);
    if ("kind" in requests) return failed(requests);
    const { api, call, progress, settings } = context;
    // Before anything is sent: nothing may fail once a plan exists.
    await loadZones();
    const step = stepsOf(progress, args.checkHeat === true ? undefined : requests.length);
    const { answered, failures } = await askEach(requests, (request) => api.plan(request, call), step);
    const failedDates = failures.map(({ part, failure }) => ({ shipDate: textOrNull(part["shipDate"]), failure }));
    if (answered.length === 0) return allFailed(failures, ({ shipDate }) => dayText(textOrNull(shipDate) ?? "today"));
    const plans = answered.map(({ part: request, value }) => {
      const record = withoutRecipient(value, "destination", settings.showRecipient);
      return { ...planFacts(request, value), ...(args.detail === "full" ? { record } : {}) };
    });
    plans.sort(bestFirst);
    const isAbroad = plans.some((plan) => plan.isAbroad);
    const heat = args.checkHeat === true && !isAbroad ? await heatOf(plans, context, step) : {};
    return success(
      planAnswer({
        plans,
        failed: failedDates,
        ...heat,
        notes: given(
          args.origin === undefined && "The origin is the configured default (COLDROUTE_DEFAULT_ORIGIN).",
          args.checkHeat === true && isAbroad && "Heat was not checked: the shipment leaves the United States.",
        ),
      }),
    );
  },
};

/** The bodies of `POST /shipments`, one for each ship date: the caller's own values, and the configured origin. */
function shipmentRequests(args: Arguments, settings: ToolSettings): readonly JsonRecord[] | Failure {
  const origin = args.origin ?? settings.defaultOrigin;
  if (origin === undefined) {
    const message = "No origin was given and no default is set. Ask where it ships from.";
    return { kind: "invalid_arguments", problems: [{ message }] };
  }
  const { shipDates, checkHeat: _, detail: __, ...rest } = args;
  const dated = shipDates === undefined ? [{}] : shipDates.map((shipDate) => ({ shipDate }));
  return dated.map((each) => ({ ...rest, origin, ...each }));
}

async function heatOf(
  plans: readonly PlanFacts[],
  { api, call }: ToolContext,
  step: Step,
): Promise<Pick<PlanContent, "risk" | "alerts">> {
  const points = new Map(
    plans.flatMap(({ route }) =>
      route.flatMap((point) => (point.place === null ? [] : [[point.zip ?? "", point] as const])),
    ),
  );
  const asker = { api, call, step };
  const [risk, beside] = await Promise.all([routeRisk(plans, asker), alertsBeside([...points.keys()], asker)]);
  const at = [...points].map(([zip, { place }]) => ({ zip, place, levels: beside.at([zip]) }));
  return { risk, alerts: { beside, at } };
}
