import { compact } from "../../domain/collections.ts";
import { foreignCountry } from "../../domain/country.ts";
import { type JsonRecord, numberOrNull, recordOf, textOf, textOrNull } from "../../domain/record.ts";
import { shortZip, withHyphen, withZeros } from "../../domain/zip.ts";
import { localClock } from "../../domain/zone.ts";
import { placeName, placeOfZip, zoneOfZip } from "../../places/zip-codes.ts";
import { cityText, wordText } from "../answer/words.ts";

export type PlanAddress = ReturnType<typeof planAddress>;

/** A point of the predicted route (service.md 2.8). `checkHeat` adds `risk`, its area's forecast for its local date. */
export type RoutePoint = Readonly<ReturnType<typeof pointOf>> & { readonly risk?: JsonRecord };

/** No route has as many points; a longer list is cut. */
const MAX_POINTS = 50;

export function planAddress(sent: unknown) {
  const { city, state, zipCode, country } = recordOf(sent) ?? {};
  return { city: textOrNull(city), state: textOrNull(state), zip: zipOrNull(zipCode), country: textOrNull(country) };
}

/** A postal code of the service, a ZIP+4 as its five digits. */
export function zipOrNull(sent: unknown): string | null {
  const zip = textOrNull(typeof sent === "number" ? withZeros(textOf(sent)) : sent);
  return zip === null ? null : shortZip(withHyphen(zip));
}

/** `Miami, FL`; abroad with the country: `Madrid, ES`. Null if the service gave neither city nor region. */
export function regionText(address: PlanAddress): string | null {
  const region = foreignCountry(address) ?? address.state;
  return compact(address.city && cityText(address.city), region && wordText(region)).join(", ") || null;
}

/** The predicted route. Abroad five digits may be no ZIP: only the two ends, `endsAbroad`, have places there. */
export function routeOf(
  sent: unknown,
  endsAbroad?: readonly (PlanAddress & { readonly zone: string | null })[],
): readonly RoutePoint[] {
  const stopOf = (zip: string): Stop => {
    if (endsAbroad === undefined) return { place: placeName(zip), zone: zoneOfZip(zip) };
    const end = endsAbroad.find((address) => address.zip === zip);
    return { place: end ? regionText(end) : null, zone: end?.zone };
  };
  const points: readonly unknown[] = Array.isArray(sent) ? sent : [];
  return points.slice(0, MAX_POINTS).map((point) => pointOf(recordOf(point) ?? {}, stopOf));
}

type Stop = { readonly place: string | null; readonly zone: string | null | undefined };

function pointOf({ zip, type, dateTime, stdDevMinutes }: JsonRecord, stopOf: (zip: string) => Stop) {
  const code = textOrNull(zip);
  const { place, zone } = stopOf(code ?? "");
  return {
    zip: code,
    place,
    type: textOrNull(type),
    at: textOrNull(dateTime),
    stdDevMinutes: numberOrNull(stdDevMinutes),
    local: localText(dateTime, zone),
  };
}

/** The three digits of a ZIP for which there are forecasts. */
export function areaOf(zip: string | null | undefined): string | undefined {
  return zip?.slice(0, 3);
}

/** `2026-11-28 17:00` on the clock of `zone`; null if the zone or the instant is not certain. */
export function localText(timestamp: unknown, zone: string | null | undefined): string | null {
  const clock = localClock(timestamp, zone);
  return clock === undefined ? null : `${clock.date} ${clock.time}`;
}

/**
 * The date and time at an end of the plan, and whose clock shows them: the city's, if its ZIP lies in `zone`, else the
 * zone's. Undefined if the time is not certain.
 */
export function clockAt({ zip }: PlanAddress, timestamp: unknown, zone: string | null, isAbroad: boolean) {
  const clock = localClock(timestamp, zone);
  if (clock === undefined || zone === null) return undefined;
  // A foreign five-digit code may equal a ZIP, whose zone says nothing of the foreign city.
  const city = !isAbroad && zoneOfZip(zip ?? "") === zone ? placeOfZip(zip ?? "")?.city : undefined;
  return { ...clock, owner: city ?? zone };
}
