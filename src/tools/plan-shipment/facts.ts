import type { ServiceRecord, ShipmentRequest } from "../../api/schema.ts";
import { cleanText } from "../../domain/clean.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { toHours } from "../../domain/hours.ts";
import { localClock, slackToDayEnd } from "../../domain/slack.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { foreignCountryOf } from "../areas/country.ts";
import { recordOf } from "../kit/rows.ts";
import { textOf } from "../kit/words.ts";

/** An address of a plan as it may always be shown. */
export interface PlanAddress {
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly country: string | null;
}

/** A point of the predicted route (spec 2.8). */
export interface RoutePoint {
  readonly zip: string | null;
  /** `Memphis, TN`; null where the ZIP is not known. */
  readonly place: string | null;
  readonly type: string | null;
  /** As sent. */
  readonly at: string | null;
  /** The clock of the point's ZIP, `2026-11-25 02:18`; null where the zone or the instant is not known. */
  readonly local: string | null;
  readonly stdDevMinutes: number | null;
}

/** A value that was asked and came back otherwise. */
export interface Difference {
  readonly field: string;
  readonly asked: unknown;
  readonly answered: unknown;
}

/** What the text and the structured answer say of one plan (spec 2.5, 2.6, 2.8). */
export interface PlanFacts {
  readonly shipDate: string | null;
  readonly shipmentId: string;
  readonly from: PlanAddress;
  readonly to: PlanAddress;
  readonly carrier: string | null;
  readonly carrierService: string | null;
  readonly transitService: string | null;
  readonly price: number | null;
  readonly currency: string | null;
  readonly pickup: string | null;
  readonly pickupTimeZone: string | null;
  readonly arrival: string | null;
  readonly arrivalTimeZone: string | null;
  readonly transitHours: number | null;
  readonly deliveryByDate: string | null;
  readonly arrivesInTime: boolean | null;
  readonly slackHours: number | null;
  readonly risk: string | null;
  readonly onDate: number | null;
  readonly shipmentServiceId: string | null;
  readonly credentialId: string | null;
  readonly route: readonly RoutePoint[];
  readonly differs: readonly Difference[];
}

/** More points than any route has; a longer list is cut. */
const MAX_POINTS = 50;

/** Reads a shipment as planned for `request`; `loadZones()` must have ended. */
export function planFacts(request: ShipmentRequest, sent: ServiceRecord): PlanFacts {
  const service = recordOf(sent["recommendedShipmentService"]) ?? {};
  const risk = recordOf(service["risk"]) ?? {};
  const onDateRisk = recordOf(risk["weightedOnDateRisk"]) ?? {};
  const arrival = service["estimatedArrivalDateTime"];
  const arrivalZone = service["estimatedArrivalDateTimeZone"];
  const deadline = text(sent["deliveryByDate"]) ?? text(request["deliveryByDate"]);
  const slack = deadline === null ? undefined : slackToDayEnd(arrival, arrivalZone, deadline);
  const isAbroad = [request, sent].some(
    ({ origin, destination }) => foreignCountryOf(origin) !== undefined || foreignCountryOf(destination) !== undefined,
  );
  return {
    shipDate: text(sent["shipDate"]) ?? text(request["shipDate"]),
    shipmentId: cleanText(textOf(sent["shipmentId"])),
    from: planAddress(sent["origin"]),
    to: planAddress(sent["destination"]),
    carrier: text(service["carrier"]),
    carrierService: text(service["carrierService"]),
    transitService: text(service["transitService"]),
    price: number(service["price"]),
    currency: text(service["currency"]),
    pickup: text(service["estimatedPickupDateTime"]),
    pickupTimeZone: text(service["estimatedPickupDateTimeZone"]),
    arrival: text(arrival),
    arrivalTimeZone: text(arrivalZone),
    transitHours: hoursBetweenInstants(service["estimatedPickupDateTime"], arrival),
    deliveryByDate: deadline,
    arrivesInTime: slack?.known === true ? slack.arrivesInTime : null,
    slackHours: slack?.known === true ? slack.slackHours : null,
    risk: text(onDateRisk["risk"]),
    onDate: number(onDateRisk["onDate"]),
    shipmentServiceId: text(service["shipmentServiceId"]),
    credentialId: text(service["credentialId"]),
    route: routeOf(risk["predictedRoute"], isAbroad),
    differs: differences(request, sent),
  };
}

function text(value: unknown): string | null {
  const clean = cleanText(textOf(value));
  return clean === "" ? null : clean;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

function planAddress(sent: unknown): PlanAddress {
  const { city, state, zipCode, country } = recordOf(sent) ?? {};
  return { city: text(city), state: text(state), zip: text(zipCode), country: text(country) };
}

function hoursBetweenInstants(from: unknown, to: unknown): number | null {
  const [start, end] = [readDatetime(from), readDatetime(to)];
  const [startMs, endMs] = [start && instantOf(start), end && instantOf(end)];
  return startMs === undefined || endMs === undefined ? null : toHours(endMs - startMs);
}

/** Of a shipment that leaves the United States no point is named: five digits elsewhere are no ZIP. */
function routeOf(sent: unknown, isAbroad: boolean): readonly RoutePoint[] {
  const points = Array.isArray(sent) ? sent.slice(0, MAX_POINTS) : [];
  return points.map((point: unknown) => {
    const { zip, type, dateTime, stdDevMinutes } = recordOf(point) ?? {};
    const code = text(zip);
    const known = code === null || isAbroad ? undefined : placeOfZip(code);
    const clock = known?.zone === undefined ? undefined : localClock(dateTime, known.zone);
    return {
      zip: code,
      place: known === undefined ? null : `${known.city}, ${known.state}`,
      type: text(type),
      at: text(dateTime),
      local: clock === undefined ? null : `${clock.date} ${clock.time}`,
      stdDevMinutes: number(stdDevMinutes),
    };
  });
}

/** What was asked and came back otherwise. The service returns no field for refrigeration, so that is never confirmed. */
function differences(request: ShipmentRequest, sent: ServiceRecord): readonly Difference[] {
  const found: Difference[] = [];
  for (const name of ["origin", "destination"]) {
    const [asked, answered] = [recordOf(request[name]) ?? {}, recordOf(sent[name]) ?? {}];
    const [country, zip] = [text(asked["country"]), text(asked["zipCode"])];
    const isSame = (one: string | null, other: string | null) => one?.toUpperCase() === other?.toUpperCase();
    const answeredCountry = text(answered["country"]);
    if (country !== null && !isSame(country, answeredCountry ?? "US")) {
      found.push({ field: `${name}.country`, asked: country, answered: answeredCountry });
    }
    const answeredZip = text(answered["zipCode"]);
    if (zip !== null && answeredZip !== null && !isSame(zip, answeredZip)) {
      found.push({ field: `${name}.zipCode`, asked: zip, answered: answeredZip });
    }
  }
  for (const name of ["shipDate", "deliveryByDate"]) {
    const [asked, answered] = [text(request[name]), text(sent[name])];
    if (asked !== null && answered !== null && asked !== answered) found.push({ field: name, asked, answered });
  }
  if (request["isRefrigerated"] === true) found.push({ field: "isRefrigerated", asked: true, answered: null });
  return found;
}

/** Plans in time first, then by price, then by arrival, then by ship date. */
export function bestFirst(a: PlanFacts, b: PlanFacts): number {
  const rank = ({ arrivesInTime }: PlanFacts): number => (arrivesInTime === false ? 2 : arrivesInTime === null ? 1 : 0);
  const price = (plan: PlanFacts): number => (a.currency === b.currency ? (plan.price ?? Number.MAX_VALUE) : 0);
  const order = (one: string | null, other: string | null): number =>
    (one ?? "~") < (other ?? "~") ? -1 : one === other ? 0 : 1;
  return rank(a) - rank(b) || price(a) - price(b) || order(a.arrival, b.arrival) || order(a.shipDate, b.shipDate);
}
