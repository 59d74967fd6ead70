import { z } from "zod";
import { CARRIER_SERVICES, CARRIERS, TRANSIT_SERVICE_CLASSES, TRANSIT_SERVICES } from "./enumerations.ts";

/** A JSON object of the service, every field kept as sent. Fields are read defensively: none but the checked ones is certain. */
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** The body of `POST /shipments` (spec 4.4), already checked against the bounds of spec 8.5. */
export type ShipmentRequest = Readonly<Record<string, unknown>>;

/*
 * The shapes that the specification shows, as strict schemas. They never refuse an answer: what departs from them is
 * counted as contract drift (DESIGN 3, arguments). The specification does not say which fields are required, so every
 * one is optional but those that a rule calls present or included.
 */

const timestamp = z.iso.datetime({ offset: true, abort: true });
/** Of the data APIs (spec 2.1): in UTC. */
const utcTimestamp = timestamp.regex(/(?:Z|[+-]00:00)$/);
/** Of a package (spec 2.9): without zone designator, although zod would let one pass. */
const localDateTime = z.iso.datetime({ local: true, abort: true }).regex(/\d$/);
const id = z.string().min(28).max(90);
const timeZone = z.string().min(3).max(50);

/** `meta` of the data APIs (spec 2.1). */
const meta = { generatedAt: utcTimestamp, granularity: z.string() };

/** What an answer of the data APIs has beside one another (spec 2.1); what is in it is read apart. */
export const dataEnvelope = z.strictObject({ data: z.unknown(), meta: z.unknown() }).partial();

/** `meta` of temperature alerts (spec 4.2). */
export const alertsMeta = z.strictObject({
  ...meta,
  window: z.strictObject({ hours: z.int() }),
  total: z.int().min(0),
  page: z.int(),
  pageSize: z.int(),
  hasMore: z.boolean(),
});

/** `meta` of five-day risk (spec 4.3). The horizon's shape is not shown; paging fields may be there (spec 2.1). */
export const riskMeta = z.strictObject({
  ...meta,
  horizon: z.unknown().refine((horizon) => horizon !== null),
  total: z.int().min(0).optional(),
  page: z.int().optional(),
  pageSize: z.int().optional(),
  hasMore: z.boolean().optional(),
});

/** Address (spec 2.3). */
const address = z
  .strictObject({
    zipCode: z.string().min(1).max(5),
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: z.string().length(2),
    country: z.string().length(2),
    name: z.string().nullable(),
    company: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    isResidential: z.boolean(),
  })
  .partial();

/** Risk (spec 2.8). */
const risk = z
  .strictObject({
    version: z.string(),
    weightedOnDateRisk: z.strictObject({ risk: z.string(), onDate: z.number() }).partial(),
    predictedRoute: z.array(
      z.strictObject({ zip: z.string(), type: z.string(), dateTime: timestamp, stdDevMinutes: z.int() }).partial(),
    ),
  })
  .partial();

/** Shipment service (spec 2.6). */
const shipmentService = z
  .strictObject({
    shipmentServiceId: id,
    credentialId: id,
    carrier: z.enum(CARRIERS),
    carrierService: z.enum(CARRIER_SERVICES),
    carrierServiceCode: z.string(),
    transitService: z.enum(TRANSIT_SERVICES),
    transitServiceClass: z.enum(TRANSIT_SERVICE_CLASSES),
    price: z.number(),
    currency: z.string(),
    estimatedArrivalDateTime: timestamp,
    estimatedArrivalDateTimeZone: timeZone,
    estimatedPickupDateTime: timestamp,
    estimatedPickupDateTimeZone: timeZone,
    provider: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    risk,
  })
  .partial()
  // Spec 4.4: "including recommendedShipmentService and its risk".
  .required({ risk: true });

/** Shipment (spec 2.5). */
export const shipment = z
  .strictObject({
    shipmentId: id,
    origin: address,
    destination: address,
    returnAddress: address,
    parcel: z
      .strictObject({
        length: z.number(),
        width: z.number(),
        height: z.number(),
        weight: z.number(),
        predefinedPackage: z.string().nullable(),
      })
      .partial(),
    isSignatureRequired: z.boolean(),
    createdAt: timestamp,
    updatedAt: timestamp,
    recommendedShipmentService: shipmentService,
    shipDate: z.iso.date(),
    deliveryByDate: z.iso.date(),
    externalShipmentId: z.string().max(50).nullable(),
  })
  .partial()
  .required({ recommendedShipmentService: true });

/** Package (spec 2.9). */
export const servicePackage = z
  .strictObject({
    orderNumber: z.string().nullable(),
    trackingNumber: z.string().nullable(),
    status: z.string().nullable(),
    carrierDesc: z.enum(["CarrierA", "CarrierB", "CarrierC"]),
    carrierServiceDesc: z.string().nullable(),
    carrierDeliveryLocation: z.string().nullable(),
    weight: z.number().min(0).max(1000),
    tier: z.int().min(0).max(2),
    refrigerated: z.boolean(),
    signatureRequired: z.boolean(),
    reIced: z.boolean(),
    manifestDate: localDateTime.nullable(),
    scheduledDeliveryDate: localDateTime.nullable(),
    originalScheduledDeliveryDate: localDateTime.nullable(),
    deliveryDate: localDateTime.nullable(),
    recipientAddress: z
      .strictObject({
        line1: z.string(),
        line2: z.string().nullable(),
        city: z.string(),
        state: z.string(),
        zip: z.string(),
      })
      .partial(),
    events: z
      .array(
        z
          .strictObject({
            code: z.string(),
            discriminator: z.string(),
            description: z.string(),
            city: z.string(),
            state: z.string(),
            eventDateTime: localDateTime,
            timeZone: z.string(),
          })
          .partial(),
      )
      .nullable(),
  })
  .partial();

/** How many items of a list are looked at: departures repeat, and a hostile list is long. */
const SAMPLED_ITEMS = 200;

/**
 * How `value` departs from `schema`, by path: `shipment.parcel.weight: invalid_type`. Array indexes become `[]`. Neither a
 * value nor the name of an unknown field is told: each may be a person's.
 */
export function departures(name: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(sample(value));
  if (parsed.success) return [];
  return parsed.error.issues.map(({ path, code }) => {
    const place = path.map((part) => (typeof part === "number" ? "[]" : `.${String(part)}`)).join("");
    return `${name}${place}: ${isMissing(value, path) ? "missing" : code}`;
  });
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>((whole, part) => (whole as Record<PropertyKey, unknown>)[part], value);
  return found === undefined || found === null;
}

/** `value` with its lists cut, four levels deep: none of the specification lies deeper. */
function sample(value: unknown, levels: number = 4): unknown {
  if (typeof value !== "object" || value === null || levels === 0) return value;
  if (Array.isArray(value)) return value.slice(0, SAMPLED_ITEMS).map((item) => sample(item, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sample(item, levels - 1)]));
}
