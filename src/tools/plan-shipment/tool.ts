import { addDays, utcDate } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { foreignCountry } from "../../domain/country.ts";
import { success } from "../../domain/failure.ts";
import { type JsonRecord, recordOf, textOf } from "../../domain/record.ts";
import { ageText } from "../../domain/time-units.ts";
import { keyOf } from "../../places/city-names.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { withoutRecipient } from "../answer/recipient.ts";
import { dayText, valueText, wordText } from "../answer/words.ts";
import { allFailed } from "../failures/lost-parts.ts";
import { askEach, type Step, stepsOf } from "../progress.ts";
import type { ToolContext, ToolDefinition, ToolSettings } from "../tool.ts";
import { byTimeAndPrice, type PlanFacts, planFacts } from "./facts.ts";
import { routeHeat } from "./heat.ts";
import { objections } from "./objections.ts";
import { type Arguments, input, inputFor, localDeadline, output } from "./schema.ts";
import { planAnswer } from "./text.ts";

export const planShipment: ToolDefinition<typeof input, typeof output> = {
  title: "Plan a shipment",
  description:
    "Creates a plan in the account: one recommended service with price, arrival, risk; no reasons or other prices. Buys no label; plans cannot be changed or cancelled here. Bills 1 request and leaves a plan per ship date: not for exploring. Compare days by shipDates, heat alone by get_five_day_risk. checkHeat adds alert pages and up to 8 risk days.",
  input,
  inputFor,
  output,
  example: (nowMs) => ({
    question: "When should I ship this 5 lb box of insulin from Memphis to Miami so that it doesn't cook?",
    args: {
      origin: { zipCode: "38118", city: "Memphis", state: "TN" },
      destination: { zipCode: "33101", city: "Miami", state: "FL" },
      parcel: { length: 12, width: 10, height: 8, weight: 5 },
      shipDates: [1, 2, 3].map((days) => addDays(utcDate(nowMs), days)),
      isRefrigerated: true,
      checkHeat: true,
    },
  }),
  objections,
  async run(given: Arguments, context) {
    const args = { ...given, deliveryByDate: localDeadline(given) };
    const { maxRisk } = args;
    const { progress, settings } = context;
    const isHeatAsked = args.checkHeat === true || maxRisk !== undefined;
    const requests = shipmentRequests(args, settings);
    const [request = {}] = requests;
    const step = stepsOf(progress, isHeatAsked ? undefined : requests.length);
    const { planned, failures } = await planEach(requests, args, { ...context, step });
    const [first, ...others] = planned.sort(byTimeAndPrice);
    if (first === undefined) return allFailed(failures, ({ shipDate }) => dayText(textOf(shipDate)));
    const isAbroad = planned.some((plan) => plan.isAbroad);
    const heat = isHeatAsked && !isAbroad ? await routeHeat(planned, request, { ...context, step }) : undefined;
    const withHeat = (plan: PlanFacts): PlanFacts => {
      if (heat !== undefined) return heat.withRisk(plan, maxRisk);
      return maxRisk === undefined ? plan : { ...plan, withinRisk: null };
    };
    return success(
      planAnswer({
        plans: [withHeat(first), ...others.map(withHeat)],
        failed: failures.map(({ part, failure }) => ({ part: textOf(part["shipDate"]), failure })),
        heat,
        warning: isHeatAsked && isAbroad ? abroadText(maxRisk) : (heat?.warning ?? ""),
        maxRisk,
        riskOrder: settings.riskLevels,
        notes: compact(
          ...requestNotes(args, request),
          !isHeatAsked && "Alerts and forecasts not checked.",
          usedReferenceText(request, context),
        ),
      }),
    );
  },
};

function abroadText(maxRisk: string | undefined): string {
  const limit = maxRisk === undefined ? "" : `, so no plan was checked against ${maxRisk}`;
  return `HEAT NOT CHECKED (an address is outside the United States${limit}):`;
}

/** The bodies of `POST /shipments`, one per ship date. */
function shipmentRequests(args: Arguments, { originAddress }: ToolSettings): readonly JsonRecord[] {
  const { shipDates, shipDate, deliveryByDate, origin = originAddress, ...rest } = args;
  const { checkHeat: _checkHeat, detail: _detail, maxRisk: _maxRisk, ...sent } = rest;
  const by = deliveryByDate === undefined ? {} : { deliveryByDate: deliveryByDate.slice(0, 10) };
  const dates = shipDates ?? [shipDate];
  return dates.map((date) => ({ ...sent, origin, ...(date === undefined ? {} : { shipDate: date }), ...by }));
}

async function planEach(
  requests: readonly JsonRecord[],
  args: Arguments,
  context: ToolContext & { readonly step: Step },
) {
  const { api, call, plans, principal, settings, step } = context;
  const ask = (body: JsonRecord) => plans.plan({ principal, body }, call, () => api.plan(body, call));
  const { answered, failures } = await askEach(requests, ask, step);
  const planned = answered.map(({ part: request, value: { shipment, madeAgoMs } }): PlanFacts => {
    const facts = planFacts(request, shipment, args.deliveryByDate);
    return {
      ...facts,
      ...(madeAgoMs !== undefined && {
        sameAs: { shipmentId: facts.shipmentId, secondsAgo: Math.floor(madeAgoMs / 1000) },
      }),
      ...(args.detail === "full" && { record: withoutRecipient(shipment, "destination", settings.showRecipient) }),
    };
  });
  return { planned, failures };
}

function requestNotes(args: Arguments, { origin, destination }: JsonRecord): readonly string[] {
  const { zipCode, city, state } = recordOf(origin) ?? {};
  return compact(
    args.origin === undefined && `Origin: ${valueText(zipCode ?? city ?? state)}, the configured default.`,
    ...addressNotes("origin", recordOf(origin) ?? {}),
    ...addressNotes("destination", recordOf(destination) ?? {}),
  );
}

/** Names the city of a ZIP that was asked with another, and the members sent beside the place, such as a phone number. */
function addressNotes(end: string, { zipCode, city, state: _, country, ...further }: JsonRecord): string[] {
  const zip = textOf(zipCode);
  const written = textOf(city);
  const names = Object.keys(further);
  const known = foreignCountry({ country }) === undefined ? placeOfZip(zip) : undefined;
  const isOther = known !== undefined && written !== "" && keyOf(known.city) !== keyOf(written);
  return compact(
    isOther && `${zip} is in ${known.city}, ${known.state}; the requested ${end} says ${wordText(written)}.`,
    names.length > 0 && `Sent with the ${end}: ${names.join(", ")}; a plan need not show them.`,
  );
}

function usedReferenceText(body: JsonRecord, { plans, principal }: ToolContext): string | false {
  const agoMs = plans.otherUseAgoMs({ principal, body });
  const ago = agoMs !== undefined && ageText(Math.floor(agoMs / 1000));
  return ago && `Another request used the same externalShipmentId ${ago} ago.`;
}
