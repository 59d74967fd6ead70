import { z } from "zod";
import { addDays, utcDate } from "../domain/calendar.ts";
import { type Checked, check, invalid } from "./answer.ts";
import { PREDEFINED_PACKAGES } from "./world/invented.ts";

export const day = z.iso.date("must be a date, yyyy-MM-dd");

const positive = z.number().positive();

/** Address (service.md 2.3, bounds of 8.5). */
const ADDRESS = z
  .strictObject({
    line1: z.string(),
    line2: z.string(),
    city: z.string(),
    state: z.string().length(2),
    country: z.string().length(2),
    name: z.string(),
    company: z.string(),
    phone: z.string(),
    email: z.string(),
    isResidential: z.boolean(),
  })
  .partial()
  .extend({ zipCode: z.string("is required").min(1).max(5) });

/** Parcel (service.md 2.4). A predefined package brings its dimensions. */
const PARCEL = z
  .strictObject({
    length: positive.optional(),
    width: positive.optional(),
    height: positive.optional(),
    weight: positive,
    predefinedPackage: z.enum(Object.keys(PREDEFINED_PACKAGES)).nullish(),
  })
  .superRefine((parcel, { addIssue }) => {
    if (typeof parcel.predefinedPackage === "string") return;
    for (const name of ["length", "width", "height"] as const) {
      if (parcel[name] === undefined) addIssue({ code: "custom", path: [name], message: "is required" });
    }
  });

/** Planning request (service.md 4.4). Unknown fields are refused, to reveal misspellings. */
const SHIPMENT = z.strictObject({
  externalShipmentId: z.string().max(50).optional(),
  origin: ADDRESS,
  destination: ADDRESS,
  parcel: PARCEL,
  shipDate: day.optional(),
  deliveryByDate: day.optional(),
  isSignatureRequired: z.boolean().optional(),
  isRefrigerated: z.boolean().optional(),
  forceRetrieveRates: z.boolean().optional(),
});

export type ShipmentRequest = z.infer<typeof SHIPMENT>;

export function readShipmentRequest(body: unknown, nowMs: number): Checked<ShipmentRequest> {
  const read = check(SHIPMENT, body);
  if ("refusal" in read) return read;
  const { shipDate = utcDate(nowMs), deliveryByDate = shipDate } = read.value;
  // The caller's today may be yesterday in UTC.
  if (shipDate < addDays(utcDate(nowMs), -1)) return { refusal: invalid("shipDate", "lies in the past") };
  if (deliveryByDate < shipDate) return { refusal: invalid("deliveryByDate", "lies before shipDate") };
  return read;
}
