import { z } from "zod";
import { type Failure, failed, success } from "../api/failure.ts";
import type { ServiceRecord, ShipmentRequest } from "../api/schema.ts";
import { dateToUtcMs } from "../domain/calendar.ts";
import { type Slack, type SlackDoubt, slackToDayEnd } from "../domain/slack.ts";
import { addressSchema, readAddress } from "./address.ts";
import { firstThatFits } from "./fit.ts";
import { leftOutText } from "./left-out.ts";
import { shipmentLines } from "./plan-text.ts";
import { withoutRecipient } from "./recipient.ts";
import { CUTS, shrink, tidy } from "./shrink.ts";
import { valueText } from "./text.ts";
import type { Answer, Tool, ToolSettings } from "./tool.ts";

const date = z
  .string()
  .refine((text) => dateToUtcMs(text) !== undefined, "is no calendar date written yyyy-MM-dd")
  .optional();
const inches = z.number().positive().optional();

/** Pounds (spec 8.5, package weight). */
const MAX_WEIGHT_LB = 1000;

const parcel = z
  .strictObject({
    length: inches,
    width: inches,
    height: inches,
    weight: z.number().min(0).max(MAX_WEIGHT_LB).describe("lb"),
    predefinedPackage: z.string().min(1).max(100).optional(),
  })
  .superRefine((given, context) => {
    if (given.predefinedPackage !== undefined) return;
    for (const side of ["length", "width", "height"] as const) {
      if (given[side] !== undefined) continue;
      context.addIssue({ code: "custom", path: [side], message: "is missing (inches), as is predefinedPackage" });
    }
  })
  .describe("inches and lb; sides may be left out with predefinedPackage");

const input = z
  .strictObject({
    origin: addressSchema
      .optional()
      .describe("ZIP or address; leave out to use the configured default, never invent one"),
    destination: addressSchema.describe("ZIP or address"),
    parcel,
    shipDate: date.describe("yyyy-MM-dd"),
    deliveryByDate: date.describe("deadline, yyyy-MM-dd"),
    isSignatureRequired: z.boolean().optional(),
    isRefrigerated: z.boolean().optional(),
    forceRetrieveRates: z.boolean().optional().describe("only when the user asks for fresh rates"),
    externalShipmentId: z.string().min(1).max(50).optional(),
  })
  .superRefine(({ shipDate, deliveryByDate }, context) => {
    // ISO dates order as text.
    if (shipDate === undefined || deliveryByDate === undefined || deliveryByDate >= shipDate) return;
    context.addIssue({ code: "custom", path: ["deliveryByDate"], message: `lies before shipDate ${shipDate}` });
  });

const output = z.object({
  shipment: z.looseObject({}),
  arrivesInTime: z.boolean().nullable(),
  slackHours: z.number().nullable(),
});

type Structured = z.input<typeof output>;
type Arguments = z.output<typeof input>;

/** Plans a shipment (spec 4.4, DESIGN 3). */
export const planShipment: Tool<typeof input, typeof output> = {
  name: "plan_shipment",
  title: "Plan a shipment",
  description:
    "Creates a shipment plan in the account and recommends a carrier service with price, estimated arrival and risk. Buys no label. Every call creates a plan and bills 1 request: not for exploring or repeating.",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  product: "planning",
  input,
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
    deliveryByDate: '"2026-07-10"',
    isSignatureRequired: "true",
    isRefrigerated: "true",
    forceRetrieveRates: "true",
    externalShipmentId: '"order-10045"',
  },
  async run(args, { api, call, settings }) {
    const request = shipmentRequest(args, settings);
    if ("kind" in request) return failed(request);
    const result = await api.plan(request.body, call);
    return result.ok ? success(answer(args, result.value, settings)) : result;
  },
};

/** The body of `POST /shipments`: what the caller gave and nothing else, but for the configured origin. */
function shipmentRequest(args: Arguments, settings: ToolSettings): { readonly body: ShipmentRequest } | Failure {
  if (args.origin !== undefined) return { body: withoutAbsent(args) };
  if (settings.defaultOrigin === undefined) {
    const message = "is missing, and no COLDROUTE_DEFAULT_ORIGIN is configured; ask the user where it leaves from";
    return { kind: "invalid_arguments", problems: [{ parameter: "origin", message }] };
  }
  const origin = readAddress(settings.defaultOrigin);
  if (origin.ok) return { body: withoutAbsent({ ...args, origin: origin.address }) };
  const message = origin.issues.map((issue) => `${issue.path.join(".") || "it"} ${issue.message}`).join("; ");
  return { kind: "configuration", product: "planning", problems: [{ variable: "COLDROUTE_DEFAULT_ORIGIN", message }] };
}

function withoutAbsent(record: object): ServiceRecord {
  return Object.fromEntries(
    Object.entries<unknown>({ ...record })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "object" && value !== null ? withoutAbsent(value) : value]),
  );
}

/** Kept before anything else when a shipment is too large for an answer. */
const ESSENTIAL = new Set(
  (
    "shipmentId recommendedShipmentService carrier carrierService price currency estimatedArrivalDateTime " +
    "estimatedArrivalDateTimeZone estimatedPickupDateTime estimatedPickupDateTimeZone risk weightedOnDateRisk onDate predictedRoute zip zipCode city state dateTime " +
    "type stdDevMinutes deliveryByDate destination shipDate"
  ).split(" "),
);

/** What an answer must never be without (DESIGN 3, wording). */
const WARNING =
  "Plan created, no label bought. Arrival is an estimate, predicted points no scans; meaning of risk and onDate not documented.";

const IDENTIFIERS = new Set(["shipmentId"]);

function answer(args: Arguments, sent: ServiceRecord, settings: ToolSettings): Answer<Structured> {
  const whole = tidy(sent, ESSENTIAL);
  const { record, notes: returnNotes } = withoutRepeatedOrigin(whole.value);
  const masked = withoutRecipient(record, "destination", settings.showRecipient);
  const deadline = masked.record["deliveryByDate"] ?? args.deliveryByDate;
  const slack = deadline === undefined ? undefined : slackOf(masked.record, deadline);
  const notes = [
    WARNING,
    ...(args.origin === undefined ? ["Origin from COLDROUTE_DEFAULT_ORIGIN."] : []),
    ...deadlineNotes(args, masked.record, slack),
    ...returnNotes,
    ...masked.notes,
  ];
  return firstThatFits(CUTS, (limits) => {
    const { value: shipment, leftOut } = shrink(
      { value: masked.record, leftOut: whole.leftOut },
      limits,
      ESSENTIAL,
      IDENTIFIERS,
    );
    const gone = leftOutText(leftOut);
    const cut = gone === undefined ? [] : [`Of the shipment ${gone} left out for size; no parameter shows more.`];
    return {
      lines: shipmentLines(shipment, deadline, slack),
      structured: {
        shipment,
        arrivesInTime: slack?.known ? slack.arrivesInTime : null,
        slackHours: slack?.known ? slack.slackHours : null,
      },
      notes: [...notes, ...cut],
    };
  }).answer;
}

/** A return address that repeats the origin is said in three words. */
function withoutRepeatedOrigin(shipment: ServiceRecord): {
  readonly record: ServiceRecord;
  readonly notes: readonly string[];
} {
  const { returnAddress, ...record } = shipment;
  const isSame = returnAddress !== undefined && JSON.stringify(returnAddress) === JSON.stringify(record["origin"]);
  return isSame ? { record, notes: ["returnAddress equals origin."] } : { record: shipment, notes: [] };
}

function slackOf(shipment: ServiceRecord, deadline: unknown): Slack {
  const service = shipment["recommendedShipmentService"];
  const { estimatedArrivalDateTime: arrival, estimatedArrivalDateTimeZone: zone } = (
    typeof service === "object" && service !== null ? service : {}
  ) as ServiceRecord;
  return slackToDayEnd(arrival, zone, deadline);
}

const DOUBTS: Readonly<Record<SlackDoubt, string>> = {
  "no arrival": "no readable estimated arrival was sent",
  "arrival without zone designator": "the estimated arrival names no offset from UTC",
  "no zone": "the arrival's time zone was not sent",
  "unknown zone": "the arrival's time zone is not known",
  "unreadable deadline": "the deadline sent is no calendar date",
};

function deadlineNotes(args: Arguments, shipment: ServiceRecord, slack: Slack | undefined): string[] {
  const notes: string[] = [];
  const planned = shipment["deliveryByDate"];
  if (planned !== undefined && args.deliveryByDate !== undefined && planned !== args.deliveryByDate) {
    notes.push(`Asked for deliveryByDate ${args.deliveryByDate}, planned with ${valueText(planned)}.`);
  }
  if ((planned === undefined || planned === null) && args.deliveryByDate !== undefined) {
    notes.push(`Deadline ${args.deliveryByDate} (as asked).`);
  }
  if (slack?.known === false) notes.push(`Not held against the deadline: ${DOUBTS[slack.why]}.`);
  return notes;
}
