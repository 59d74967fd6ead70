import { EVENT_CODES } from "../invented.ts";
import { placeAt } from "./places.ts";
import { DELIVERED } from "./stories-delivered.ts";
import { OPEN } from "./stories-open.ts";
import type { Scan, Story } from "./story.ts";
import { wallTime, zoneAbbreviation, zoneOf } from "./zones.ts";

const HOUR_MS = 3_600_000;

function tell(story: Story, anchorMs: number): Readonly<Record<string, unknown>> {
  const destination = placeAt(story.to);
  const zone = zoneOf(destination);
  const local = (hour: number | null | undefined): string | null =>
    hour === undefined || hour === null ? null : wallTime(anchorMs + hour * HOUR_MS, zone);
  return {
    orderNumber: story.order,
    trackingNumber: story.tracking,
    status: story.status,
    carrierDesc: story.carrier ?? "CarrierA",
    carrierServiceDesc: story.carrierService === undefined ? "2nd Day Air" : story.carrierService,
    carrierDeliveryLocation: story.location ?? null,
    weight: story.weight ?? 6.5,
    tier: story.tier ?? 0,
    refrigerated: story.refrigerated ?? false,
    signatureRequired: story.signature ?? false,
    reIced: story.reIced ?? false,
    manifestDate: local(story.manifest),
    scheduledDeliveryDate: local(story.scheduled),
    originalScheduledDeliveryDate: local(story.original === undefined ? story.scheduled : story.original),
    deliveryDate: local(story.delivered),
    recipientAddress: {
      line1: "100 Example Street",
      line2: story.signature ? "Suite 5" : null,
      city: destination.city,
      state: destination.state,
      zip: destination.zip,
    },
    events: story.scans?.map((scan) => tellScan(scan, anchorMs, story.zones ?? "iana")) ?? null,
  };
}

function tellScan([atHour, name, zip]: Scan, anchorMs: number, zones: "iana" | "abbreviated"): Record<string, unknown> {
  const place = placeAt(zip);
  const zone = zoneOf(place);
  const instantMs = anchorMs + atHour * HOUR_MS;
  const [code, discriminator, description] = EVENT_CODES[name];
  return {
    code,
    discriminator,
    description,
    city: place.city,
    state: place.state,
    eventDateTime: wallTime(instantMs, zone),
    timeZone: zones === "iana" ? zone : zoneAbbreviation(instantMs, zone),
  };
}

/**
 * Every package of the world (spec 2.9), under its order number and under its tracking number: SBX0000010042 is that of
 * order 10042, and so on. The anchor is the start of the hour of `startMs`, so the stages are the same at any start.
 */
export function packagesAround(startMs: number): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const anchorMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for (const story of [...DELIVERED, ...OPEN]) {
    const told = tell(story, anchorMs);
    if (story.order !== null) byId.set(story.order, told);
    if (story.tracking !== null) byId.set(story.tracking, told);
  }
  return byId;
}
