import { compact, groupBy } from "../../domain/collections.ts";
import { plural, wordText } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";
import { countedText } from "./fields.ts";
import { daysText, firstValueText, leadingAreasText } from "./first-value.ts";
import type { Region } from "./region.ts";
import { areaLines, type Body, foundText, nameOf, periodText, regionWords } from "./words.ts";

/**
 * The country or up to three places: each has a sentence of the headline, with the areas of a large one counted by value.
 * Lines name those areas. A picture's title lacks the counts, which its table has. An answer, the headline first:
 *
 *     Tue 2026-11-24. Arizona (7 areas): riskLevel Severe in 1, Low in the other 6.
 *     Severe: Phoenix, AZ 850.
 *     Low: Apache Junction, AZ 851; Mesa, AZ 852; …
 */
export function bodyOfFew(facts: RiskFacts, isTitle: boolean = false): Body {
  const field = fieldBefore(facts);
  const sentences = facts.regions.map((region) => {
    const { head, values } = regionWords(region, facts);
    const isCountedInTable =
      facts.fields.main !== undefined && region.isLarge && region.areaCount > 0 && !region.isUniform;
    return isTitle && isCountedInTable ? `${head}.` : `${head}: ${compact(field, values).join(" ")}.`;
  });
  const opening = `${facts.args.minRisk === undefined ? periodText(facts) : foundText(facts)}.`;
  const groups = [...groupBy(facts.below, (place) => firstValueText(place, facts))];
  const below = groups.map(([value, places]) => `${value} in ${places.map(havingText).join("; ")}`).join(". ");
  return {
    headline: compact(opening, leadingText(facts), ...sentences, below && `Below: ${below}.`).join(" "),
    lines: areaLines(facts),
  };
}

/** Where a place has its first value: `1 of 52 areas of Texas`, or `Texas` if all of it has. */
function havingText(place: Region): string {
  const { areaCount, byValue, firstValue = "" } = place;
  const count = byValue.get(firstValue)?.length ?? 0;
  return count < areaCount ? `${count} of ${plural(areaCount, "area")} of ${nameOf(place)}` : nameOf(place);
}

/** The name of the risk field before the values of a single place; empty if the answer says what they are. */
function fieldBefore({ regions, fields, args, saysFields }: RiskFacts): string {
  const { main, values } = fields;
  if (regions.length > 1 || main === undefined) return "";
  // A number has its field beside it.
  const isSaid = saysFields || args.minRisk !== undefined || values.some((value) => /^-?\d/.test(value));
  return isSaid ? "" : wordText(main);
}

/** When and where the first of several values lies: `Most severe: High on Tue, Wed (Globe, AZ 855; Tucson, AZ 857).` */
function leadingText({ regions, answered, fields, order }: RiskFacts): string {
  const values = fields.values.filter((value) => regions.some(({ byValue }) => byValue.has(value)));
  const isLeadNeeded = answered.length > 1 && regions.some(({ isLarge }) => isLarge);
  const [first] = values;
  if (!isLeadNeeded || !fields.hasFirst || first === undefined || values.length === 1) return "";
  const leading = regions.filter(({ firstValue }) => firstValue === first);
  const rank = order === undefined ? "Rarest" : "Most severe";
  return `${rank}: ${countedText(first, fields.main, order)}${daysText(leading)}${leadingAreasText(leading)}.`;
}
