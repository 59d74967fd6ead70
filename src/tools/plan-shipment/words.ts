import { localClock } from "../../domain/zone.ts";
import { placeOfZip } from "../../places/zip-codes.ts";
import { cityText, wordText } from "../answer/words.ts";
import type { PlanFacts } from "./facts.ts";

export function serviceText({ carrier, carrierService }: PlanFacts): string {
  const name = carrierService ?? carrier;
  return name === null ? "no service recommended" : wordText(name);
}

export function priceText({ price, currency }: PlanFacts): string {
  return price === null ? "price not given" : `${price.toFixed(2)}${currency === null ? "" : ` ${wordText(currency)}`}`;
}

/** The clock of the arrival: the city's where it has that zone, else the zone by name; undefined where none is certain. */
export function clockOwner(plan: PlanFacts): string | undefined {
  const { to, arrivalTimeZone } = plan;
  if (arrivalTimeZone === null || arrivalClock(plan) === undefined) return undefined;
  const isCitys = to.zip !== null && to.city !== null && placeOfZip(to.zip)?.zone === arrivalTimeZone;
  return isCitys ? cityText(to.city ?? "") : arrivalTimeZone;
}

/** `Thu 2026-11-26 16:30`, by the arrival's own clock where that is known. */
export function arrivalClock(plan: PlanFacts): { readonly date: string; readonly time: string } | undefined {
  return localClock(plan.arrival, plan.arrivalTimeZone);
}
