import { z } from "zod";
import { dateToUtcMs } from "../../domain/calendar.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { addressSchema } from "../areas/address.ts";
import { dateSchema, detailSchema, evenIfRefused } from "../parameter.ts";

const inches = z.number().positive().meta({ format: "inches" }).optional().describe("inches");

/** Pounds (service.md 8.5, package weight). */
const MAX_WEIGHT_LB = 1000;
/** One call compares no more dates, because each leaves a plan in the account. */
const MAX_SHIP_DATES = 5;

const parcel = z
  .strictObject({
    length: inches,
    width: inches,
    height: inches,
    weight: z.number().positive().max(MAX_WEIGHT_LB).meta({ format: "pounds" }).describe("pounds, up to 1000"),
    predefinedPackage: z.string().min(1).max(100).optional().describe("carrier's box"),
  })
  .superRefine((given, context) => {
    if (typeof given.predefinedPackage === "string") return;
    for (const side of ["length", "width", "height"] as const) {
      if (given[side] !== undefined) continue;
      context.addIssue({ code: "custom", path: [side], message: "is missing: give inches, or a predefinedPackage" });
    }
  }, evenIfRefused)
  .describe("weight, and sides unless predefinedPackage is given");

const LOCAL_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::00)?$/;

/** A date, or a time without a zone, by the destination's clock: `2026-11-28T12:00`. */
const deadline = z
  .string()
  .transform((text, context) => {
    const [, date, time] = LOCAL_TIME.exec(text) ?? [];
    if (dateToUtcMs(text) !== undefined) return text;
    if (date !== undefined && readDatetime(text) !== undefined) return `${date}T${time}`;
    const message = "should be a date written yyyy-MM-dd, or a local time without a zone, yyyy-MM-ddTHH:mm";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .meta({ format: "deadline" });

/** The service's parameters (service.md 4.4, bounds of 8.5), and our own: `shipDates`, `checkHeat`, `detail`. */
export const input = z.strictObject({
  origin: addressSchema.optional().meta({
    description: "leave out for the configured default; never invent one",
    synonyms: ["from", "shipper", "sender"],
  }),
  destination: addressSchema.meta({
    description: "zipCode alone is enough; not verified",
    synonyms: ["to", "shipTo", "recipient"],
  }),
  parcel,
  shipDate: dateSchema.optional().describe("yyyy-MM-dd, default today"),
  shipDates: z
    .array(dateSchema)
    .min(1)
    .max(MAX_SHIP_DATES)
    .transform((dates) => [...new Set(dates)].sort())
    .optional()
    .describe("2 to 5 dates to compare; each leaves a plan"),
  deliveryByDate: deadline
    .optional()
    .describe("deadline, yyyy-MM-dd, or local time there, 2026-11-28T12:00, of which the service gets the date"),
  isSignatureRequired: z.boolean().optional().describe("on delivery"),
  isRefrigerated: z.boolean().optional().describe("for cold goods; plans do not confirm it"),
  forceRetrieveRates: z.boolean().optional().describe("only if the user asks"),
  externalShipmentId: z.string().min(1).max(50).optional().describe("your own reference"),
  checkHeat: z.boolean().optional().describe("adds risk along the route, and alerts now"),
  detail: detailSchema("adds the whole record"),
});

export const output = z.object({
  inTime: z.array(z.string()).optional(),
  plans: z
    .array(z.looseObject({}))
    .describe("risk is the whole plan's; route[].risk is the forecast for its area and date"),
  alertsNow: z.looseObject({}).optional(),
  failed: z.array(z.looseObject({})),
});

export type Arguments = z.output<typeof input>;
export type Structured = z.input<typeof output>;
