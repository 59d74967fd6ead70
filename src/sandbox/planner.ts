import { addDays, utcDate } from "../domain/calendar.ts";
import { utcTimestamp } from "../domain/datetime.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time-units.ts";
import type { ShipmentRequest } from "./shipment-request.ts";
import { FASTEST, OFFERS, type Offer } from "./world/carrier-services.ts";
import { PREDEFINED_PACKAGES, PROVIDER, RISK_MODEL_VERSION, ROUTE_POINT_TYPES } from "./world/invented.ts";
import { distanceKm, nearestPlace, type Place, placeAt, postalPlace } from "./world/places.ts";
import { riskLevel, weatherOf } from "./world/weather.ts";
import { instantAt, zoneOf } from "./world/zones.ts";

/** Local hour of the carrier's pickup. */
const PICKUP_HOUR = 17;
/** The hub where parcels change vehicles. */
const HUB_ZIP = "38118";
/** How many days a refrigerated parcel stays fresh. */
const REFRIGERATED_DAYS = 2;

interface Trip {
  readonly from: Place;
  readonly to: Place;
  readonly km: number;
  readonly shipDate: string;
  readonly maximumF: number;
}

/** Chooses the cheapest service that meets the deadline and suits the goods, else the fastest. */
function choose(trip: Trip, request: ShipmentRequest): Offer {
  const daysLeft =
    request.deliveryByDate === undefined
      ? Number.POSITIVE_INFINITY
      : (Date.parse(request.deliveryByDate) - Date.parse(trip.shipDate)) / DAY_MS;
  const fresh = request.isRefrigerated === true ? REFRIGERATED_DAYS : Number.POSITIVE_INFINITY;
  // In severe heat only arrival in the morning suits goods that must stay cold.
  const morningOnly = request.isRefrigerated === true && riskLevel(trip.maximumF) === "Severe";
  const fit = OFFERS.find(
    (each) => each.days(trip.km) <= Math.min(daysLeft, fresh) && (!morningOnly || each.arrivalHour < 12),
  );
  return fit ?? FASTEST;
}

/** `prefix_sandbox_` and a number, padded with zeros to the minimum of 28 characters (service.md 8.5). */
function longId(prefix: string, number: number): string {
  return `${prefix}_sandbox_${String(number).padStart(28 - "_sandbox_".length - prefix.length, "0")}`;
}

/** The predicted points: the hub and the destination. */
function predictedRoute(trip: Trip, pickupMs: number, arrivalMs: number): readonly Record<string, unknown>[] {
  const hub = placeAt(HUB_ZIP);
  const lengthMs = arrivalMs - pickupMs;
  const point = (place: Place, type: string, share: number): Record<string, unknown> => ({
    zip: place.zip,
    type,
    // Predictions are in whole minutes.
    dateTime: utcTimestamp(Math.round((pickupMs + share * lengthMs) / MINUTE_MS) * MINUTE_MS),
    stdDevMinutes: Math.round(15 + 60 * share),
  });
  const share = 0.2 + (0.6 * distanceKm(trip.from, hub)) / (distanceKm(trip.from, hub) + distanceKm(hub, trip.to) + 1);
  return [point(hub, ROUTE_POINT_TYPES.hub, share), point(trip.to, ROUTE_POINT_TYPES.destination, 1)];
}

/** The place of an address. A foreign postal code counts as a ZIP of the states. */
function placeOf({ zipCode, country = "US" }: ShipmentRequest["origin"]): Place {
  return country === "US" ? postalPlace(zipCode) : nearestPlace(zipCode);
}

/** An address as answered. The sandbox knows only US places: a foreign address loses its country. */
function address(given: ShipmentRequest["origin"], place: Place): Record<string, unknown> {
  const { country = "US", ...rest } = given;
  return { city: place.city, state: place.state, ...rest, ...(country === "US" ? { country } : {}) };
}

/** The parcel, with the dimensions of its predefined package unless it has its own (service.md 2.4). */
function parcel(given: ShipmentRequest["parcel"]): Record<string, unknown> {
  const name = given.predefinedPackage ?? null;
  const [length, width, height] = (name === null ? undefined : PREDEFINED_PACKAGES[name]) ?? [];
  return { length, width, height, ...given, predefinedPackage: name };
}

/** The plan (service.md 2.5) for a valid request. `number` makes its ids, `nowMs` its timestamps. */
export function plannedShipment(
  request: ShipmentRequest,
  number: number,
  nowMs: number,
  seed: number,
): Record<string, unknown> {
  const [from, to] = [placeOf(request.origin), placeOf(request.destination)];
  const shipDate = request.shipDate ?? utcDate(nowMs);
  const trip: Trip = {
    from,
    to,
    shipDate,
    km: distanceKm(from, to),
    maximumF: weatherOf(Date.parse(shipDate) + DAY_MS, seed)(to),
  };
  const chosen = choose(trip, request);
  const { service, arrivalHour, basePrice, pricePerLb } = chosen;
  const days = chosen.days(trip.km);
  const pickupMs = instantAt(shipDate, PICKUP_HOUR, zoneOf(from));
  const arrivalMs = instantAt(addDays(shipDate, days), arrivalHour, zoneOf(to));
  const level = riskLevel(weatherOf(arrivalMs, seed)(to));
  const onTime = request.deliveryByDate === undefined || addDays(shipDate, days) <= request.deliveryByDate;
  const now = utcTimestamp(Math.floor(nowMs / 1_000) * 1_000);
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
      ...service,
      price: Number((basePrice + pricePerLb * request.parcel.weight + trip.km / 500).toFixed(2)),
      currency: "USD",
      estimatedArrivalDateTime: utcTimestamp(arrivalMs),
      estimatedArrivalDateTimeZone: zoneOf(to),
      estimatedPickupDateTime: utcTimestamp(pickupMs),
      estimatedPickupDateTimeZone: zoneOf(from),
      provider: PROVIDER,
      createdAt: now,
      updatedAt: now,
      risk: {
        version: RISK_MODEL_VERSION,
        weightedOnDateRisk: { risk: level, onDate: onTime ? Number((0.99 - 0.01 * days).toFixed(2)) : 0.2 },
        predictedRoute: predictedRoute(trip, pickupMs, arrivalMs),
      },
    },
    shipDate,
    // The answer must not invent a deadline or an id that the caller left out.
    ...(request.deliveryByDate === undefined ? {} : { deliveryByDate: request.deliveryByDate }),
    ...(request.externalShipmentId === undefined ? {} : { externalShipmentId: request.externalShipmentId }),
  };
}
