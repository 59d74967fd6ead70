import { z } from "zod";
import type { DataProduct } from "../../domain/product.ts";
import { ENUMERATIONS } from "./enumerations.ts";

/*
 * The shapes of the specification as strict schemas. They never refuse an answer: a departure counts as contract drift
 * (G-answers). The specification does not say which fields are required. So each is optional, unless a rule calls it
 * present or included.
 */

const timestamp = z.iso.datetime({ offset: true, abort: true });
/** A datetime of a package (service.md 2.9). The pattern refuses a zone designator, which zod would let pass. */
const localDateTime = z.iso.datetime({ local: true, abort: true }).regex(/\d$/);
const id = z.string().min(28).max(90);
const timeZone = z.string().min(3).max(50);
const text = z.string();
const nullableText = text.nullable();

/** An object with these fields alone, all optional. */
const fields = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();

/** service.md 2.1. The contents of `data` and `meta` are checked separately. */
export const dataEnvelope = fields({ data: z.unknown(), meta: z.unknown() });

/** service.md 2.1. `generatedAt` is in UTC. */
const meta = { generatedAt: timestamp.regex(/(?:Z|[+-]00:00)$/), granularity: text };
const paging = { total: z.int().min(0), page: z.int(), pageSize: z.int(), hasMore: z.boolean() };

/** service.md 4.2. */
const alertsMeta = z.strictObject({ ...meta, window: z.strictObject({ hours: z.int() }), ...paging });

/** service.md 4.3, with optional paging (2.1). The shape of `horizon` is open. */
const riskMeta = z.strictObject({
  ...meta,
  horizon: z.unknown().refine((horizon) => horizon !== null),
  ...fields(paging).shape,
});

/**
 * The differences between the data APIs: the schema of `meta`, the text fields of a record (service.md 2.2), and a query
 * that the service must refuse.
 */
export const DATA_APIS = {
  alerts: { meta: alertsMeta, texts: ["zip", "temperatureLevel"], refused: { pageSize: "none" } },
  risk: { meta: riskMeta, texts: ["zip"], refused: { date: "none" } },
} as const satisfies Readonly<Record<DataProduct, object>>;

/** service.md 2.3. */
const address = fields({
  zipCode: z.string().min(1).max(5),
  line1: text,
  city: text,
  state: z.string().length(2),
  country: z.string().length(2),
  line2: nullableText,
  name: nullableText,
  company: nullableText,
  phone: nullableText,
  email: nullableText,
  isResidential: z.boolean(),
});

/** service.md 2.8. */
const risk = fields({
  version: text,
  weightedOnDateRisk: fields({ risk: text, onDate: z.number() }),
  predictedRoute: z.array(fields({ zip: text, type: text, dateTime: timestamp, stdDevMinutes: z.int() })),
});

/** service.md 2.6. */
const shipmentService = fields({
  shipmentServiceId: id,
  credentialId: id,
  carrier: z.enum(ENUMERATIONS.carrier),
  carrierService: z.enum(ENUMERATIONS.carrierService),
  transitService: z.enum(ENUMERATIONS.transitService),
  transitServiceClass: z.enum(ENUMERATIONS.transitServiceClass),
  carrierServiceCode: text,
  currency: text,
  provider: text,
  price: z.number(),
  estimatedArrivalDateTime: timestamp,
  estimatedPickupDateTime: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  estimatedArrivalDateTimeZone: timeZone,
  estimatedPickupDateTimeZone: timeZone,
}).extend({ risk }); // Required: service.md 4.4 promises the recommended service and its risk.

/** service.md 2.5. */
export const shipment = fields({
  shipmentId: id,
  origin: address,
  destination: address,
  returnAddress: address,
  parcel: fields({
    length: z.number(),
    width: z.number(),
    height: z.number(),
    weight: z.number(),
    predefinedPackage: nullableText,
  }),
  isSignatureRequired: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
  shipDate: z.iso.date(),
  deliveryByDate: z.iso.date(),
  externalShipmentId: z.string().max(50).nullable(),
}).extend({ recommendedShipmentService: shipmentService });

export type ShipmentFields = z.infer<typeof shipment>;

const event = fields({
  code: text,
  discriminator: text,
  description: text,
  city: text,
  state: text,
  timeZone: text,
  eventDateTime: localDateTime,
});

/** service.md 2.9. */
export const servicePackage = fields({
  orderNumber: nullableText,
  trackingNumber: nullableText,
  status: nullableText,
  carrierServiceDesc: nullableText,
  carrierDeliveryLocation: nullableText,
  carrierDesc: z.enum(["CarrierA", "CarrierB", "CarrierC"]),
  weight: z.number().min(0).max(1000),
  tier: z.int().min(0).max(2),
  refrigerated: z.boolean(),
  signatureRequired: z.boolean(),
  reIced: z.boolean(),
  manifestDate: localDateTime.nullable(),
  scheduledDeliveryDate: localDateTime.nullable(),
  originalScheduledDeliveryDate: localDateTime.nullable(),
  deliveryDate: localDateTime.nullable(),
  recipientAddress: fields({ line1: text, city: text, state: text, zip: text, line2: nullableText }),
  events: z.array(event).nullable(),
});

export type PackageFields = z.infer<typeof servicePackage>;

/** Problem details (service.md 7). They must repeat the answer's status and `X-Request-Id`, and allow other members. */
export function problemDetails(status: number, requestId: string | undefined): z.ZodType {
  const id = requestId === undefined ? text : z.literal(requestId);
  return z.looseObject({ type: text, title: text, status: z.literal(status), requestId: id });
}

/** How `value` departs from `schema`, such as `shipment.parcel.weight: invalid_type`. Array indexes become `[]`. */
export function departures(name: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return [];
  // Shows neither values nor names of unknown fields: both may be personal data.
  return parsed.error.issues.map(({ path, code, input }) => {
    const place = path.map((part) => (typeof part === "number" ? "[]" : `.${String(part)}`)).join("");
    return `${name}${place}: ${(input ?? null) === null ? "missing" : code}`;
  });
}
