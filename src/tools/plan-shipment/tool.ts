import { utcDate } from "../../domain/calendar.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { type Failure, failed, success } from "../../domain/failure.ts";
import { type JsonRecord, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { HOUR_MS } from "../../domain/time-units.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { dayText, given, valueText } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { ToolDefinition, ToolSettings } from "../tool.ts";
import { byTimeAndPrice, type PlanFacts, planFacts } from "./facts.ts";
import { routeHeat } from "./heat.ts";
import { type Arguments, input, output } from "./schema.ts";
import { planAnswer } from "./text.ts";
import { shipDayText } from "./words.ts";

/** Plans a shipment for one ship date or several (service.md 4.4). */
export const planShipment: ToolDefinition<typeof input, typeof output> = {
  title: "Plan a shipment",
  description:
    "Creates a shipment plan in the account: one recommended service, no reasons or other prices (an earlier deadline asks for a faster one), price, arrival, risk. Buys no label; plans cannot be changed or cancelled here. Bills 1 request and leaves a plan per ship date: not for exploring. For prices and arrivals give shipDates; for heat alone ask get_five_day_risk, which leaves no plan. checkHeat bills extra: up to 8 days of risk, and pages of alerts.",
  input,
  output,
  async run(args, context) {
    const { api, call, clock, progress, settings } = context;
    const isHeatAsked = args.checkHeat === true;
    const requests = shipmentRequests(args, settings, clock.nowMs());
    if ("kind" in requests) return failed(requests);
    const step = stepsOf(progress, isHeatAsked ? undefined : requests.length);
    const { answered, failures } = await askEach(requests, (request) => api.plan(request, call), step);
    const planned = answered.map(({ part: request, value }) => ({
      ...planFacts(request, value, args.deliveryByDate),
      ...(args.detail === "full" ? { record: withoutRecipient(value, "destination", settings.showRecipient) } : {}),
    }));
    const [first, ...others] = planned.sort(byTimeAndPrice);
    if (first === undefined) return allFailed(failures, ({ shipDate }) => dayText(textOrNull(shipDate) ?? "today"));
    const isAbroad = planned.some((plan) => plan.isAbroad);
    const heat = isHeatAsked && !isAbroad ? await routeHeat(planned, requests[0], { api, call, step }) : undefined;
    return success(
      planAnswer({
        plans: heat === undefined ? [first, ...others] : [heat.withRisk(first), ...others.map(heat.withRisk)],
        failed: failures.map(({ part, failure }) => ({ shipDate: textOf(part["shipDate"]), failure })),
        isSignatureAsked: args.isSignatureRequired === true,
        heat,
        notes: given(
          args.origin === undefined && defaultOriginText(requests[0]),
          !isHeatAsked && "Alerts and forecasts not checked.",
          isHeatAsked && isAbroad && "Heat was not checked: you asked for an address outside the United States.",
          pastPickupsText(planned, clock.nowMs()),
        ),
      }),
    );
  },
};

/** American Samoa begins each day last of the places with ZIPs, eleven hours behind UTC. */
const LAST_ZONE_MS = 11 * HOUR_MS;

/** The bodies of `POST /shipments`, one per ship date: the caller's values, and the configured origin as default. */
function shipmentRequests(args: Arguments, settings: ToolSettings, nowMs: number): readonly JsonRecord[] | Failure {
  const { shipDates, shipDate, deliveryByDate, checkHeat: _, detail: __, ...rest } = args;
  const origin = args.origin ?? settings.originAddress;
  if (origin === undefined) {
    const message = "No origin was given and no default is set. Ask where it ships from.";
    return { kind: "invalid_arguments", problems: [{ message }] };
  }
  const dates = shipDates ?? [shipDate];
  const due = deliveryByDate?.slice(0, 10);
  // The schema sorts `shipDates`, so the first is the earliest.
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

function pastPickupsText(plans: readonly PlanFacts[], nowMs: number): string | false {
  const past = plans.filter(({ pickup }) => (instantOf(readDatetime(pickup)) ?? nowMs) < nowMs);
  const days = plans.length > 1 ? `: ${past.map(shipDayText).join(", ")}` : "";
  return past.length > 0 && `The pickup time is already past${days}.`;
}

function defaultOriginText(request: JsonRecord | undefined): string {
  const { zipCode, city, state } = recordOf(request?.["origin"]) ?? {};
  return `Origin: ${valueText(zipCode ?? city ?? state)}, the configured default.`;
}
