import type { ServiceRecord } from "../api/schema.ts";
import { localClock, type Slack } from "../domain/slack.ts";
import { recordOf } from "./plan.ts";
import { remainingLines } from "./shipment-fields-text.ts";
import { clockAfter, dayText, fieldsText, textOf, valueText, zoneText } from "./text.ts";

/** Fields that have a sentence of their own; all others follow as `name=value`. */
const TOLD_OF_SHIPMENT = new Set(["shipmentId", "recommendedShipmentService", "shipDate", "deliveryByDate"]);
const TOLD_OF_SERVICE = new Set(
  (
    "carrierService price currency estimatedArrivalDateTime estimatedArrivalDateTimeZone estimatedPickupDateTime " +
    "estimatedPickupDateTimeZone risk"
  ).split(" "),
);
const TOLD_OF_RISK = new Set(["version", "weightedOnDateRisk", "predictedRoute"]);
const TOLD_OF_POINT = new Set(["zip", "dateTime", "stdDevMinutes"]);

/** Cities by ZIP code. */
type Places = ReadonlyMap<string, string>;

/**
 * A planned shipment in words: what was recommended, when it should arrive, the service's risk, and every other field.
 * The route's points with their `places`; without the route where the caller tells the points elsewhere, and so has none.
 */
export function shipmentLines(
  shipment: ServiceRecord,
  deadline: unknown,
  slack: Slack | undefined,
  places: Places | undefined,
): string[] {
  const service = recordOf(shipment["recommendedShipmentService"]);
  const risk = recordOf(service?.["risk"]);
  return [
    service === undefined
      ? `No recommended service: ${valueText(shipment["recommendedShipmentService"])}.`
      : `Recommended: ${serviceText(service)}.`,
    `${arrivalText(service ?? {})}; ${deadlineText(deadline, slack)}.`,
    ...(risk === undefined ? [`Service's risk: ${valueText(service?.["risk"])}.`] : riskLines(risk, places)),
    `shipmentId ${valueText(shipment["shipmentId"])}, ship date ${dayText(shipment["shipDate"])}${pickupText(service ?? {})}.`,
    ...remainingLines(shipment, service, { ofShipment: TOLD_OF_SHIPMENT, ofService: TOLD_OF_SERVICE }),
  ];
}

function serviceText(service: ServiceRecord): string {
  const name = service["carrierService"] === undefined ? "service not named" : valueText(service["carrierService"]);
  return `${name}, ${priceText(service)}`;
}

/** `48.20 USD`, and what of it was not given. */
export function priceText({ price, currency }: ServiceRecord): string {
  return `${amountText(price)} ${currencyText(currency)}`;
}

function currencyText(currency: unknown): string {
  return currency === undefined || currency === null ? "(currency not given)" : valueText(currency);
}

/** Two decimals, as prices are written, unless the service is more exact. */
function amountText(price: unknown): string {
  if (typeof price !== "number") return price === undefined || price === null ? "price not given" : valueText(price);
  return Number(price.toFixed(2)) === price ? price.toFixed(2) : String(price);
}

/** `Fri 2026-07-10 10:30 America/New_York (2026-07-10T14:30:00Z)`, or what was sent where that is not certain. */
function timeText(timestamp: unknown, zone: unknown): string {
  if (timestamp === undefined || timestamp === null) return "not given";
  const local = localClock(timestamp, zone);
  const zoneName = zone === undefined || zone === null ? "zone not given" : zoneText(zone);
  if (local === undefined) return `${valueText(timestamp)} (${zoneName})`;
  return `${dayText(local.date)} ${local.time} ${zoneName} (${clockAfter(timestamp, local.date)})`;
}

/** `Estimated arrival Fri 2026-07-10 10:30 America/New_York (14:30Z)`. */
export function arrivalText(service: ServiceRecord): string {
  return `Estimated arrival ${timeText(service["estimatedArrivalDateTime"], service["estimatedArrivalDateTimeZone"])}`;
}

function pickupText(service: ServiceRecord): string {
  const { estimatedPickupDateTime: pickup, estimatedPickupDateTimeZone: zone } = service;
  return pickup === undefined && zone === undefined ? "" : `, estimated pickup ${timeText(pickup, zone)}`;
}

/** `deadline Fri 2026-07-10: met by estimate, 13.5 h before day's end`. */
export function deadlineText(deadline: unknown, slack: Slack | undefined): string {
  if (slack === undefined) return "no deadline";
  if (!slack.known) return `deadline ${dayText(deadline)}: not comparable`;
  const hours = `${Math.abs(slack.slackHours)} h`;
  const verdict = slack.arrivesInTime ? `met by estimate, ${hours} before` : `missed by estimate, ${hours} after`;
  return `deadline ${dayText(deadline)}: ${verdict} day's end`;
}

/** The service's own risk (spec 2.8): `Low (onDate 0.93)`. */
export function weightedRiskText(sent: unknown): string {
  const weighted = recordOf(sent);
  if (weighted === undefined) return valueText(sent);
  const others = fieldsText(weighted, new Set(["risk", "onDate"]));
  return `${valueText(weighted["risk"])} (onDate ${valueText(weighted["onDate"])}${others === "" ? "" : `, ${others}`})`;
}

function riskLines(risk: ServiceRecord, places: Places | undefined): string[] {
  const value = weightedRiskText(risk["weightedOnDateRisk"]);
  const version = risk["version"] === undefined ? "" : `, model ${valueText(risk["version"])}`;
  const others = fieldsText(risk, TOLD_OF_RISK);
  const route = risk["predictedRoute"];
  return [
    `Service's risk: ${value}${version}${others === "" ? "" : `, ${others}`}.`,
    ...(route === undefined || places === undefined ? [] : [`Predicted route: ${routeText(route, places)}.`]),
  ];
}

function routeText(route: unknown, places: Places): string {
  if (!Array.isArray(route)) return valueText(route);
  let before: unknown;
  const points = route.map((point) => {
    const text = pointText(point, places, before);
    before = recordOf(point)?.["dateTime"];
    return text;
  });
  return points.length === 0 ? "no points" : points.join("; ");
}

/** A date is said once where that of the point `before` is the same. */
function pointText(point: unknown, places: Places, before: unknown): string {
  const fields = recordOf(point);
  if (fields === undefined) return `no route point (sent as ${valueText(point)})`;
  const { zip, dateTime, stdDevMinutes } = fields;
  const spread = stdDevMinutes === undefined || stdDevMinutes === null ? "" : ` ± ${valueText(stdDevMinutes)} min`;
  const others = fieldsText(fields, TOLD_OF_POINT);
  const city = places.get(textOf(zip).trim());
  const time = dateTime === undefined || dateTime === null ? "time not given" : clockAfter(dateTime, before);
  return `${zip === undefined || zip === null ? "ZIP not given" : valueText(zip)}${city === undefined ? "" : ` ${city}`} ${time}${spread}${others === "" ? "" : ` ${others}`}`;
}
