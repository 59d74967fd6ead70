import { utcDate } from "../../domain/calendar.ts";
import { type Failure, failed, success } from "../../domain/failure.ts";
import { flagOrNull, type JsonRecord, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { loadZones } from "../../domain/zone.ts";
import { placeName } from "../../places/zip-codes.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { dayText, given, valueText } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { alertsBeside } from "../heat/alerts-beside.ts";
import { askEach, type Step, stepsOf } from "../progress.ts";
import type { ToolContext, ToolDefinition, ToolSettings } from "../tool.ts";
import { byTimeAndPrice, type PlanFacts, planFacts } from "./facts.ts";
import { routeRisk } from "./route-risk.ts";
import { type Arguments, input, output } from "./schema.ts";
import { type PlanContent, planAnswer } from "./text.ts";

/** Plans a shipment for one ship date or several (service.md 4.4). */
export const planShipment: ToolDefinition<typeof input, typeof output> = {
  title: "Plan a shipment",
  description:
    'Creates a shipment plan in the account: one recommended service, no reasons or other prices (an earlier deadline asks for a faster one), price, arrival, risk. Buys no label; plans cannot be changed or cancelled here. Bills 1 request and leaves a plan per ship date: not for exploring. For prices give shipDates; for "when" ask get_five_day_risk, which leaves no plan. checkHeat bills extra: up to 8 days of risk, and pages of alerts.',
  input,
  output,
  async run(args, context) {
    const { api, call, clock, progress, settings } = context;
    const requests = shipmentRequests(args, settings, clock.nowMs());
    if ("kind" in requests) return failed(requests);
    // Before anything is sent: nothing may fail once a plan exists.
    await loadZones();
    const step = stepsOf(progress, args.checkHeat === true ? undefined : requests.length);
    const { answered, failures } = await askEach(requests, (request) => api.plan(request, call), step);
    const failedDates = failures.map(({ part, failure }) => ({ shipDate: textOrNull(part["shipDate"]), failure }));
    const planned = answered.map(({ part: request, value }) => ({
      ...planFacts(request, value, args.deliveryByDate),
      ...(args.detail === "full" ? { record: withoutRecipient(value, "destination", settings.showRecipient) } : {}),
    }));
    const [first, ...others] = planned.sort(byTimeAndPrice);
    if (first === undefined) return allFailed(failures, ({ shipDate }) => dayText(textOrNull(shipDate) ?? "today"));
    const plans = [first, ...others] as const;
    const isAbroad = plans.some((plan) => plan.isAbroad);
    const heat = args.checkHeat === true && !isAbroad ? await routeHeat(plans, requests, context, step) : {};
    return success(
      planAnswer({
        plans,
        failed: failedDates,
        ...heat,
        notes: given(
          args.origin === undefined && defaultOriginText(requests[0]),
          args.isSignatureRequired &&
            answered.every(({ value }) => flagOrNull(value["isSignatureRequired"]) === true) &&
            (plans.length > 1 ? "Every plan confirms the signature." : "The plan confirms the signature."),
          args.checkHeat === true &&
            isAbroad &&
            "Heat was not checked: you asked for an address outside the United States.",
        ),
      }),
    );
  },
};

/** American Samoa, the last of the places with ZIPs to begin a day, is eleven hours behind UTC. */
const LAST_ZONE_MS = 11 * HOUR_MS;

/** The bodies of `POST /shipments`, one for each ship date: the caller's own values, and the configured origin. */
function shipmentRequests(args: Arguments, settings: ToolSettings, nowMs: number): readonly JsonRecord[] | Failure {
  const { shipDates, shipDate, deliveryByDate, checkHeat: _, detail: __, ...rest } = args;
  const origin = args.origin ?? settings.defaultOrigin;
  if (origin === undefined) {
    const message = "No origin was given and no default is set. Ask where it ships from.";
    return { kind: "invalid_arguments", problems: [{ message }] };
  }
  const dates = shipDates ?? [shipDate];
  const due = deliveryByDate?.slice(0, 10);
  // Several dates are in order.
  const earliest = { [shipDates === undefined ? "shipDate" : "shipDates"]: dates[0], deliveryByDate: due };
  const today = utcDate(nowMs - LAST_ZONE_MS);
  const past = Object.entries(earliest).flatMap(([parameter, date]) => {
    const message = `"${date}" is past everywhere in the US: today is ${dayText(utcDate(nowMs))} UTC`;
    return date !== undefined && date < today ? [{ parameter, message }] : [];
  });
  if (past.length > 0) return { kind: "invalid_arguments", problems: past };
  const by = due === undefined ? {} : { deliveryByDate: due };
  return dates.map((date) => ({ ...rest, origin, ...(date === undefined ? {} : { shipDate: date }), ...by }));
}

function defaultOriginText(request: JsonRecord | undefined): string {
  const { zipCode, city, state } = recordOf(request?.["origin"]) ?? {};
  return `Origin: ${valueText(zipCode ?? city ?? state)}, the configured default.`;
}

/** Risk along the routes, and the alerts at their points and at both ends as asked: those with an alert first. */
async function routeHeat(
  plans: readonly PlanFacts[],
  requests: readonly JsonRecord[],
  { api, call }: ToolContext,
  step: Step,
): Promise<Pick<PlanContent, "risk" | "alerts">> {
  const [{ origin, destination } = {}] = requests;
  const zipOf = (end: unknown): string => textOf(recordOf(end)?.["zipCode"]);
  const stops = plans.flatMap(({ route }) => route.flatMap(({ zip, place }) => (place === null ? [] : [zip ?? ""])));
  const zips = [...new Set([zipOf(origin), ...stops, zipOf(destination)])].filter((zip) => zip !== "");
  const asker = { api, call, step };
  const [risk, beside] = await Promise.all([routeRisk(plans, asker), alertsBeside(zips, asker)]);
  const at = zips.map((zip) => ({ zip, place: placeName(zip), levels: beside.at([zip]) }));
  const isCalm = ({ levels }: (typeof at)[number]): number => (levels === null || levels.length === 0 ? 1 : 0);
  return { risk, alerts: { beside, at: at.sort((a, b) => isCalm(a) - isCalm(b)) } };
}
