import { addDays, utcDate } from "../domain/calendar.ts";
import { utcTimestamp } from "../domain/datetime.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../domain/time-units.ts";
import type { ShipmentRequest } from "./shipment-request.ts";
import { OFFERS, type Offer } from "./world/carrier-services.ts";
import { PREDEFINED_PACKAGES } from "./world/invented.ts";
import { distanceKm, instantOf, type Place, placeOf, zoneOf } from "./world/places.ts";
import { riskLevel, weatherOf } from "./world/weather.ts";

const LOCAL_PICKUP_HOUR = 17;
const HUB_ZIP = "38118";
const REFRIGERATED_FRESH_DAYS = 2;

/** Chooses the cheapest service that meets the deadline and keeps the goods fresh, else the fastest. */
function choose({ deliveryByDate, isRefrigerated }: ShipmentRequest, shipDate: string, km: number): Offer {
  const daysLeft =
    deliveryByDate === undefined ? Infinity : (Date.parse(deliveryByDate) - Date.parse(shipDate)) / DAY_MS;
  const mostDays = isRefrigerated === true ? Math.min(daysLeft, REFRIGERATED_FRESH_DAYS) : daysLeft;
  return OFFERS.reduce((chosen, offer) => (chosen.days(km) <= mostDays ? chosen : offer));
}

/** `prefix_sandbox_` and a number, padded with zeros to the minimum of 28 characters (service.md 8.5). */
function longId(prefix: string, number: number): string {
  return `${prefix}_sandbox_${String(number).padStart(28 - "_sandbox_".length - prefix.length, "0")}`;
}

function predictedRoute(from: Place, to: Place, pickupMs: number, arrivalMs: number): readonly object[] {
  const hub = placeOf(HUB_ZIP);
  const pointAt = ({ zip }: Place, type: string, share: number): object => {
    const wholeMinutes = Math.round((pickupMs + share * (arrivalMs - pickupMs)) / MINUTE_MS);
    return { zip, type, dateTime: utcTimestamp(wholeMinutes * MINUTE_MS), stdDevMinutes: Math.round(15 + 60 * share) };
  };
  const toHubKm = distanceKm(from, hub);
  const hubShare = 0.2 + (0.6 * toHubKm) / (toHubKm + distanceKm(hub, to) + 1);
  return [pointAt(hub, "H", hubShare), pointAt(to, "D", 1)];
}

/** An address as answered. Every place counts as one in the US. */
function address(given: ShipmentRequest["origin"], { city, state }: Place): Record<string, unknown> {
  return { city, state, ...given, country: "US" };
}

/** The parcel, with the dimensions of its predefined package unless it has its own (service.md 2.4). */
function parcel(given: ShipmentRequest["parcel"]): Record<string, unknown> {
  const name = given.predefinedPackage ?? null;
  const [length, width, height] = (name === null ? undefined : PREDEFINED_PACKAGES[name]) ?? [];
  return { length, width, height, ...given, predefinedPackage: name };
}

/** A plan (service.md 2.5). `number` counts the plans of the sandbox. */
export function plannedShipment(request: ShipmentRequest, nowMs: number, seed: number, number: number) {
  const from = placeOf(request.origin.zipCode);
  const to = placeOf(request.destination.zipCode);
  const { shipDate = utcDate(nowMs), deliveryByDate, externalShipmentId } = request;
  const km = distanceKm(from, to);
  const chosen = choose(request, shipDate, km);
  const days = chosen.days(km);
  const arrivalDate = addDays(shipDate, days);
  const pickupMs = instantOf(Date.parse(shipDate) + LOCAL_PICKUP_HOUR * HOUR_MS, zoneOf(from));
  const arrivalMs = instantOf(Date.parse(arrivalDate) + chosen.arrivalHour * HOUR_MS, zoneOf(to));
  const isOnTime = deliveryByDate === undefined || arrivalDate <= deliveryByDate;
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
      ...chosen.service,
      price: Number((chosen.basePrice + chosen.pricePerLb * request.parcel.weight + km / 500).toFixed(2)),
      currency: "USD",
      estimatedArrivalDateTime: utcTimestamp(arrivalMs),
      estimatedArrivalDateTimeZone: zoneOf(to),
      estimatedPickupDateTime: utcTimestamp(pickupMs),
      estimatedPickupDateTimeZone: zoneOf(from),
      provider: "sandbox",
      createdAt: now,
      updatedAt: now,
      risk: {
        version: "sandbox-1",
        weightedOnDateRisk: {
          risk: riskLevel(weatherOf(arrivalMs, seed)(to)),
          onDate: isOnTime ? Number((0.99 - 0.01 * days).toFixed(2)) : 0.2,
        },
        predictedRoute: predictedRoute(from, to, pickupMs, arrivalMs),
      },
    },
    shipDate,
    // The answer must not invent a deadline or an id that the caller left out.
    ...(deliveryByDate !== undefined && { deliveryByDate }),
    ...(externalShipmentId !== undefined && { externalShipmentId }),
  };
}
