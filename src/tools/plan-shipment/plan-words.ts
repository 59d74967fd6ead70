import { compact } from "../../domain/collections.ts";
import { textOf } from "../../domain/record.ts";
import { hoursText } from "../../domain/time-units.ts";
import { clockText, dayText, shortDayText, valueText, wordText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";
import { type RoutePoint, regionText } from "./route.ts";

export function serviceText({ carrier, carrierService }: PlanFacts): string {
  const name = carrierService ?? carrier;
  return name === null ? "no service recommended" : wordText(name);
}

export function priceText({ price, currency }: PlanFacts): string {
  return price === null ? "price not given" : compact(price.toFixed(2), currency && wordText(currency)).join(" ");
}

export function planRiskText({ risk }: PlanFacts): string {
  return risk === null ? "not given" : wordText(risk);
}

/** `Tue 11-24`. A plan among several always has a ship date, because the call named one for each. */
export function shipDayText({ shipDate }: PlanFacts): string {
  return shortDayText(shipDate ?? "");
}

/** The parts of the request that the plan confirms: `12x10x8 in, 5 lb, signature on delivery, reference SO-7781`. */
export function confirmedText({ parcel, isSignatureRequired, externalShipmentId }: PlanFacts): string {
  const { length, width, height, weight, predefinedPackage } = parcel ?? {};
  const sides = [length, width, height].map(textOf).filter((side) => side !== "");
  return compact(
    textOf(predefinedPackage) && valueText(predefinedPackage),
    sides.length === 3 && `${sides.map(wordText).join("x")} in`,
    textOf(weight) && `${valueText(weight)} lb`,
    isSignatureRequired === true && "signature on delivery",
    externalShipmentId && `reference ${wordText(externalShipmentId)}`,
  ).join(", ");
}

/** `33101 Miami, FL`. */
export function pointName({ zip, place }: Pick<RoutePoint, "zip" | "place">): string {
  return compact(zip && wordText(zip), place).join(" ");
}

/** `38118 Memphis, TN → 33101 Miami, FL`, as the service answered; abroad with the country. */
export function endsText({ from, to }: PlanFacts): string {
  const names = [from, to].map((end) => pointName({ zip: end.zip, place: regionText(end) }));
  return compact(...names).join(" → ");
}

/** `Thu 2026-11-26 16:30 Miami time`. */
export function timeText(plan: PlanFacts, end: "pickup" | "arrival", dayName = dayText): string {
  const clock = plan.clocks[end];
  if (clock !== undefined) return compact(dayName(clock.date), clock.time, clock.owner, "time").join(" ");
  const sent = plan[end];
  return sent === null ? "" : `${clockText(sent)} (local zone not certain)`;
}

/** `± 60 min`: the standard deviation of the arrival. */
export function spreadText({ spreadMinutes }: PlanFacts): string {
  return spreadMinutes === null ? "" : `± ${spreadMinutes} min`;
}

/** `Sat 2026-11-28 12:00 (Miami time)`; `Sat 2026-11-28 (Miami time)` for a day, by whose end it must arrive. */
export function deadlineName(plan: PlanFacts): string {
  return `${clockText(plan.deliveryByDate)} (${plan.clocks.arrival?.owner ?? "local"} time)`;
}

/** `43.5 h spare`, `MISSES by 10.5 h`; empty without a deadline. */
export function slackText({ deliveryByDate, arrivesInTime, slackHours, withinSpread }: PlanFacts): string {
  if (deliveryByDate === null) return "";
  if (arrivesInTime === null) return "cannot be judged";
  const hours = hoursText(slackHours ?? 0);
  const verdict = arrivesInTime ? `${hours} spare` : `MISSES by ${hours}`;
  return withinSpread ? `${verdict}, within the estimate's spread` : verdict;
}
