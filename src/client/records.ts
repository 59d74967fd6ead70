import type { PackageFields, ShipmentFields } from "../api/contract/schema.ts";
import type { JsonRecord } from "../domain/record.ts";

/** A value as the service sends it: it may leave out a documented field, send null, and add other fields and words. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? JsonRecord & { readonly [Name in keyof T]?: Sent<NonNullable<T[Name]>> | null }
    : T extends string
      ? string
      : T;

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

/** A plan (service.md 2.5). Inches and pounds; dates are `yyyy-MM-dd`, times UTC, zones IANA names. */
export type Shipment = Sent<ShipmentFields>;

/** A package (service.md 2.9). The weight is in pounds. Its times carry no zone: that of an event stands beside it. */
export type Package = Sent<PackageFields>;
