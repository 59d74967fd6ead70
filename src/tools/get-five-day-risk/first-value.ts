import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/collections.ts";
import { plural } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";
import { countedText } from "./fields.ts";
import type { Region } from "./region.ts";
import { allDaysText, citiesText } from "./words.ts";

/** The headline names so many of the areas that have the first value. */
const MAX_LEADING_AREAS = 3;

/** The first value of a place (`Region.firstValue`) and its days: `Severe on Mon, Tue`. Empty without such a value. */
export function firstValueText(place: Region, { fields, order }: RiskFacts): string {
  if (place.firstValue === undefined) return "";
  return `${countedText(place.firstValue, fields.main, order)}${daysText([place])}`;
}

/**
 * The days on which places have their first value: ` on Tue, Wed`, ` on all 5 days`; empty for one day in all. Of several
 * areas, each may have it on other days: ` somewhere on each day`.
 */
export function daysText(places: readonly Region[]): string {
  const dates = [...new Set(places.flatMap(({ firstDays }) => firstDays.map(({ date }) => date)))].sort();
  const dayCount = places[0]?.days.length ?? 0;
  if (dates.length === 0 || dayCount === 1) return "";
  const somewhere = leadingAreas(places).length > 1 && places.some(({ isUniform }) => !isUniform) ? " somewhere" : "";
  if (dates.length < dayCount) return `${somewhere} on ${dates.map((date) => weekday(date) ?? date).join(", ")}`;
  return somewhere === "" ? allDaysText(dates.length) : " somewhere on each day";
}

/** The areas that have the first value of their place. Those of one place, up to 41,000, are not copied. */
function leadingAreas(places: readonly Region[]): readonly string[] {
  const [first = [], ...others] = places.map(({ byValue, firstValue = "" }) => byValue.get(firstValue) ?? []);
  return others.length === 0 ? first : [...new Set(first.concat(...others))];
}

/** Some areas that have the first value of their place: ` (Phoenix, AZ 850; Mesa, AZ 852; 4 more areas)`. May be empty. */
export function leadingAreasText(places: readonly Region[]): string {
  const all = leadingAreas(places);
  const first = all.slice(0, MAX_LEADING_AREAS);
  const more = all.length - first.length;
  return all.length === 0 ? "" : ` (${compact(citiesText(first), more > 0 && plural(more, "more area")).join("; ")})`;
}
