import { cleanText } from "../../domain/clean.ts";
import { foreignCountry } from "../../domain/country.ts";
import { instantOf, readDatetime } from "../../domain/datetime.ts";
import { toHours } from "../../domain/hours.ts";
import { flagOrNull, type JsonRecord, numberOrNull, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { slackTo } from "../../domain/slack.ts";
import { localClock } from "../../domain/zone.ts";
import { placeName, placeOfZip } from "../../places/zip-codes.ts";

/** A point of the predicted route (service.md 2.8). */
export type RoutePoint = PlanFacts["route"][number];

/** The facts of one plan (service.md 2.5, 2.6, 2.8), for both channels. */
export type PlanFacts = Readonly<ReturnType<typeof planFacts>>;

/** More points than any route has; a longer list is cut. */
const MAX_POINTS = 50;
const MAX_CODE_CHARS = 40;

/** Reads a shipment as planned for `request`, judged by the deadline `asked`, a date or a local time; `loadZones()` must have ended. */
export function planFacts(request: JsonRecord, sent: JsonRecord, asked?: string) {
  const service = recordOf(sent["recommendedShipmentService"]) ?? {};
  const risk = recordOf(service["risk"]) ?? {};
  const onDateRisk = recordOf(risk["weightedOnDateRisk"]) ?? {};
  const arrival = service["estimatedArrivalDateTime"];
  const arrivalZone = service["estimatedArrivalDateTimeZone"];
  const answered = textOrNull(sent["deliveryByDate"]);
  // The service knows dates alone. One that it moved is its own.
  const deadline = answered === null || asked?.startsWith(answered) ? (asked ?? null) : answered;
  const slack = slackTo(deadline, arrival, arrivalZone);
  const isAbroad = [request, sent].some(
    ({ origin, destination }) => foreignCountry(origin) !== undefined || foreignCountry(destination) !== undefined,
  );
  return {
    shipDate: textOrNull(sent["shipDate"]) ?? textOrNull(request["shipDate"]),
    shipmentId: cleanText(textOf(sent["shipmentId"])),
    from: planAddress(sent["origin"]),
    to: planAddress(sent["destination"]),
    carrier: textOrNull(service["carrier"]),
    carrierService: textOrNull(service["carrierService"]),
    transitService: textOrNull(service["transitService"]),
    price: numberOrNull(service["price"]),
    currency: textOrNull(service["currency"]),
    pickup: textOrNull(service["estimatedPickupDateTime"]),
    pickupTimeZone: textOrNull(service["estimatedPickupDateTimeZone"]),
    arrival: textOrNull(arrival),
    arrivalTimeZone: textOrNull(arrivalZone),
    transitHours: hoursBetweenInstants(service["estimatedPickupDateTime"], arrival),
    deliveryByDate: deadline,
    arrivesInTime: slack?.arrivesInTime ?? null,
    slackHours: slack?.slackHours ?? null,
    risk: textOrNull(onDateRisk["risk"]),
    onDate: numberOrNull(onDateRisk["onDate"]),
    shipmentServiceId: textOrNull(service["shipmentServiceId"]),
    credentialId: textOrNull(service["credentialId"]),
    isAbroad,
    route: routeOf(risk["predictedRoute"], isAbroad),
    differs: differences(request, sent),
  };
}

function planAddress(sent: unknown) {
  const { city, state, zipCode, country } = recordOf(sent) ?? {};
  return { city: textOrNull(city), state: textOrNull(state), zip: textOrNull(zipCode), country: textOrNull(country) };
}

function hoursBetweenInstants(from: unknown, to: unknown): number | null {
  const [startMs, endMs] = [instantOf(readDatetime(from)), instantOf(readDatetime(to))];
  return startMs === undefined || endMs === undefined ? null : toHours(endMs - startMs);
}

/** The points of a route. Those of a shipment abroad get no place: five digits elsewhere are no ZIP. */
function routeOf(sent: unknown, isAbroad: boolean) {
  const points = Array.isArray(sent) ? sent.slice(0, MAX_POINTS) : [];
  return points.map((point: unknown) => {
    const { zip, type, dateTime, stdDevMinutes } = recordOf(point) ?? {};
    const code = textOrNull(zip, MAX_CODE_CHARS);
    const isKnown = code !== null && !isAbroad;
    const zone = isKnown ? placeOfZip(code)?.zone : undefined;
    return {
      zip: code,
      /** Null where the ZIP is not known. */
      place: isKnown ? placeName(code) : null,
      type: textOrNull(type, MAX_CODE_CHARS),
      at: textOrNull(dateTime, MAX_CODE_CHARS),
      /** That of the point's ZIP; null where the zone or the instant is not known. */
      clock: (zone === undefined ? undefined : localClock(dateTime, zone)) ?? null,
      stdDevMinutes: numberOrNull(stdDevMinutes),
    };
  });
}

/** Values that differ from what was asked. The service returns no field for refrigeration, so it is never confirmed. */
function differences(request: JsonRecord, sent: JsonRecord) {
  const found: { readonly field: string; readonly asked: unknown; readonly answered: unknown }[] = [];
  const compare = (field: string, asked: unknown, answered: unknown, assumed = ""): void => {
    const [one, other] = [textOrNull(asked), textOrNull(answered)];
    const isSame = one?.toUpperCase() === (other ?? assumed).toUpperCase();
    if (one !== null && (other ?? assumed) !== "" && !isSame) found.push({ field, asked: one, answered: other });
  };
  for (const name of ["origin", "destination"]) {
    const [asked, answered] = [recordOf(request[name]) ?? {}, recordOf(sent[name]) ?? {}];
    compare(`${name}.country`, asked["country"], answered["country"], "US");
    compare(`${name}.zipCode`, asked["zipCode"], answered["zipCode"]);
  }
  for (const name of ["shipDate", "deliveryByDate"]) compare(name, request[name], sent[name]);
  const [signature, confirmed] = [flagOrNull(request["isSignatureRequired"]), flagOrNull(sent["isSignatureRequired"])];
  if (signature !== null && signature !== (confirmed ?? false)) {
    found.push({ field: "isSignatureRequired", asked: signature, answered: confirmed });
  }
  if (request["isRefrigerated"] === true) found.push({ field: "isRefrigerated", asked: true, answered: null });
  return found;
}

/** Plans in time first, then by price, then by arrival, then by ship date. */
export function byTimeAndPrice(a: PlanFacts, b: PlanFacts): number {
  const rank = ({ arrivesInTime }: PlanFacts): number => (arrivesInTime === false ? 2 : arrivesInTime === null ? 1 : 0);
  const price = (plan: PlanFacts): number => plan.price ?? Number.MAX_VALUE;
  const order = (one: string | null, other: string | null): number =>
    (one ?? "~") < (other ?? "~") ? -1 : one === other ? 0 : 1;
  return rank(a) - rank(b) || price(a) - price(b) || order(a.arrival, b.arrival) || order(a.shipDate, b.shipDate);
}
