import { cleanText } from "../../domain/clean.ts";
import { foreignCountry } from "../../domain/country.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { readDue } from "../../domain/due.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { ownFields } from "../../domain/shown-record.ts";
import { toHours } from "../../domain/time-units.ts";
import { differencesOf } from "./differences.ts";
import { localText, planAddress, routeOf } from "./route.ts";
import { slackTo } from "./slack.ts";

/** For both channels (service.md 2.5, 2.6, 2.8). */
export type PlanFacts = Readonly<ReturnType<typeof planFacts>> & {
  readonly record?: JsonRecord;
  /** The plan was made, or under way, for an equal request: nothing was sent. */
  readonly sameAs?: { readonly shipmentId: string; readonly secondsAgo: number };
  /** The forecast for the destination's area on the arrival's date. Absent if heat was not read. */
  readonly atArrival?: RiskAtArrival;
  /** The forecast for the origin's area on the pickup's local date. Absent if a stop of `route` lies in that area. */
  readonly pickupRisk?: JsonRecord;
  /** Whether the level `atArrival` is `maxRisk` or less; null if that cannot be judged. Absent without `maxRisk`. */
  readonly withinRisk?: boolean | null;
};

/** `text` is such as `Severe` or `no forecast record`. */
export type RiskAtArrival = { readonly text: string; readonly level: string | undefined };

/** In the order of `byTimeAndPrice`. */
export type Plans = readonly [PlanFacts, ...PlanFacts[]];

/** `asked` is the caller's deadline: a date or a local time. */
export function planFacts(request: JsonRecord, sent: JsonRecord, asked?: string) {
  const service = recordOf(sent["recommendedShipmentService"]) ?? {};
  const parcel = recordOf(sent["parcel"]);
  const risk = recordOf(service["risk"]) ?? {};
  const onDateRisk = recordOf(risk["weightedOnDateRisk"]) ?? {};
  const { estimatedPickupDateTime: pickup, estimatedArrivalDateTime: arrival } = service;
  const pickupTimeZone = textOrNull(service["estimatedPickupDateTimeZone"]);
  const arrivalTimeZone = textOrNull(service["estimatedArrivalDateTimeZone"]);
  const from = planAddress(sent["origin"]);
  const to = planAddress(sent["destination"]);
  // If the service answered another date, `differs` says so; the caller's own is what counts.
  const deliveryByDate = asked ?? readDue(sent["deliveryByDate"]).text;
  const slack = slackTo(deliveryByDate, arrival, arrivalTimeZone);
  const addresses = [request, sent].flatMap(({ origin, destination }) => [origin, destination]);
  const isAbroad = addresses.some((address) => foreignCountry(address) !== undefined);
  const endsWithZones = [
    { ...from, zone: pickupTimeZone },
    { ...to, zone: arrivalTimeZone },
  ];
  const route = routeOf(risk["predictedRoute"], isAbroad ? endsWithZones : undefined);
  const end = route.at(-1);
  const spreadMinutes = end?.at === arrival ? (end?.stdDevMinutes ?? null) : null;
  const isWithinSpread =
    slack !== undefined && spreadMinutes !== null && Math.abs(slack.slackHours) * 60 <= spreadMinutes;
  const startMs = instantOf(readDatetime(pickup));
  const endMs = instantOf(readDatetime(arrival));
  return {
    shipDate: textOrNull(request["shipDate"]) ?? readDue(sent["shipDate"]).text,
    shipmentId: cleanText(textOf(sent["shipmentId"])),
    externalShipmentId: textOrNull(sent["externalShipmentId"]),
    parcel: parcel === undefined ? null : ownFields(parcel),
    isSignatureRequired: flagOrNull(sent["isSignatureRequired"]),
    from,
    to,
    carrier: textOrNull(service["carrier"]),
    carrierService: textOrNull(service["carrierService"]),
    transitService: textOrNull(service["transitService"]),
    price: numberOrNull(service["price"]),
    currency: textOrNull(service["currency"]),
    pickup: textOrNull(pickup),
    pickupTimeZone,
    arrival: textOrNull(arrival),
    arrivalTimeZone,
    arrivalLocal: localText(arrival, arrivalTimeZone),
    transitHours: startMs === undefined || endMs === undefined ? null : toHours(endMs - startMs),
    deliveryByDate,
    arrivesInTime: slack?.arrivesInTime ?? null,
    slackHours: slack?.slackHours ?? null,
    /** Of the arrival; null unless the predicted route ends at it. */
    spreadMinutes,
    /** The deadline lies within a standard deviation of the arrival. */
    ...(isWithinSpread && { withinSpread: true }),
    risk: textOrNull(onDateRisk["risk"]),
    onDate: numberOrNull(onDateRisk["onDate"]),
    shipmentServiceId: textOrNull(service["shipmentServiceId"]),
    credentialId: textOrNull(service["credentialId"]),
    isAbroad,
    route,
    differs: differencesOf(request, sent),
  };
}

const IN_TIME_FIRST: readonly unknown[] = [true, null, false];

/** Orders plans: in time, unknown, late; then by price, then by arrival. Unknown prices and arrivals come last. */
export function byTimeAndPrice(a: PlanFacts, b: PlanFacts): number {
  const byTime = IN_TIME_FIRST.indexOf(a.arrivesInTime) - IN_TIME_FIRST.indexOf(b.arrivesInTime);
  if (byTime !== 0) return byTime;
  const byPrice = (a.price ?? Number.MAX_VALUE) - (b.price ?? Number.MAX_VALUE);
  if (byPrice !== 0) return byPrice;
  const [arrival, otherArrival] = [a.arrival ?? "~", b.arrival ?? "~"];
  if (arrival === otherArrival) return 0;
  return arrival < otherArrival ? -1 : 1;
}
