import { cleanText } from "../../domain/clean.ts";
import { foreignCountry } from "../../domain/country.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { endOf, readDue } from "../../domain/due.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { ownFields } from "../../domain/shown-record.ts";
import { toHours } from "../../domain/time-units.ts";
import { instantsAt, resolveZone } from "../../domain/zone.ts";
import { differencesOf } from "./differences.ts";
import { clockAt, localText, planAddress, routeOf } from "./route.ts";

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
  const from = planAddress(sent["origin"]);
  const to = planAddress(sent["destination"]);
  const { estimatedPickupDateTime: pickup, estimatedArrivalDateTime: arrival } = service;
  const pickupTimeZone = textOrNull(service["estimatedPickupDateTimeZone"]);
  const arrivalTimeZone = textOrNull(service["estimatedArrivalDateTimeZone"]);
  const isAbroad = [request, sent].some(leavesTheUs);
  const endsWithZones = [
    { ...from, zone: pickupTimeZone },
    { ...to, zone: arrivalTimeZone },
  ];
  const route = routeOf(risk["predictedRoute"], isAbroad ? endsWithZones : undefined);
  const end = route.at(-1);
  const spreadMinutes = end?.at === arrival ? (end?.stdDevMinutes ?? null) : null;
  // If the service answered another date, `differs` says so; the caller's own is what counts.
  const deliveryByDate = asked ?? readDue(sent["deliveryByDate"]).text;
  const slack = slackTo(deliveryByDate, arrival, arrivalTimeZone);
  const isWithinSpread =
    slack !== undefined && spreadMinutes !== null && Math.abs(slack.slackHours) * 60 <= spreadMinutes;
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
    transitHours: hoursBetween(pickup, arrival),
    deliveryByDate,
    arrivesInTime: slack?.arrivesInTime ?? null,
    slackHours: slack?.slackHours ?? null,
    /** The deadline lies within a standard deviation of the arrival. */
    ...(isWithinSpread && { withinSpread: true }),
    risk: textOrNull(onDateRisk["risk"]),
    onDate: numberOrNull(onDateRisk["onDate"]),
    shipmentServiceId: textOrNull(service["shipmentServiceId"]),
    credentialId: textOrNull(service["credentialId"]),
    route,
    differs: differencesOf(request, sent),
    isAbroad,
    clocks: {
      pickup: clockAt(from, pickup, pickupTimeZone, isAbroad),
      arrival: clockAt(to, arrival, arrivalTimeZone, isAbroad),
    },
    /** Of the arrival; null unless the predicted route ends at it. */
    spreadMinutes,
  };
}

function leavesTheUs({ origin, destination }: JsonRecord): boolean {
  return [origin, destination].some((address) => foreignCountry(address) !== undefined);
}

function hoursBetween(pickup: unknown, arrival: unknown): number | null {
  const [pickupMs, arrivalMs] = [pickup, arrival].map((time) => instantOf(readDatetime(time)));
  return pickupMs === undefined || arrivalMs === undefined ? null : toHours(arrivalMs - pickupMs);
}

/**
 * Compares an arrival with its deadline: a local time there, or a day that ends at 24:00. Undefined unless the arrival
 * has an offset and a certain zone (service.md 2.6, G-plans). A deadline with an offset is no local time.
 */
export function slackTo(deadline: unknown, arrival: unknown, arrivalZone: unknown) {
  const arrivalMs = instantOf(readDatetime(arrival));
  const zone = resolveZone(arrivalZone);
  if (arrivalMs === undefined || zone === undefined) return undefined;
  const due = endOf(readDue(deadline));
  // A deadline in a clock's gap has no instant. In a fold, the earlier of two counts.
  const [dueMs] = due?.offsetMinutes === null ? instantsAt(zone, due.wallMs) : [];
  if (dueMs === undefined) return undefined;
  const slackMs = dueMs - arrivalMs;
  return { arrivesInTime: slackMs >= 0, slackHours: toHours(slackMs) };
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
