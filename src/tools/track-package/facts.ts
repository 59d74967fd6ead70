import type { ServiceRecord } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";
import { hasPassed, hoursBetween } from "../../domain/package-times.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { foreignCountry } from "../areas/country.ts";
import { recordOf } from "../kit/rows.ts";
import { textOf } from "../kit/words.ts";
import { readScans, type Scan } from "./scans.ts";

/** What the text and the structured answer say of one package (spec 2.9). Datetimes stand as sent, without zone. */
export interface PackageFacts {
  readonly id: string;
  readonly orderNumber: string | null;
  readonly trackingNumber: string | null;
  readonly status: string | null;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly tier: number | null;
  readonly weightLb: number | null;
  readonly refrigerated: boolean | null;
  readonly reIced: boolean | null;
  readonly signatureRequired: boolean | null;
  readonly to: { readonly city: string | null; readonly state: string | null; readonly zip: string | null };
  readonly deliveryLocation: string | null;
  readonly givenToCarrier: string | null;
  readonly scheduled: string | null;
  readonly originalScheduled: string | null;
  readonly delivered: string | null;
  readonly scheduleSlipHours: number | null;
  /** Negative when early. */
  readonly deliveredLateHours: number | null;
  /** Null where the schedule has passed in some US zones and the recipient's is not known. */
  readonly overdue: boolean | null;
  readonly isDelivered: boolean;
  /** The country of a recipient abroad, whose ZIP is no US ZIP. */
  readonly abroad: string | null;
  readonly scans: readonly Scan[];
}

/** Draws a package's facts at the wall-clock time `nowMs`; `loadZones()` must have ended. */
export function packageFacts(id: string, sent: ServiceRecord, nowMs: number): PackageFacts {
  const { scheduledDeliveryDate: scheduled, originalScheduledDeliveryDate: original, deliveryDate } = sent;
  const address = recordOf(sent["recipientAddress"]) ?? {};
  const abroad = foreignCountry(address) ?? null;
  const zip = text(address["zip"]);
  const zone = zip === null || abroad !== null ? undefined : placeOfZip(zip.replace(/-\d{4}$/, ""))?.zone;
  const isSaidDelivered = (text(sent["status"]) ?? "").toLowerCase().startsWith("delivered");
  // A date that lies ahead is an appointment, whatever the field is called.
  const isDelivered = isSaidDelivered || hasPassed(deliveryDate, zone, nowMs) === true;
  return {
    id,
    orderNumber: text(sent["orderNumber"]),
    trackingNumber: text(sent["trackingNumber"]),
    status: text(sent["status"]),
    carrier: text(sent["carrierDesc"]),
    service: text(sent["carrierServiceDesc"]),
    tier: number(sent["tier"]),
    weightLb: number(sent["weight"]),
    refrigerated: flag(sent["refrigerated"]),
    reIced: flag(sent["reIced"]),
    signatureRequired: flag(sent["signatureRequired"]),
    to: { city: text(address["city"]), state: text(address["state"]), zip },
    deliveryLocation: text(sent["carrierDeliveryLocation"]),
    givenToCarrier: text(sent["manifestDate"]),
    scheduled: text(scheduled),
    originalScheduled: text(original),
    delivered: text(deliveryDate),
    scheduleSlipHours: hoursBetween(original, scheduled),
    deliveredLateHours: isDelivered ? hoursBetween(original, deliveryDate) : null,
    overdue: isDelivered ? false : hasPassed(scheduled, zone, nowMs),
    isDelivered,
    abroad,
    scans: readScans(sent["events"], nowMs),
  };
}

function text(value: unknown): string | null {
  return cleanText(textOf(value)) || null;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function flag(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Whether two found packages are one, asked for by order and by tracking number. */
export function isSamePackage(a: PackageFacts, b: PackageFacts): boolean {
  const isSame = a.orderNumber === b.orderNumber && a.trackingNumber === b.trackingNumber;
  return isSame && (a.orderNumber !== null || a.trackingNumber !== null);
}
