import { horizonEnd } from "../../domain/calendar.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import { dayText, plural } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";

/** `Tue 2026-11-24`, `40 places on Tue 2026-11-24`, or with `minRisk` `3 of 52 areas at or above High on Tue 2026-11-24`. */
export function openingText(facts: RiskFacts): string {
  const { answered, args, isGrouped, places, below } = facts;
  const period = periodText(facts);
  const onPeriod = `${answered.length === 1 ? "on" : "from"} ${period}`;
  if (args.minRisk !== undefined) return `${reachingText(args.minRisk, facts)} at or above ${args.minRisk} ${onPeriod}`;
  return isGrouped ? `${plural(places.length + below.length, "place")} ${onPeriod}` : period;
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
function periodText({ answered, unavailable }: RiskFacts): string {
  const dates = answered.map(({ date }) => date);
  const first = dates[0] ?? "";
  const last = dates.at(-1) ?? "";
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = horizonEnd(answered[0]?.day.horizon) === last ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}
