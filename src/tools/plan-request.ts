import { z } from "zod";
import type { Failure } from "../api/failure.ts";
import type { ServiceRecord, ShipmentRequest } from "../api/schema.ts";
import { dateToUtcMs } from "../domain/calendar.ts";
import { addressSchema, readAddress } from "./address.ts";
import type { ToolSettings } from "./tool.ts";
import { stateObjection } from "./zip-doubt.ts";

const date = z.string().refine((text) => dateToUtcMs(text) !== undefined, "is no calendar date written yyyy-MM-dd");
const inches = z.number().positive().optional();

/** Pounds (spec 8.5, package weight). */
const MAX_WEIGHT_LB = 1000;

/** Dates compared in one call: each leaves a plan in the account. */
const MAX_SHIP_DATES = 5;

const parcel = z
  .strictObject({
    length: inches,
    width: inches,
    height: inches,
    weight: z.number().min(0).max(MAX_WEIGHT_LB).describe("lb"),
    // A plan returns null where dimensions are its own (spec 2.4): its parcel may be planned again as it is.
    predefinedPackage: z.string().min(1).max(100).nullable().optional(),
  })
  .superRefine((given, context) => {
    if (typeof given.predefinedPackage === "string") return;
    for (const side of ["length", "width", "height"] as const) {
      if (given[side] !== undefined) continue;
      context.addIssue({ code: "custom", path: [side], message: "is missing (inches), as is predefinedPackage" });
    }
  })
  .describe("inches and lb; sides may be left out with predefinedPackage");

/** The parameters of `plan_shipment` (spec 4.4, bounds of 8.5), and two of our own: `shipDates` and `checkHeat`. */
export const planInput = z
  .strictObject({
    origin: addressSchema
      .optional()
      .describe("ZIP or address; leave out to use the configured default, never invent one"),
    destination: addressSchema.describe("ZIP or address"),
    parcel,
    shipDate: date.optional().describe("yyyy-MM-dd"),
    shipDates: z
      .array(date)
      .max(MAX_SHIP_DATES)
      .transform((dates) => [...new Set(dates)].sort())
      .refine((dates) => dates.length > 1, "should name 2 different dates at least; for one use shipDate")
      .optional()
      .describe(`2-${MAX_SHIP_DATES} dates to compare, one plan each`),
    deliveryByDate: date.optional().describe("deadline, yyyy-MM-dd"),
    isSignatureRequired: z.boolean().optional(),
    isRefrigerated: z.boolean().optional(),
    forceRetrieveRates: z.boolean().optional().describe("only when the user asks for fresh rates"),
    externalShipmentId: z.string().min(1).max(50).optional(),
    checkHeat: z.boolean().optional().describe("hold the route against alerts and risk"),
  })
  .superRefine(({ origin, destination, shipDate, shipDates, deliveryByDate, externalShipmentId }, context) => {
    const refuse = (parameter: string, message: string): void =>
      context.addIssue({ code: "custom", path: [parameter], message });
    // A plan made for the wrong one of two places is billed all the same.
    for (const [parameter, address = {}] of Object.entries({ origin, destination })) {
      const objection = stateObjection(address);
      if (objection !== undefined) refuse(parameter, objection);
    }
    // ISO dates order as text.
    const latest = shipDates?.at(-1) ?? shipDate;
    if (latest !== undefined && deliveryByDate !== undefined && deliveryByDate < latest) {
      refuse("deliveryByDate", `lies before the ship date ${latest}`);
    }
    if (shipDates === undefined) return;
    if (shipDate !== undefined) refuse("shipDate", "cannot stand beside shipDates; give one of them");
    // Each date leaves a plan in the account, and an external id is to name one shipment.
    if (externalShipmentId !== undefined)
      refuse("externalShipmentId", "cannot stand beside shipDates: each makes a plan");
  });

/** Arguments as `planInput` reads them. */
export type PlanArguments = z.output<typeof planInput>;

/** The bodies of `POST /shipments`, one for each ship date asked: what the caller gave and nothing else, but for the configured origin. */
export function shipmentRequests(
  args: PlanArguments,
  settings: ToolSettings,
): { readonly bodies: readonly ShipmentRequest[] } | Failure {
  const origin = originOf(args, settings);
  if ("kind" in origin) return origin;
  const { shipDates, checkHeat: _, ...rest } = args;
  const dated = shipDates === undefined ? [{}] : shipDates.map((shipDate) => ({ shipDate }));
  return { bodies: dated.map((each) => withoutAbsent({ ...rest, ...origin, ...each })) };
}

function originOf(args: PlanArguments, settings: ToolSettings): { readonly origin: object } | Failure {
  if (args.origin !== undefined) return { origin: args.origin };
  if (settings.defaultOrigin === undefined) {
    const message = "is missing, and no COLDROUTE_DEFAULT_ORIGIN is configured; ask the user where it leaves from";
    return { kind: "invalid_arguments", problems: [{ parameter: "origin", message }] };
  }
  const origin = readAddress(settings.defaultOrigin);
  const objection = origin.ok ? stateObjection(origin.address) : undefined;
  if (origin.ok && objection === undefined) return { origin: origin.address };
  const issues = origin.ok ? [] : origin.issues.map((issue) => `${issue.path.join(".") || "it"} ${issue.message}`);
  const message = objection ?? issues.join("; ");
  return { kind: "configuration", product: "planning", problems: [{ variable: "COLDROUTE_DEFAULT_ORIGIN", message }] };
}

function withoutAbsent(record: object): ServiceRecord {
  return Object.fromEntries(
    Object.entries<unknown>({ ...record })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === "object" && value !== null ? withoutAbsent(value) : value]),
  );
}
