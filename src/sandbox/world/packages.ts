import { EVENT_CODES, PACKAGE_STATUS } from "../invented.ts";
import { placeAt } from "./places.ts";
import { wallTime, zoneAbbreviation, zoneOf } from "./zones.ts";

const HOUR_MS = 3_600_000;

type EventName = keyof typeof EVENT_CODES;
/** Hours relative to the anchor, what happened, and the ZIP code where. */
type Scan = readonly [atHour: number, name: EventName, zip: string];

interface Story {
  readonly order: string | null;
  readonly tracking: string | null;
  readonly status: string | null;
  readonly carrier?: "CarrierA" | "CarrierB" | "CarrierC";
  readonly carrierService?: string | null;
  readonly to: string;
  readonly location?: string;
  readonly weight?: number;
  readonly tier?: number;
  readonly refrigerated?: boolean;
  readonly signature?: boolean;
  readonly reIced?: boolean;
  readonly manifest?: number;
  /** Hours relative to the anchor; the original schedule is the same unless given. */
  readonly scheduled?: number;
  readonly original?: number | null;
  readonly delivered?: number;
  readonly scans: readonly Scan[] | null;
  /** How events name their zone. */
  readonly zones?: "iana" | "abbreviated";
}

const { labelCreated, inTransit, outForDelivery, delayed, exception, returning, delivered } = PACKAGE_STATUS;

/**
 * Packages at every stage of life. Hours count from the anchor, the start of the hour in which the sandbox started, so
 * the stages are the same whenever it starts. The tracking number of order 10042 is SBX0000010042, and so on.
 */
const STORIES: readonly Story[] = [
  // Delivered before its schedule, signed for.
  {
    order: "10042",
    tracking: "SBX0000010042",
    status: delivered,
    to: "80202",
    signature: true,
    location: "Front desk",
    manifest: -52,
    scheduled: -24,
    delivered: -27.3,
    scans: [
      [-54, "label", "38118"],
      [-50, "pickup", "38118"],
      [-44, "departed", "38118"],
      [-33, "arrived", "80202"],
      [-30, "out", "80202"],
      [-27.3, "delivered", "80202"],
    ],
  },
  // In transit, its schedule unchanged.
  {
    order: "10043",
    tracking: "SBX0000010043",
    status: inTransit,
    to: "02134",
    refrigerated: true,
    tier: 1,
    manifest: -20,
    scheduled: 26,
    scans: [
      [-22, "label", "33101"],
      [-18, "pickup", "33101"],
      [-9, "departed", "33101"],
      [-3, "arrived", "38118"],
    ],
  },
  // Late by its schedule, which moved a day; not due yet.
  {
    order: "10044",
    tracking: "SBX0000010044",
    status: delayed,
    to: "60601",
    carrier: "CarrierB",
    zones: "abbreviated",
    manifest: -40,
    scheduled: 30,
    original: 6,
    scans: [
      [-42, "label", "90001"],
      [-38, "pickup", "90001"],
      [-30, "departed", "90001"],
      [-12, "weather", "80202"],
    ],
  },
  // Overdue, refrigerated, not re-iced: the one to worry about.
  {
    order: "10045",
    tracking: "SBX0000010045",
    status: inTransit,
    to: "33101",
    carrier: "CarrierB",
    refrigerated: true,
    tier: 2,
    zones: "abbreviated",
    manifest: -70,
    scheduled: -30,
    original: -54,
    scans: [
      [-72, "label", "60601"],
      [-68, "pickup", "60601"],
      [-52, "arrived", "38118"],
      [-37, "departed", "38118"],
    ],
  },
  // Delivered well before its original schedule.
  {
    order: "10046",
    tracking: "SBX0000010046",
    status: delivered,
    to: "10001",
    location: "Dock",
    manifest: -47,
    scheduled: -21,
    delivered: -23.3,
    scans: [
      [-48, "label", "60601"],
      [-45, "pickup", "60601"],
      [-30, "arrived", "10001"],
      [-26, "out", "10001"],
      [-23.3, "delivered", "10001"],
    ],
  },
  // A label and nothing else: the carrier does not have it.
  {
    order: "10047",
    tracking: "SBX0000010047",
    status: labelCreated,
    to: "85001",
    carrier: "CarrierC",
    scheduled: 70,
    scans: [[-2, "label", "38118"]],
  },
  // Almost everything null.
  { order: "10048", tracking: null, status: null, to: "98101", carrierService: null, scans: null },
  // Delivered more than a day late.
  {
    order: "10049",
    tracking: "SBX0000010049",
    status: delivered,
    to: "30301",
    carrier: "CarrierA",
    refrigerated: true,
    tier: 1,
    reIced: true,
    manifest: -120,
    scheduled: -44,
    original: -70,
    delivered: -43.5,
    scans: [
      [-122, "label", "75201"],
      [-118, "pickup", "75201"],
      [-90, "weather", "38118"],
      [-80, "reiced", "38118"],
      [-60, "departed", "38118"],
      [-48, "out", "30301"],
      [-43.5, "delivered", "30301"],
    ],
  },
  // Refrigerated and re-iced on its way.
  {
    order: "10050",
    tracking: "SBX0000010050",
    status: inTransit,
    to: "85001",
    refrigerated: true,
    reIced: true,
    tier: 2,
    manifest: -44,
    scheduled: 20,
    original: -4,
    scans: [
      [-46, "label", "02108"],
      [-42, "pickup", "02108"],
      [-28, "arrived", "38118"],
      [-16, "reiced", "38118"],
      [-10, "departed", "38118"],
    ],
  },
  // Out for delivery; its schedule has passed in some zones and not in others.
  {
    order: "10051",
    tracking: "SBX0000010051",
    status: outForDelivery,
    to: "90012",
    manifest: -30,
    scheduled: -1,
    scans: [
      [-32, "label", "98101"],
      [-29, "pickup", "98101"],
      [-12, "departed", "98101"],
      [-5, "arrived", "90012"],
      [-3, "out", "90012"],
    ],
  },
  // The carrier cannot deliver it.
  {
    order: "10052",
    tracking: "SBX0000010052",
    status: exception,
    to: "60611",
    manifest: -50,
    scheduled: 18,
    original: -6,
    zones: "abbreviated",
    scans: [
      [-51, "label", "33101"],
      [-48, "pickup", "33101"],
      [-14, "out", "60611"],
      [-8, "exception", "60611"],
    ],
  },
  // On its way back.
  {
    order: "10053",
    tracking: "SBX0000010053",
    status: returning,
    to: "97201",
    carrier: "CarrierC",
    manifest: -150,
    scheduled: -100,
    scans: [
      [-152, "label", "77002"],
      [-148, "pickup", "77002"],
      [-98, "exception", "97201"],
      [-60, "returning", "97201"],
      [-20, "arrived", "80202"],
    ],
  },
  // Zones by US abbreviation only.
  {
    order: "10054",
    tracking: "SBX0000010054",
    status: inTransit,
    to: "96813",
    carrier: "CarrierC",
    zones: "abbreviated",
    manifest: -60,
    scheduled: 36,
    scans: [
      [-62, "label", "10001"],
      [-58, "pickup", "10001"],
      [-40, "departed", "60601"],
      [-24, "departed", "85001"],
      [-10, "arrived", "96813"],
    ],
  },
  // An empty list of events, not null.
  {
    order: "10055",
    tracking: "SBX0000010055",
    status: labelCreated,
    to: "73102",
    manifest: -1,
    scheduled: 46,
    scans: [],
  },
  // Delivered; nobody kept the original schedule.
  {
    order: "10056",
    tracking: "SBX0000010056",
    status: delivered,
    to: "48226",
    manifest: -70,
    scheduled: -40,
    original: null,
    delivered: -39,
    scans: [
      [-72, "label", "19103"],
      [-44, "out", "48226"],
      [-39, "delivered", "48226"],
    ],
  },
  // The lower bounds of spec 8.5.
  {
    order: "10057",
    tracking: "SBX0000010057",
    status: inTransit,
    to: "64106",
    weight: 0,
    tier: 0,
    manifest: -10,
    scheduled: 40,
    scans: [[-9, "pickup", "63101"]],
  },
  // The upper bounds of spec 8.5.
  {
    order: "10058",
    tracking: "SBX0000010058",
    status: inTransit,
    to: "78701",
    weight: 1000,
    tier: 2,
    manifest: -12,
    scheduled: 60,
    scans: [[-11, "pickup", "70112"]],
  },
  // A long way with many scans.
  {
    order: "10059",
    tracking: "SBX0000010059",
    status: inTransit,
    to: "99501",
    manifest: -140,
    scheduled: 24,
    original: 0,
    scans: [
      [-142, "label", "33101"],
      [-138, "pickup", "33101"],
      [-130, "departed", "33101"],
      [-118, "arrived", "30301"],
      [-110, "departed", "30301"],
      [-98, "arrived", "38118"],
      [-90, "departed", "38118"],
      [-76, "arrived", "80202"],
      [-70, "departed", "80202"],
      [-56, "arrived", "84101"],
      [-50, "departed", "84101"],
      [-36, "arrived", "98101"],
      [-28, "weather", "98101"],
      [-12, "departed", "98101"],
    ],
  },
  // Delivered on the hour that was planned.
  {
    order: "10060",
    tracking: "SBX0000010060",
    status: delivered,
    to: "92101",
    location: "Porch",
    manifest: -60,
    scheduled: -20,
    delivered: -20,
    scans: [
      [-61, "label", "87101"],
      [-26, "out", "92101"],
      [-20, "delivered", "92101"],
    ],
  },
  // Known by its tracking number alone.
  {
    order: null,
    tracking: "SBX0000010061",
    status: inTransit,
    to: "37201",
    manifest: -8,
    scheduled: 32,
    scans: [[-7, "pickup", "40202"]],
  },
];

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

/** Every package of the world (spec 2.9), under its order number and under its tracking number. */
export function packagesAround(startMs: number): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const anchorMs = Math.floor(startMs / HOUR_MS) * HOUR_MS;
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for (const story of STORIES) {
    const told = tell(story, anchorMs);
    if (story.order !== null) byId.set(story.order, told);
    if (story.tracking !== null) byId.set(story.tracking, told);
  }
  return byId;
}
