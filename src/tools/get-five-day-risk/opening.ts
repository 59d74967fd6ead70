import { horizonEnd } from "../../domain/calendar.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import { dayText, plural } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";

/** `Tue 2026-11-24`, `40 places on Tue 2026-11-24`, or with `minRisk` `3 of 52 areas at or above High on Tue 2026-11-24, 1 not ranked`. */
export function openingText(facts: RiskFacts): string {
  const { answered, args, isGrouped, places, below } = facts;
  const period = periodText(facts);
  const onPeriod = `${answered.length === 1 ? "on" : "from"} ${period}`;
  if (args.minRisk !== undefined) {
    const { reaching, all, unranked } = countsAgainst(args.minRisk, facts);
    const rest = unranked > 0 ? `, ${unranked} not ranked` : "";
    return `${reaching} of ${all} at or above ${args.minRisk} ${onPeriod}${rest}`;
  }
  return isGrouped ? `${plural(places.length + below.length, "place")} ${onPeriod}` : period;
}

/** Of `4 places`, or if the areas of all places are counted, of `52 areas`. */
function countsAgainst(minRisk: string, { places, below, isGrouped, order }: RiskFacts) {
  const allPlaces = [...places, ...below];
  const areaCounts = allPlaces.map(({ areasByLeadingValue }) => {
    const areasWith = (isAbove: boolean | null): number =>
      [...areasByLeadingValue].reduce(
        (sum, [value, areas]) => sum + (isAtOrAbove(value, minRisk, order) === isAbove ? areas.length : 0),
        0,
      );
    return { reaching: areasWith(true), unranked: areasWith(null) };
  });
  if (isGrouped || allPlaces.some(({ isCounted }) => !isCounted)) {
    const reaching = areaCounts.filter((place) => place.reaching > 0).length;
    const unranked = areaCounts.filter((place) => place.reaching === 0 && place.unranked > 0).length;
    return { reaching, unranked, all: plural(allPlaces.length, "place") };
  }
  const reaching = areaCounts.reduce((sum, place) => sum + place.reaching, 0);
  const unranked = areaCounts.reduce((sum, place) => sum + place.unranked, 0);
  const areaCount = allPlaces.reduce((sum, place) => sum + place.areaCount, 0);
  return { reaching, unranked, all: plural(areaCount, "area") };
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
