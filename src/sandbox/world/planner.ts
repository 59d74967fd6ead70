import { PREDEFINED_PACKAGES, PROVIDER, RISK_MODEL_VERSION, ROUTE_POINT_TYPES } from "../invented.ts";
import type { ShipmentRequest } from "../shipment-request.ts";
import type { Place } from "./places.ts";
import { distanceKm, nearestPlace, placeAt } from "./places.ts";
import { riskLevel, weatherOf } from "./weather.ts";
import { addDays, instantAt, utcDay, zoneOf } from "./zones.ts";

/** A carrier service of spec 2.7 as the planner knows it. */
interface CarrierService {
  readonly carrier: string;
  readonly carrierService: string;
  readonly code: string;
  readonly transitService: string;
  readonly transitServiceClass: string;
  /** Days from the pickup to the arrival, for a distance. */
  days(km: number): number;
  /** Hour of the day, local, at which it arrives. */
  readonly arrivalHour: number;
  readonly basePrice: number;
  readonly pricePerLb: number;
}

const groundDays = (km: number): number => Math.min(7, 1 + Math.ceil(km / 900));

/** What may be recommended, cheapest first. */
const SERVICES: readonly CarrierService[] = [
  {
    carrier: "CarrierC",
    carrierService: "CarrierCGroundAdvantage",
    code: "GA",
    transitService: "Ground",
    transitServiceClass: "Ground",
    days: groundDays,
    arrivalHour: 17,
    basePrice: 8.4,
    pricePerLb: 0.55,
  },
  {
    carrier: "CarrierA",
    carrierService: "CarrierAThreeDay",
    code: "12",
    transitService: "ThreeDay",
    transitServiceClass: "ThreeDay",
    days: () => 3,
    arrivalHour: 17,
    basePrice: 17.2,
    pricePerLb: 0.95,
  },
  {
    carrier: "CarrierB",
    carrierService: "CarrierBTwoDay",
    code: "2D",
    transitService: "TwoDay",
    transitServiceClass: "TwoDay",
    days: () => 2,
    arrivalHour: 16.5,
    basePrice: 24.6,
    pricePerLb: 1.4,
  },
  {
    carrier: "CarrierB",
    carrierService: "CarrierBStandardOvernight",
    code: "SO",
    transitService: "NextDayPm",
    transitServiceClass: "OneDay",
    days: () => 1,
    arrivalHour: 15,
    basePrice: 36.1,
    pricePerLb: 2.05,
  },
  {
    carrier: "CarrierB",
    carrierService: "CarrierBPriorityOvernight",
    code: "PO",
    transitService: "NextDay",
    transitServiceClass: "OneDay",
    days: () => 1,
    arrivalHour: 10.5,
    basePrice: 41.8,
    pricePerLb: 2.35,
  },
];
/** Brought by hand where origin and destination lie in one city. */
const DIRECT_COURIER: CarrierService = {
  carrier: "Operator",
  carrierService: "DirectCourier",
  code: "DC",
  transitService: "DirectCourier",
  transitServiceClass: "DirectCourier",
  days: () => 0,
  arrivalHour: 19,
  basePrice: 29,
  pricePerLb: 0.5,
};

/** Hour, local, at which the carrier picks up. */
const PICKUP_HOUR = 17;
/** Where parcels change vehicles. */
const HUB_ZIP = "38118";
/** A refrigerated parcel stays fresh for so many days. */
const REFRIGERATED_DAYS = 2;
/** Distance within which a courier drives. */
const COURIER_KM = 60;

interface Trip {
  readonly from: Place;
  readonly to: Place;
  readonly km: number;
  readonly shipDate: string;
  readonly maximumF: number;
}

/** The cheapest service that meets the deadline and suits the load; where none does, the fastest. */
function choose(trip: Trip, request: ShipmentRequest): CarrierService {
  const daysLeft =
    request.deliveryByDate === undefined
      ? Number.POSITIVE_INFINITY
      : (Date.parse(request.deliveryByDate) - Date.parse(trip.shipDate)) / 86_400_000;
  if (trip.km < COURIER_KM && daysLeft < 1) return DIRECT_COURIER;
  const fresh = request.isRefrigerated === true ? REFRIGERATED_DAYS : Number.POSITIVE_INFINITY;
  // In heat the afternoon truck is avoided: only the morning service is left for what must stay cold.
  const morningOnly = request.isRefrigerated === true && riskLevel(trip.maximumF) === "Severe";
  const fit = SERVICES.find(
    (service) => service.days(trip.km) <= Math.min(daysLeft, fresh) && (!morningOnly || service.arrivalHour < 12),
  );
  return fit ?? SERVICES.at(-1) ?? DIRECT_COURIER;
}

function timestamp(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(".000Z", "Z");
}

/** `prefix_sandbox_` and a number, filled up with zeros to the 28 characters that spec 8.5 asks for at least. */
function longId(prefix: string, number: number): string {
  return `${prefix}_sandbox_${String(number).padStart(28 - "_sandbox_".length - prefix.length, "0")}`;
}

interface Times {
  readonly pickupMs: number;
  readonly arrivalMs: number;
}

/** The points to come: where the parcel changes vehicles, and where it ends. */
function predictedRoute(trip: Trip, { pickupMs, arrivalMs }: Times): readonly Record<string, unknown>[] {
  const hub = placeAt(HUB_ZIP);
  const lengthMs = arrivalMs - pickupMs;
  const point = (place: Place, type: string, share: number): Record<string, unknown> => ({
    zip: place.zip,
    type,
    // Whole minutes: a prediction knows no seconds.
    dateTime: timestamp(Math.round((pickupMs + share * lengthMs) / 60_000) * 60_000),
    stdDevMinutes: Math.round(15 + 60 * share),
  });
  const end = point(trip.to, ROUTE_POINT_TYPES.destination, 1);
  if (trip.km < COURIER_KM) return [point(trip.from, ROUTE_POINT_TYPES.hub, 0.5), end];
  const share = 0.2 + (0.6 * distanceKm(trip.from, hub)) / (distanceKm(trip.from, hub) + distanceKm(hub, trip.to) + 1);
  return [point(hub, ROUTE_POINT_TYPES.hub, share), end];
}

function address(given: ShipmentRequest["origin"], place: Place): Record<string, unknown> {
  return { city: place.city, state: place.state, ...given, country: given.country ?? "US" };
}

/** The parcel with the dimensions of its predefined package, where it names one and not its own (spec 2.4). */
function parcel(given: ShipmentRequest["parcel"]): Record<string, unknown> {
  const name = given.predefinedPackage ?? null;
  const [length, width, height] = (name === null ? undefined : PREDEFINED_PACKAGES[name]) ?? [];
  return { length, width, height, ...given, predefinedPackage: name };
}

/** A plan (spec 2.5) for a request that was found valid; `number` makes its ids, `nowMs` its timestamps. */
export function planShipment(
  request: ShipmentRequest,
  number: number,
  nowMs: number,
  seed: number,
): Record<string, unknown> {
  const from = nearestPlace(request.origin.zipCode);
  const to = nearestPlace(request.destination.zipCode);
  const shipDate = request.shipDate ?? utcDay(nowMs);
  const trip: Trip = {
    from,
    to,
    shipDate,
    km: distanceKm(from, to),
    maximumF: weatherOf(Date.parse(shipDate) + 86_400_000, seed)(to),
  };
  const service = choose(trip, request);
  const days = service.days(trip.km);
  const pickupHour = service === DIRECT_COURIER ? PICKUP_HOUR - 4 : PICKUP_HOUR;
  const times: Times = {
    pickupMs: instantAt(shipDate, pickupHour, zoneOf(from)),
    arrivalMs: instantAt(addDays(shipDate, days), service.arrivalHour, zoneOf(to)),
  };
  const level = riskLevel(weatherOf(times.arrivalMs, seed)(to));
  const onTime = request.deliveryByDate === undefined || addDays(shipDate, days) <= request.deliveryByDate;
  const now = timestamp(Math.floor(nowMs / 1_000) * 1_000);
  const origin = address(request.origin, from);
  return {
    shipmentId: longId("shipment", number),
    origin,
    destination: address(request.destination, to),
    returnAddress: origin,
    parcel: parcel(request.parcel),
    isSignatureRequired: request.isSignatureRequired ?? false,
    createdAt: now,
    updatedAt: now,
    recommendedShipmentService: {
      shipmentServiceId: longId("shipment_rate", number),
      credentialId: longId("credential", 1),
      carrier: service.carrier,
      carrierService: service.carrierService,
      carrierServiceCode: service.code,
      transitService: service.transitService,
      transitServiceClass: service.transitServiceClass,
      price: Number((service.basePrice + service.pricePerLb * request.parcel.weight + trip.km / 500).toFixed(2)),
      currency: "USD",
      estimatedArrivalDateTime: timestamp(times.arrivalMs),
      estimatedArrivalDateTimeZone: zoneOf(to),
      estimatedPickupDateTime: timestamp(times.pickupMs),
      estimatedPickupDateTimeZone: zoneOf(from),
      provider: PROVIDER,
      createdAt: now,
      updatedAt: now,
      risk: {
        version: RISK_MODEL_VERSION,
        weightedOnDateRisk: { risk: level, onDate: onTime ? Number((0.99 - 0.01 * days).toFixed(2)) : 0.2 },
        predictedRoute: predictedRoute(trip, times),
      },
    },
    shipDate,
    // Left out where the caller set none: a deadline or a name of our own would be told as the shipper's.
    ...(request.deliveryByDate === undefined ? {} : { deliveryByDate: request.deliveryByDate }),
    ...(request.externalShipmentId === undefined ? {} : { externalShipmentId: request.externalShipmentId }),
  };
}
