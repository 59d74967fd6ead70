import { horizonEnd } from "../../domain/calendar.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import { dayText, plural } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";

/** `Tue 2026-11-24`, `40 places on Tue 2026-11-24`, or with `minRisk` `3 of 52 areas at or above High on Tue 2026-11-24`. */
export function openingText(facts: RiskFacts): string {
  const { args, isGrouped, places, below } = facts;
  const { preposition, period } = periodOf(facts);
  if (args.minRisk !== undefined)
    return `${reachingText(args.minRisk, facts)} at or above ${args.minRisk} ${preposition} ${period}`;
  return isGrouped ? `${plural(places.length + below.length, "place")} ${preposition} ${period}` : period;
}

/** `2 of 4 places`, or if the areas of all places are counted, `3 of 52 areas`. */
function reachingText(minRisk: string, { places, below, isGrouped, order }: RiskFacts): string {
  const all = [...places, ...below];
  const reachingAreas = all.map(({ areasByLeadingValue }) =>
    [...areasByLeadingValue].flatMap(([value, areas]) => (isAtOrAbove(value, minRisk, order) === true ? areas : [])),
  );
  if (isGrouped || all.some(({ isCounted }) => !isCounted)) {
    const reachingPlaces = reachingAreas.filter((areas) => areas.length > 0);
    return `${reachingPlaces.length} of ${plural(all.length, "place")}`;
  }
  const areaCount = all.reduce((sum, place) => sum + place.areaCount, 0);
  return `${reachingAreas.flat().length} of ${plural(areaCount, "area")}`;
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`; each day by itself if one between them is missing. */
function periodOf({ answered, unavailable }: RiskFacts) {
  const dates = answered.map(({ date }) => date);
  const first = dates[0] ?? "";
  const last = dates.at(-1) ?? "";
  const isBroken = unavailable.some(({ date }) => date > first && date < last);
  if (isBroken) return { preposition: "on", period: dates.map(dayText).join(", ") };
  const end = horizonEnd(answered[0]?.day.horizon) === last ? ", the end of the forecast" : "";
  if (first === last) return { preposition: "on", period: `${dayText(first)}${end}` };
  return { preposition: "from", period: `${dayText(first)} to ${dayText(last)}${end}` };
}
