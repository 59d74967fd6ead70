import { compact } from "../../domain/compact.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { localClock } from "../../domain/zone.ts";
import { placeOfZip, zoneOfZip } from "../../places/zip-codes.ts";
import { groupBy } from "../answer/rows.ts";
import { cityText, dayText, shortDayText, wordText } from "../answer/words.ts";
import { type PlanAddress, type PlanFacts, type RoutePoint, regionText } from "./facts.ts";

export function serviceText({ carrier, carrierService }: PlanFacts): string {
  const name = carrierService ?? carrier;
  return name === null ? "no service recommended" : wordText(name);
}

export function priceText({ price, currency }: PlanFacts): string {
  return price === null ? "price not given" : compact(price.toFixed(2), currency && wordText(currency)).join(" ");
}

/** `Tue 11-24`. A plan among several always has a ship date, because the call named one for each. */
export function shipDayText({ shipDate }: PlanFacts): string {
  return shortDayText(shipDate ?? "");
}

/** Ship dates in order, grouped by price: `Tue 11-24, Thu 11-26 (34.38 USD each), Fri 11-27 (57.63 USD)`. */
export function pricedDaysText(plans: readonly PlanFacts[]): string {
  const byDate = plans.toSorted((a, b) => ((a.shipDate ?? "") < (b.shipDate ?? "") ? -1 : 1));
  return [...groupBy(byDate, priceText)]
    .map(([price, group]) => `${group.map(shipDayText).join(", ")} (${price}${group.length > 1 ? " each" : ""})`)
    .join(", ");
}

/** `33101 Miami, FL`; empty if neither ZIP nor place is known. */
export function pointName({ zip, place }: Pick<RoutePoint, "zip" | "place">): string {
  return compact(zip && wordText(zip), place).join(" ");
}

/** `33101 Miami, FL`; abroad with the country: `28013 Madrid, ES`. Empty if the service gave no address. */
export function addressText(address: PlanAddress): string {
  return pointName({ zip: address.zip, place: regionText(address) });
}

/** `38118 Memphis, TN → 33101 Miami, FL`, as the service answered. */
export function endsText({ from, to }: PlanFacts): string {
  return compact(addressText(from), addressText(to)).join(" → ");
}

/** The estimated arrival on the destination's clock; undefined if the instant or the zone is not certain. */
export function arrivalOf({ arrival, arrivalTimeZone, to, isAbroad }: PlanFacts) {
  // A foreign five-digit code may equal a ZIP, whose zone says nothing of the foreign city.
  return localTime(arrival, arrivalTimeZone, isAbroad ? { ...to, city: null } : to);
}

/** The standard deviation of the arrival, if the predicted route ends at that same time; else null. */
export function arrivalSpreadMinutes({ route, arrival }: PlanFacts): number | null {
  const end = route.at(-1);
  return end?.at === arrival ? (end?.stdDevMinutes ?? null) : null;
}

/** A time on an end's clock. `owner` is the city of its ZIP, which a caller may call otherwise, if that lies in `zone`. */
export function localTime(timestamp: string | null, zone: string | null, { zip, city }: PlanAddress) {
  const clock = localClock(timestamp, zone);
  if (clock === undefined || zone === null) return undefined;
  const isCityClock = zip !== null && city !== null && zoneOfZip(zip) === zone;
  return { ...clock, owner: isCityClock ? (placeOfZip(zip)?.city ?? cityText(city)) : zone };
}

/** `Sat 2026-11-28 12:00 (Miami time)`; for a date, `the deadline (by the end of Sat 2026-11-28, Miami time)`. */
export function deadlineName(plan: PlanFacts, deadline: string): string {
  const [date = "", time] = readDatetime(deadline) === undefined ? [deadline] : deadline.split("T");
  const arrival = arrivalOf(plan);
  const clock = arrival === undefined ? "local time there" : `${arrival.owner} time`;
  return time === undefined
    ? `the deadline (by the end of ${dayText(date)}, ${clock})`
    : `${dayText(date)} ${time} (${clock})`;
}
