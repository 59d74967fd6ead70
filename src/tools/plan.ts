import type { ServiceRecord, ShipmentRequest } from "../api/schema.ts";
import { type Slack, type SlackDoubt, slackToDayEnd } from "../domain/slack.ts";
import { cityOfZip } from "../places/old/place.ts";
import { isForeign } from "./foreign.ts";
import { withoutRecipient } from "./recipient.ts";
import { type Shrunk, tidy } from "./shrink.ts";
import { textOf, valueText } from "./text.ts";
import { abroadDoubt, isMilitaryMail, zipDoubt, zipMismatch } from "./zip-doubt.ts";

/** A planned shipment as it may be shown, and its estimated arrival held against the deadline. */
export interface Plan {
  /** Cleaned, its recipient reduced. */
  readonly shipment: Shrunk<ServiceRecord>;
  /** The response's, else the request's; undefined where there is none. */
  readonly deadline: unknown;
  readonly slack: Slack | undefined;
  /** Why the route is, or may be, partly in another country, where five digits are no ZIP. */
  readonly abroad: string | undefined;
  /** The cities of ZIP codes along the route; none where it is, or may be, abroad. */
  readonly places: ReadonlyMap<string, string>;
  /** What is withheld, doubtful, or otherwise than asked. */
  readonly notes: readonly string[];
}

/** Kept before anything else when a shipment is too large for an answer. */
export const ESSENTIAL: ReadonlySet<string> = new Set(
  (
    "shipmentId recommendedShipmentService carrier carrierService price currency estimatedArrivalDateTime " +
    "estimatedArrivalDateTimeZone estimatedPickupDateTime estimatedPickupDateTimeZone risk weightedOnDateRisk onDate " +
    "predictedRoute zip zipCode city state dateTime type stdDevMinutes deliveryByDate destination shipDate"
  ).split(" "),
);

/** Never shortened: half an identifier is useless. */
export const IDENTIFIERS: ReadonlySet<string> = new Set(["shipmentId"]);

/** Reads a shipment (spec 2.5) as planned for `request`. */
export function readPlan(request: ShipmentRequest, sent: ServiceRecord, showRecipient: boolean): Plan {
  const whole = tidy(sent, ESSENTIAL);
  const { record, notes: returnNotes } = withoutRepeatedOrigin(whole.value);
  const masked = withoutRecipient(record, "destination", showRecipient);
  const deadline = masked.record["deliveryByDate"] ?? request["deliveryByDate"];
  const service = recordOf(masked.record["recommendedShipmentService"]) ?? {};
  const { estimatedArrivalDateTime: arrival, estimatedArrivalDateTimeZone: zone } = service;
  const slack = deadline === undefined ? undefined : slackToDayEnd(arrival, zone, deadline);
  const abroad = abroadText([request, sent]);
  return {
    shipment: { value: masked.record, leftOut: whole.leftOut },
    deadline,
    slack,
    abroad,
    places: abroad === undefined ? placesOf(routeOf(masked.record)) : new Map(),
    notes: [
      ...deadlineNotes(request, masked.record, slack),
      ...(abroad === undefined ? mismatchNotes(request) : []),
      ...returnNotes,
      ...masked.notes,
    ],
  };
}

/** `value` where it is a JSON object. */
export function recordOf(value: unknown): ServiceRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ServiceRecord) : undefined;
}

/** The recommended service of a shipment (spec 2.6), where one was sent. */
export function serviceOf(shipment: ServiceRecord): ServiceRecord | undefined {
  return recordOf(shipment["recommendedShipmentService"]);
}

/** The points of a shipment's predicted route (spec 2.8), those that are no objects included. */
export function routeOf(shipment: ServiceRecord): readonly unknown[] {
  const route: unknown = recordOf(serviceOf(shipment)?.["risk"])?.["predictedRoute"];
  return Array.isArray(route) ? route : [];
}

/** Where the service's own route points stand in a shipment (spec 2.5, 2.6, 2.8). */
export const ROUTE_PATH = "recommendedShipmentService.risk.predictedRoute";

/** A predicted route as far as it was read, and how many points at its end were not, being more than any answer holds. */
export interface ReadRoute {
  readonly points: readonly unknown[];
  readonly unreadCount: number;
}

/** The predicted route of a plan. */
export function readRouteOf({ shipment: { value, leftOut } }: Plan): ReadRoute {
  const points = routeOf(value);
  return { points, unreadCount: (leftOut.lists.get(ROUTE_PATH)?.of ?? points.length) - points.length };
}

/** A shipment with those points of its predicted route that `isKept`; as it is where it has no route. */
export function withRoute(shipment: ServiceRecord, isKept: (point: unknown, index: number) => boolean): ServiceRecord {
  const service = serviceOf(shipment);
  const risk = recordOf(service?.["risk"]);
  if (!Array.isArray(risk?.["predictedRoute"])) return shipment;
  const predictedRoute = routeOf(shipment).filter(isKept);
  return { ...shipment, recommendedShipmentService: { ...service, risk: { ...risk, predictedRoute } } };
}

/** By what was asked as well as by the answer: a country that is not given is `US` to the service (spec 2.3). */
function abroadText(shipments: readonly ServiceRecord[]): string | undefined {
  const addresses = shipments.flatMap(({ origin, destination }) => [
    recordOf(origin) ?? {},
    recordOf(destination) ?? {},
  ]);
  // The military's post names the country where its unit is.
  const isAbroad = addresses.some((address) => isForeign(address) && !isMilitaryMail(address));
  if (isAbroad) return "The shipment leaves the United States";
  const doubt = addresses.map(abroadDoubt).find((each) => each !== undefined);
  return doubt === undefined ? undefined : `The shipment perhaps leaves the United States (${doubt})`;
}

/** The caller's own words against each other: the service decides what to make of them, and plans all the same. */
function mismatchNotes(request: ShipmentRequest): string[] {
  return ["origin", "destination"].flatMap((name) => {
    const mismatch = zipMismatch(recordOf(request[name]) ?? {});
    return mismatch === undefined ? [] : [`${name}: ${mismatch}; planned as given, places and heat go by ZIP.`];
  });
}

function placesOf(route: readonly unknown[]): ReadonlyMap<string, string> {
  const ofUs = route
    .map(recordOf)
    .filter((point) => point !== undefined)
    .filter((point) => !isForeign(point) && zipDoubt(point) === undefined);
  const zips = ofUs.map((point) => textOf(point["zip"]).trim());
  return new Map(
    zips.flatMap((zip): [string, string][] => {
      const city = cityOfZip(zip);
      return city === undefined ? [] : [[zip, city]];
    }),
  );
}

/** A return address that repeats the origin is said in three words. */
function withoutRepeatedOrigin(shipment: ServiceRecord): {
  readonly record: ServiceRecord;
  readonly notes: readonly string[];
} {
  const { returnAddress, ...record } = shipment;
  const isSame = returnAddress !== undefined && JSON.stringify(returnAddress) === JSON.stringify(record["origin"]);
  return isSame ? { record, notes: ["returnAddress equals origin."] } : { record: shipment, notes: [] };
}

const DOUBTS: Readonly<Record<SlackDoubt, string>> = {
  "no arrival": "no readable estimated arrival was sent",
  "arrival without zone designator": "the estimated arrival names no offset from UTC",
  "no zone": "the arrival's time zone was not sent",
  "unknown zone": "the arrival's time zone is not known",
  "unreadable deadline": "the deadline sent is no calendar date",
};

function deadlineNotes(request: ShipmentRequest, shipment: ServiceRecord, slack: Slack | undefined): string[] {
  const notes: string[] = [];
  const { deliveryByDate: asked } = request;
  const planned = shipment["deliveryByDate"];
  if (planned !== undefined && asked !== undefined && planned !== asked) {
    notes.push(`Asked for deliveryByDate ${valueText(asked)}, planned with ${valueText(planned)}.`);
  }
  if ((planned === undefined || planned === null) && asked !== undefined) {
    notes.push(`Deadline ${valueText(asked)} (as asked).`);
  }
  if (slack?.known === false) notes.push(`Not held against the deadline: ${DOUBTS[slack.why]}.`);
  return notes;
}
