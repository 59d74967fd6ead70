import type { JsonRecord } from "../domain/record.ts";

/** An object of the service with its documented fields. The service may leave out any, send null, and add others. */
type Sent<Fields> = JsonRecord & { readonly [Name in keyof Fields]?: Fields[Name] | null };

/** A temperature alert (service.md 2.2). */
export type Alert = Sent<{
  /** A postal code at the granularity of the answer. */
  zip: string;
  /** The name of a level. `SevereHot` is one; the others are not documented. */
  temperatureLevel: string;
}>;

/** A record of five-day risk (service.md 2.2). Its other fields are not documented. */
export type RiskRecord = Sent<{
  /** A postal code at the granularity of the answer. */
  zip: string;
}>;

/** An address (service.md 2.3). */
export type Address = Sent<{
  zipCode: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  /** Two letters of ISO 3166-1. */
  country: string;
  name: string;
  company: string;
  phone: string;
  email: string;
  isResidential: boolean;
}>;

/** A parcel in inches and pounds (service.md 2.4). */
export type Parcel = Sent<{
  length: number;
  width: number;
  height: number;
  weight: number;
  predefinedPackage: string;
}>;

/** The recommended service of a plan (service.md 2.6). Times are UTC, zones IANA names. */
export type ShipmentService = Sent<{
  shipmentServiceId: string;
  credentialId: string;
  carrier: string;
  carrierService: string;
  carrierServiceCode: string;
  transitService: string;
  transitServiceClass: string;
  price: number;
  currency: string;
  provider: string;
  estimatedArrivalDateTime: string;
  estimatedArrivalDateTimeZone: string;
  estimatedPickupDateTime: string;
  estimatedPickupDateTimeZone: string;
  createdAt: string;
  updatedAt: string;
  risk: Sent<{
    version: string;
    weightedOnDateRisk: Sent<{ risk: string; onDate: number }>;
    predictedRoute: readonly Sent<{ zip: string; type: string; dateTime: string; stdDevMinutes: number }>[];
  }>;
}>;

/** A plan (service.md 2.5). Dates are `yyyy-MM-dd`, times UTC. */
export type Shipment = Sent<{
  shipmentId: string;
  origin: Address;
  destination: Address;
  returnAddress: Address;
  parcel: Parcel;
  isSignatureRequired: boolean;
  shipDate: string;
  deliveryByDate: string;
  externalShipmentId: string;
  createdAt: string;
  updatedAt: string;
  recommendedShipmentService: ShipmentService;
}>;

/** A package (service.md 2.9). Its times carry no zone. The weight is in pounds. */
export type Package = Sent<{
  orderNumber: string;
  trackingNumber: string;
  status: string;
  carrierDesc: string;
  carrierServiceDesc: string;
  carrierDeliveryLocation: string;
  weight: number;
  tier: number;
  refrigerated: boolean;
  signatureRequired: boolean;
  reIced: boolean;
  manifestDate: string;
  scheduledDeliveryDate: string;
  originalScheduledDeliveryDate: string;
  deliveryDate: string;
  recipientAddress: Sent<{ line1: string; line2: string; city: string; state: string; zip: string }>;
  events: readonly Sent<{
    code: string;
    discriminator: string;
    description: string;
    city: string;
    state: string;
    /** An IANA name, an offset or an abbreviation. */
    timeZone: string;
    eventDateTime: string;
  }>[];
}>;
