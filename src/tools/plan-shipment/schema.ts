import { z } from "zod";
import { dateToUtcMs } from "../../domain/calendar.ts";
import { foreignCountry } from "../../domain/country.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { recordOf, textOf } from "../../domain/record.ts";
import { localClock } from "../../domain/zone.ts";
import { zoneOfZip } from "../../places/zip-codes.ts";
import { flag, number, row, text } from "../answer/schema-parts.ts";
import { addressSchema } from "../areas/address.ts";
import { dateSchema, detailSchema, evenIfRefused, levelSchema, tellingText } from "../parameter.ts";
import type { ToolSettings } from "../tool.ts";

/** Inches. A longer side is a slip of the hand or a wrong unit. */
const MAX_SIDE_IN = 1000;
const inches = z.number().positive().max(MAX_SIDE_IN).meta({ unit: "inches" }).optional().describe("inches");

/** Pounds (service.md 8.5, package weight). */
const MAX_WEIGHT_LB = 1000;
/** One call compares no more dates, because each leaves a plan in the account. */
const MAX_SHIP_DATES = 5;

const ONE_PARCEL = "a plan holds one parcel. Call again for each, with its own externalShipmentId";

const parcel = z
  .strictObject({
    length: inches,
    width: inches,
    height: inches,
    weight: z.number().positive().max(MAX_WEIGHT_LB).meta({ unit: "pounds" }).describe("pounds, up to 1000"),
    predefinedPackage: tellingText("leave it out, and give the sides")
      .max(100)
      .optional()
      .describe("carrier's box name, if the user gives it"),
  })
  .superRefine((given, context) => {
    if (typeof given.predefinedPackage === "string") return;
    for (const side of ["length", "width", "height"] as const) {
      if (given[side] !== undefined) continue;
      context.addIssue({ code: "custom", path: [side], message: "is missing: give inches, or a predefinedPackage" });
    }
  }, evenIfRefused)
  .meta({
    description: "weight, and sides up to 1000 or predefinedPackage",
    instead: { quantity: ONE_PARCEL, qty: ONE_PARCEL, count: ONE_PARCEL, pieces: ONE_PARCEL, parcels: ONE_PARCEL },
  });

/** A date, or a time: by the destination's clock, `2026-11-28T12:00`, or with an offset. */
const deadline = z
  .string()
  .refine((text) => {
    const time = readDatetime(text);
    // Models add a Z to local times, and no destination has its clock.
    return dateToUtcMs(text) !== undefined || (time !== undefined && time.offsetMinutes !== 0);
  }, "should be a date written yyyy-MM-dd, or a time there, yyyy-MM-ddTHH:mm")
  .meta({ holds: "deadline" });

/** The deadline on the destination's clock, of which midnight means the date. Undefined if that clock is not known. */
export function localDeadline({ deliveryByDate = "", destination }: Partial<Arguments>): string | undefined {
  const written = readDatetime(deliveryByDate);
  if (written === undefined) return deliveryByDate || undefined;
  const zip = foreignCountry(destination) === undefined ? textOf(recordOf(destination)?.["zipCode"]) : "";
  const { date, time } =
    written.offsetMinutes === null
      ? { date: deliveryByDate.slice(0, 10), time: deliveryByDate.slice(11, 16) }
      : (localClock(deliveryByDate, zoneOfZip(zip)) ?? {});
  return time === "00:00" || date === undefined ? date : `${date}T${time}`;
}

const ORIGIN = { synonyms: ["from", "shipper", "sender"] };

/** The service's parameters (service.md 4.4, bounds of 8.5), and our own: `shipDates`, `checkHeat`, `detail`. */
export const input = z.strictObject({
  origin: addressSchema
    .optional()
    .meta({ ...ORIGIN, description: "leave out for the configured default; never invent one" }),
  destination: addressSchema.meta({
    description: "zipCode is enough; not verified",
    synonyms: ["to", "shipTo", "recipient"],
  }),
  parcel,
  shipDate: dateSchema.optional().meta({ several: "shipDates", description: "yyyy-MM-dd, default today (UTC)" }),
  shipDates: z
    .array(dateSchema)
    .max(MAX_SHIP_DATES)
    .transform((dates) => [...new Set(dates)].sort())
    .optional()
    // One date is accepted, too.
    .meta({ minItems: 2, description: "2 to 5 dates" }),
  deliveryByDate: deadline
    .optional()
    .describe(
      "yyyy-MM-dd or local time there, yyyy-MM-ddTHH:mm; sent as a day: give an earlier one for a morning or faster service",
    ),
  isSignatureRequired: z.boolean().optional().describe("on delivery"),
  isRefrigerated: z.boolean().optional().describe("for cold goods; never confirmed"),
  forceRetrieveRates: z.boolean().optional().describe("only if the user asks"),
  externalShipmentId: tellingText("leave it out").max(50).optional().describe("your reference; one per identical box"),
  checkHeat: z.boolean().optional().describe("risk along the route, alerts now"),
  detail: detailSchema("adds the whole record"),
});

export function inputFor({ originAddress, riskLevels }: Pick<ToolSettings, "originAddress" | "riskLevels">) {
  const origin = addressSchema.meta({ ...ORIGIN, description: "ask where it ships from; never invent one" });
  const maxRisk = levelSchema(riskLevels ?? [])
    .optional()
    .describe("most risk at arrival; includes checkHeat");
  return input.extend({ ...(originAddress === undefined && { origin }), ...(riskLevels && { maxRisk }) });
}

const stop = row({
  zip: text,
  place: text,
  local: text,
  stdDevMinutes: number,
  risk: row({}).describe("forecast for its area and date"),
});

/** The most used members have types; the description names the others. */
const plan = row({
  shipDate: text,
  shipmentId: z.string(),
  from: row({}),
  to: row({}).describe("city, state, zip"),
  carrier: text,
  carrierService: text,
  price: number,
  arrival: text,
  arrivalLocal: text,
  transitHours: number,
  deliveryByDate: text,
  arrivesInTime: flag,
  slackHours: number,
  risk: text.describe("the whole plan's"),
  route: z.readonly(z.array(stop)),
  differs: z.array(row({}).describe("field, asked, answered")),
}).describe("also parcel, currency, pickup, zones, onDate, pickupRisk, withinRisk, withinSpread");

export const output = z.object({
  inTime: z.array(z.string()).optional(),
  riskField: text.optional(),
  plans: z.array(plan),
  alertsNow: row({}).optional().describe("dataOf, stale, at (null: unknown)"),
  failed: z.array(row({ shipDate: z.string(), kind: z.string(), reason: z.string() })),
});

export type Arguments = z.output<typeof input> & { readonly maxRisk?: string | undefined };
export type Structured = z.input<typeof output>;
