import { compact } from "../../domain/compact.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { localClock } from "../../domain/zone.ts";
import { placeOfZip, zoneOfZip } from "../../places/zip-codes.ts";
import { groupBy } from "../answer/rows.ts";
import { dayText, shortDayText, wordText } from "../answer/words.ts";
import { type PlanFacts, type RoutePoint, regionText } from "./facts.ts";

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

/** `38118 Memphis, TN → 33101 Miami, FL`, as the service answered; abroad with the country. */
export function endsText({ from, to }: PlanFacts): string {
  return compact(...[from, to].map((end) => pointName({ zip: end.zip, place: regionText(end) }))).join(" → ");
}

/** The estimated arrival on the destination's clock; undefined if the instant or the zone is not certain. */
export function arrivalOf({ arrival, arrivalTimeZone, to, isAbroad }: PlanFacts) {
  // A foreign five-digit code may equal a ZIP, whose zone says nothing of the foreign city.
  return localTime(arrival, arrivalTimeZone, isAbroad ? null : to.zip);
}

/** `± 60 min`, the standard deviation, if the predicted route ends at the estimated arrival; else empty. */
export function arrivalSpreadText({ route, arrival }: PlanFacts): string {
  const end = route.at(-1);
  return end?.at === arrival && end?.stdDevMinutes != null ? `± ${end.stdDevMinutes} min` : "";
}

/** A time on an end's clock. `owner` is the city of its ZIP, if that lies in `zone`; else the zone. */
export function localTime(timestamp: string | null, zone: string | null, zip: string | null) {
  const clock = localClock(timestamp, zone);
  if (clock === undefined || zone === null) return undefined;
  const city = zip !== null && zoneOfZip(zip) === zone ? placeOfZip(zip)?.city : undefined;
  return { ...clock, owner: city ?? zone };
}

/** `Sat 2026-11-28 12:00 (Miami time)`; `Sat 2026-11-28 (Miami time)` for a day, by whose end it must arrive. */
export function deadlineName(plan: PlanFacts, deadline: string): string {
  const [date = "", time] = readDatetime(deadline) === undefined ? [deadline] : deadline.split("T");
  const arrival = arrivalOf(plan);
  return compact(dayText(date), time, arrival === undefined ? "(local time there)" : `(${arrival.owner} time)`).join(
    " ",
  );
}
