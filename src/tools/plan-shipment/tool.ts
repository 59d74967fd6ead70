import { utcDate } from "../../domain/calendar.ts";
import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { success } from "../../domain/failure.ts";
import { ageText } from "../../domain/hours.ts";
import { type JsonRecord, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { keyOf } from "../../places/city-names.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { dayText, valueText, wordText } from "../answer/words.ts";
import { allFailed } from "../failures/all-failed.ts";
import { askEach, stepsOf } from "../progress.ts";
import type { ToolDefinition, ToolSettings } from "../tool.ts";
import { isWithin } from "./coolest.ts";
import { byTimeAndPrice, type PlanFacts, planFacts } from "./facts.ts";
import { routeHeat } from "./heat.ts";
import { objections } from "./objections.ts";
import { type Arguments, input, output, rankedInput } from "./schema.ts";
import { planAnswer } from "./text.ts";
import { shipDayText } from "./words.ts";

/** Plans a shipment for one ship date or several (service.md 4.4). */
export const planShipment: ToolDefinition<typeof input, typeof output> = {
  title: "Plan a shipment",
  description:
    "Creates a shipment plan in the account: one recommended service, no reasons or other prices (an earlier deadline asks for a faster one), price, arrival, risk. Buys no label; plans cannot be changed or cancelled here. Bills 1 request and leaves a plan per ship date: not for exploring. For prices and arrivals give shipDates; for heat alone ask get_five_day_risk, which leaves no plan. checkHeat bills extra: up to 8 days of risk, and pages of alerts.",
  input,
  rankedInput: ({ riskLevels }) => riskLevels && rankedInput(riskLevels),
  output,
  objections,
  async run(args: Arguments, context) {
    const { api, call, clock, plans, principal, progress, settings } = context;
    const { maxRisk } = args;
    const isHeatAsked = args.checkHeat === true || maxRisk !== undefined;
    const requests = shipmentRequests(args, settings);
    const step = stepsOf(progress, isHeatAsked ? undefined : requests.length);
    // The service ships today if it gets no date, and an equal request of today names that date.
    const dated = (body: JsonRecord) => ({ principal, body: { shipDate: utcDate(clock.nowMs()), ...body } });
    const ask = (request: JsonRecord) => plans.plan(dated(request), call, () => api.plan(request, call));
    const { answered, failures } = await askEach(requests, ask, step);
    const planned = answered.map(({ part: request, value: { shipment, madeAgoMs } }) => ({
      ...planFacts(request, shipment, args.deliveryByDate),
      ...(madeAgoMs === undefined ? {} : { sameAs: sameAs(shipment, madeAgoMs) }),
      ...(args.detail === "full" ? { record: withoutRecipient(shipment, "destination", settings.showRecipient) } : {}),
    }));
    const [first, ...others] = planned.sort(byTimeAndPrice);
    if (first === undefined) return allFailed(failures, ({ shipDate }) => dayText(textOrNull(shipDate) ?? "today"));
    const isAbroad = planned.some((plan) => plan.isAbroad);
    const heat =
      isHeatAsked && !isAbroad ? await routeHeat(planned, requests[0], { api, call, settings, step }) : undefined;
    const withHeat = (plan: PlanFacts): PlanFacts => {
      const warmed = heat === undefined ? plan : heat.withRisk(plan);
      return maxRisk === undefined ? warmed : { ...warmed, withinRisk: isWithin(warmed, maxRisk, settings.riskLevels) };
    };
    return success(
      planAnswer({
        plans: [withHeat(first), ...others.map(withHeat)],
        failed: failures.map(({ part, failure }) => ({ shipDate: textOf(part["shipDate"]), failure })),
        isSignatureAsked: args.isSignatureRequired === true,
        heat,
        maxRisk,
        riskOrder: settings.riskLevels,
        notes: compact(
          args.origin === undefined && defaultOriginText(requests[0]),
          otherCityText(
            requests[0]?.["origin"],
            args.origin === undefined ? "the configured origin says" : "you wrote",
          ),
          otherCityText(requests[0]?.["destination"], "you wrote"),
          !isHeatAsked && "Alerts and forecasts not checked.",
          isHeatAsked && isAbroad && "Heat was not checked: you asked for an address outside the United States.",
          pastPickupsText(planned, clock.nowMs()),
          requests[0] && usedReferenceText(plans.otherUseAgoMs(dated(requests[0]))),
        ),
      }),
    );
  },
};

/** The bodies of `POST /shipments`, one per ship date: the caller's values, and the configured origin as default. */
function shipmentRequests(args: Arguments, { originAddress }: ToolSettings): readonly JsonRecord[] {
  const {
    shipDates,
    shipDate,
    deliveryByDate,
    checkHeat: _,
    detail: __,
    maxRisk: ___,
    origin = originAddress,
    ...rest
  } = args;
  const by = deliveryByDate === undefined ? {} : { deliveryByDate: deliveryByDate.slice(0, 10) };
  const dates = shipDates ?? [shipDate];
  return dates.map((date) => ({ ...rest, origin, ...(date === undefined ? {} : { shipDate: date }), ...by }));
}

function sameAs(shipment: JsonRecord, madeAgoMs: number) {
  return { shipmentId: cleanText(textOf(shipment["shipmentId"])), secondsAgo: Math.floor(madeAgoMs / 1000) };
}

function usedReferenceText(agoMs: number | undefined): string | false {
  const ago = agoMs !== undefined && ageText(Math.floor(agoMs / 1000));
  return ago && `Another request had the same externalShipmentId ${ago} ago.`;
}

function pastPickupsText(plans: readonly PlanFacts[], nowMs: number): string | false {
  const past = plans.filter(({ pickup }) => (instantOf(readDatetime(pickup)) ?? nowMs) < nowMs);
  const days = plans.length > 1 ? `: ${past.map(shipDayText).join(", ")}` : "";
  return past.length > 0 && `The pickup time is already past${days}.`;
}

/** Names the city of a ZIP that was asked with another: `85001 is in Phoenix, AZ; you wrote Denver.` */
function otherCityText(address: unknown, whoSays: string): string {
  const { zipCode, city } = recordOf(address) ?? {};
  const [zip, written] = [textOf(zipCode), textOf(city)];
  const known = placeOfZip(zip);
  if (known === undefined || written === "" || keyOf(known.city) === keyOf(written)) return "";
  return `${zip} is in ${known.city}, ${known.state}; ${whoSays} ${wordText(written)}.`;
}

function defaultOriginText(request: JsonRecord | undefined): string {
  const { zipCode, city, state } = recordOf(request?.["origin"]) ?? {};
  return `Origin: ${valueText(zipCode ?? city ?? state)}, the configured default.`;
}
