import { HOUR_MS } from "../../domain/time-units.ts";
import { EVENT_CODES } from "./invented.ts";
import table from "./packages.json" with { type: "json" };
import { placeAt } from "./places.ts";
import { wallTime, zoneAbbreviation, zoneOf } from "./zones.ts";

/** A package as packages.json describes it. Missing fields have plain defaults. */
interface Story {
  readonly order: string | null;
  /** Follows from the order number unless given. */
  readonly tracking?: string | null;
  readonly status: string | null;
  readonly carrier?: string;
  readonly carrierService?: null;
  readonly to: string;
  readonly location?: string;
  readonly weight?: number;
  readonly tier?: number;
  readonly refrigerated?: boolean;
  readonly signature?: boolean;
  readonly reIced?: boolean;
  readonly manifest?: number;
  /** The original schedule is the same unless given. */
  readonly scheduled?: number;
  readonly original?: number | null;
  readonly delivered?: number;
  readonly scans: string | null;
  /** The zone names in its events: IANA names unless given. */
  readonly zones?: string;
}

function tellStory(story: Story, anchorMs: number): Readonly<Record<string, unknown>> {
  const destination = placeAt(story.to);
  const zone = zoneOf(destination);
  const local = (hour: number | null | undefined): string | null =>
    hour === undefined || hour === null ? null : wallTime(anchorMs + hour * HOUR_MS, zone);
  return {
    orderNumber: story.order,
    trackingNumber: trackingOf(story),
    status: story.status,
    carrierDesc: story.carrier ?? "CarrierA",
    carrierServiceDesc: story.carrierService === null ? null : "2nd Day Air",
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
    events: eventsOf(story, anchorMs),
  };
}

function trackingOf({ order, tracking }: Story): string | null {
  return tracking === undefined ? `SBX00000${order}` : tracking;
}

function eventsOf({ scans, zones }: Story, anchorMs: number): readonly Record<string, unknown>[] | null {
  if (scans === null || scans === "") return scans === null ? null : [];
  return scans.split(", ").map((scan) => {
    const [hour = "", name = "", zip = ""] = scan.split(" ");
    return eventAt(anchorMs + Number(hour) * HOUR_MS, name as keyof typeof EVENT_CODES, zip, zones === "abbreviated");
  });
}

function eventAt(
  instantMs: number,
  name: keyof typeof EVENT_CODES,
  zip: string,
  isAbbreviated: boolean,
): Record<string, unknown> {
  const place = placeAt(zip);
  const zone = zoneOf(place);
  const [code, discriminator, description] = EVENT_CODES[name];
  return {
    code,
    discriminator,
    description,
    city: place.city,
    state: place.state,
    eventDateTime: wallTime(instantMs, zone),
    timeZone: isAbbreviated ? zoneAbbreviation(instantMs, zone) : zone,
  };
}

/** So many everyday packages follow from order 10101 on: a day's list for a support desk. */
const EVERYDAY = 80;

/** A package that nothing happens to: in transit, or each fourth delivered, to places that are cool all year. */
function everyday(_: unknown, index: number): Story {
  const to = ["02134", "60601", "98101", "64106", "80202"][index % 5] ?? "98101";
  const [order, base] = [String(10_101 + index), { to, refrigerated: index % 3 === 0, reIced: true, manifest: -20 }];
  return index % 4 === 3
    ? {
        ...base,
        order,
        status: "Delivered",
        scheduled: -2,
        delivered: -4,
        scans: `-22 label 38118, -4 delivered ${to}`,
      }
    : { ...base, order, status: "In transit", scheduled: 20 + (index % 24), scans: `-22 label 38118, -9 pickup 38118` };
}

/**
 * Every package of the world (service.md 2.9), by order number and by tracking number. Times count from the start of
 * the hour of `startMs`, so that the stages never depend on the start.
 */
export function packagesAround(startMs: number): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const anchorMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for (const story of [...(table.stories as readonly Story[]), ...Array.from({ length: EVERYDAY }, everyday)]) {
    const told = tellStory(story, anchorMs);
    for (const id of [story.order, trackingOf(story)]) if (id !== null) byId.set(id, told);
  }
  return byId;
}
