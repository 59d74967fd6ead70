import { dateToUtcMs } from "../../domain/calendar.ts";
import { foreignCountry } from "../../domain/country.ts";
import { readDatetime } from "../../domain/datetime.ts";
import { DAY_MS } from "../../domain/time-units.ts";
import { localClock } from "../../domain/zone.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { cityText, dayText, given, shortDayText, wordText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";

export function serviceText({ carrier, carrierService }: PlanFacts): string {
  const name = carrierService ?? carrier;
  return name === null ? "no service recommended" : wordText(name);
}

export function priceText({ price, currency }: PlanFacts): string {
  return price === null ? "price not given" : `${price.toFixed(2)}${currency === null ? "" : ` ${wordText(currency)}`}`;
}

/** The price of several plans, or the least and the most: `34.38 to 57.63 USD`. */
export function pricesText(plans: readonly PlanFacts[]): string {
  const priced = plans.filter(({ price }) => price !== null).toSorted((a, b) => (a.price ?? 0) - (b.price ?? 0));
  const [least, most] = [priced[0], priced.at(-1)];
  if (least === undefined || most === undefined) return "no price given";
  return least.price === most.price
    ? `${priceText(least)}${plans.length > 1 ? " each" : ""}`
    : `${(least.price ?? 0).toFixed(2)} to ${priceText(most)}`;
}

/** `Tue 11-24`. */
export function shipDayText({ shipDate }: PlanFacts): string {
  return shipDate === null ? "date not given" : shortDayText(shipDate);
}

/** Ship dates in order; three or more without a gap as `Tue 11-24 to Fri 11-27`. */
export function shipDaysText(plans: readonly PlanFacts[]): string {
  const days = plans.toSorted((a, b) => ((a.shipDate ?? "") < (b.shipDate ?? "") ? -1 : 1));
  const texts = days.map(shipDayText);
  const starts = days.map(({ shipDate }) => dateToUtcMs(shipDate ?? "") ?? Number.NaN);
  const isRun = starts.length > 2 && starts.every((ms, day) => ms === (starts[0] ?? 0) + day * DAY_MS);
  return isRun ? `${texts[0]} to ${texts.at(-1)}` : texts.join(", ");
}

/** `33101 Miami, FL`; abroad with the country: `28013 Madrid, ES`. Empty where nothing was answered. */
export function addressText(address: PlanFacts["to"]): string {
  const region = foreignCountry(address) ?? address.state;
  const city = given(address.city && cityText(address.city), region && wordText(region)).join(", ");
  return given(address.zip && wordText(address.zip), city).join(" ");
}

/** `38118 Memphis, TN → 33101 Miami, FL`, as the service answered. */
export function endsText({ from, to }: PlanFacts): string {
  return given(addressText(from), addressText(to)).join(" → ");
}

/** A time on the clock of its place. `owner` is the city where it has that zone, else the zone by name. */
interface LocalTime {
  readonly date: string;
  readonly time: string;
  readonly owner: string;
}

/** The arrival by its own clock; undefined where the zone is not certain. */
export function arrivalOf({ arrival, arrivalTimeZone, to }: PlanFacts): LocalTime | undefined {
  return localTime(arrival, arrivalTimeZone, to);
}

/** The pickup by its own clock; undefined where the zone is not certain. */
export function pickupOf({ pickup, pickupTimeZone, from }: PlanFacts): LocalTime | undefined {
  return localTime(pickup, pickupTimeZone, from);
}

function localTime(timestamp: string | null, zone: string | null, { zip, city }: PlanFacts["to"]) {
  const clock = localClock(timestamp, zone);
  if (clock === undefined || zone === null) return undefined;
  const isCitys = zip !== null && city !== null && placeOfZip(zip)?.zone === zone;
  return { ...clock, owner: isCitys ? cityText(city) : zone };
}

/** `Sat 2026-11-28 12:00 (Miami time)`, or of a date `the deadline (by the end of Sat 2026-11-28, Miami time)`. */
export function deadlineName(plan: PlanFacts, deadline: string): string {
  const [date = "", time] = readDatetime(deadline) === undefined ? [deadline] : deadline.split("T");
  const arrival = arrivalOf(plan);
  const clock = arrival === undefined ? "local time there" : `${arrival.owner} time`;
  return time === undefined
    ? `the deadline (by the end of ${dayText(date)}, ${clock})`
    : `${dayText(date)} ${time} (${clock})`;
}
