import { HOUR_MS } from "../../domain/time-units.ts";
import { EVENT_CODES } from "./invented.ts";
import table from "./packages.json" with { type: "json" };
import { placeOf, wallTime, zoneOf } from "./places.ts";

/** A package in packages.json: these fields, and fields of service.md 2.9 as sent. Times are hours. */
interface Story extends Readonly<Record<string, unknown>> {
  readonly orderNumber: string | null;
  /** Default: derived from the order number. */
  readonly trackingNumber?: string | null;
  readonly to: string;
  readonly manifest?: number;
  /** `original` defaults to this. */
  readonly scheduled?: number;
  readonly original?: number | null;
  readonly delivered?: number;
  readonly scans: string | null;
}

/** Package (service.md 2.9). */
export type ServicePackage = Readonly<Record<string, unknown>>;

const PLAIN = {
  carrierDesc: "CarrierA",
  carrierServiceDesc: "2nd Day Air",
  carrierDeliveryLocation: null,
  weight: 6.5,
  tier: 0,
  refrigerated: false,
  signatureRequired: false,
  reIced: false,
};

function packageOf(story: Story, anchorMs: number): ServicePackage {
  const { about: _, to, manifest, scheduled, original = scheduled, delivered, scans, ...rest } = story;
  const { orderNumber, trackingNumber = `SBX00000${orderNumber}`, status, ...sent } = rest;
  const destination = placeOf(to);
  const { city, state, zip } = destination;
  const local = (hour: number | null | undefined): string | null =>
    hour === undefined || hour === null ? null : wallTime(anchorMs + hour * HOUR_MS, zoneOf(destination));
  return {
    orderNumber,
    trackingNumber,
    status,
    ...PLAIN,
    ...sent,
    manifestDate: local(manifest),
    scheduledDeliveryDate: local(scheduled),
    originalScheduledDeliveryDate: local(original),
    deliveryDate: local(delivered),
    recipientAddress: {
      line1: "100 Example Street",
      line2: sent["signatureRequired"] === true ? "Suite 5" : null,
      city,
      state,
      zip,
    },
    events: scans?.split(", ").flatMap((scan) => (scan === "" ? [] : eventOf(scan, anchorMs))) ?? null,
  };
}

/** `-50 pickup 38118`: hour, name and ZIP. */
function eventOf(scan: string, anchorMs: number): Readonly<Record<string, unknown>> {
  const [hour, name, zip = ""] = scan.split(" ");
  const place = placeOf(zip);
  const zone = zoneOf(place);
  const [code, discriminator, description] = EVENT_CODES[name as keyof typeof EVENT_CODES];
  const eventDateTime = wallTime(anchorMs + Number(hour) * HOUR_MS, zone);
  return { code, discriminator, description, city: place.city, state: place.state, eventDateTime, timeZone: zone };
}

const EVERYDAY = 80;

/** A package to a place that is cool all year: in transit on schedule, every fourth one delivered. */
function everyday(_: unknown, index: number): Story {
  const to = ["02134", "60601", "98101", "64106", "80202"][index % 5] ?? "98101";
  const orderNumber = String(10_101 + index);
  const base = { orderNumber, to, refrigerated: index % 3 === 0, reIced: true, manifest: -20 };
  return index % 4 === 3
    ? { ...base, status: "Delivered", scheduled: -2, delivered: -4, scans: `-22 label 38118, -4 delivered ${to}` }
    : { ...base, status: "In transit", scheduled: 20 + (index % 24), scans: "-22 label 38118, -9 pickup 38118" };
}

/** Every package by order and tracking number. Times count from the start of the hour of `startMs`. */
export function packagesAround(startMs: number): ReadonlyMap<unknown, ServicePackage> {
  const anchorMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const stories = [...(table.stories as readonly Story[]), ...Array.from({ length: EVERYDAY }, everyday)];
  const packages = stories.map((story) => packageOf(story, anchorMs));
  return new Map(
    packages.flatMap((parcel) => [parcel["orderNumber"], parcel["trackingNumber"]].map((id) => [id, parcel] as const)),
  );
}
