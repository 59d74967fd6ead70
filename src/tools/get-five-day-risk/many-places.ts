import { compact, groupBy } from "../../domain/collections.ts";
import { countsInOrder, countsText, mostFirst } from "../answer/rows.ts";
import { capital, plural, wordText } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";
import { countedText } from "./fields.ts";
import { firstValueText, leadingAreasText } from "./first-value.ts";
import type { Region } from "./region.ts";
import { areaLines, type Body, foundText, nameOf, regionWords } from "./words.ts";

/** A headline names all places of a group up to this many, and counts those of a larger one. */
const MAX_NAMES = 12;
/** The last group is "the other 20" instead if it has more places than this. */
const MAX_LAST_NAMES = 3;

/**
 * More than three places, in groups that have the same first value on the same days: the most severe of any day, or
 * without an order the rarest. Lines follow with all values. A whole answer, the headline first:
 *
 *     7 places from …, by the most severe value: Severe on Mon, Tue in Tucson, AZ. Low on all 3 days in the other 6.
 *     Tucson, AZ: Sun High, Mon and Tue Severe.
 *     Low on all 3 days: Boston, MA; Seattle, WA; Albany, NY; …
 */
export function bodyOfMany(facts: RiskFacts): Body {
  const { regions, order, fields } = facts;
  const groups = groupsOf(regions, facts);
  const basis = order === undefined ? ", by rarity, not by severity" : ", by the most severe value";
  const isBare = !fields.hasFirst || groups.every(({ saysAll }) => saysAll);
  const opening = `${foundText(facts)}${isBare ? "" : basis}`;
  // The service's names of values keep their case.
  const begun = groups.map(({ text, isRecorded }, index) => (index > 0 && !isRecorded ? capital(text) : text));
  const groupTexts = begun.join(". ");
  const needingLines = groups.flatMap(({ isNamed, saysAll, places }) => (isNamed && saysAll ? [] : places));
  return {
    headline: compact(`${compact(opening, groupTexts).join(": ")}.`, belowText(facts)).join(" "),
    lines: [...placeLines(needingLines, facts), ...areaLines(facts)],
  };
}

interface Group {
  readonly places: readonly Region[];
  readonly isRecorded: boolean;
  /** True if `text` names the places, false if it counts them. */
  readonly isNamed: boolean;
  /** True if `text` says all values of the places. */
  readonly saysAll: boolean;
  /** The group in the headline: `High on Tue in Texas`, `Low on both days in the other 20`. */
  readonly text: string;
}

/**
 * Groups by the first value and its days; without a risk field, by all values. They have the order of their first places.
 * With `minRisk`, places below it follow, so no group is "the other 20".
 */
function groupsOf(all: readonly Region[], facts: RiskFacts): readonly Group[] {
  const { main } = facts.fields;
  const unranked = main === undefined ? "" : `${wordText(main)} differs`;
  const textOf = (place: Region): string =>
    firstValueText(place, facts) || (place.areaCount > 0 && unranked) || allValuesText(place, facts);
  const groups = [...groupBy(all, textOf)];
  return groups.map(([value, places], index) => {
    const isRecorded = places.some(({ areaCount }) => areaCount > 0);
    const isRest = isRecorded && facts.args.minRisk === undefined && index > 0 && index === groups.length - 1;
    const isNamed = places.length <= (isRest ? MAX_LAST_NAMES : MAX_NAMES);
    const counted = isRest ? `the other ${places.length}` : plural(places.length, "place");
    const names = index === 0 ? namesWithAreas(places) : places.map(nameOf);
    // Both texts word a constant value alike: `Low on all 3 days`.
    const saysAll = places.every((place) => allValuesText(place, facts) === value);
    return { places, isRecorded, isNamed, saysAll, text: `${value} in ${isNamed ? names.join("; ") : counted}` };
  });
}

/** All values of a place, without further fields: `Sun High, Mon and Tue Severe`. */
function allValuesText(place: Region, facts: RiskFacts): string {
  return regionWords(place, { ...facts, saysFields: facts.fields.main === undefined }).values;
}

/** The names of places; the first with several values is followed by its leading areas. */
function namesWithAreas(places: readonly Region[]): readonly string[] {
  const mixed = places.find(({ isLarge, isUniform }) => isLarge && !isUniform);
  return places.map((place) => `${nameOf(place)}${place === mixed ? leadingAreasText([place]) : ""}`);
}

/** Each risk with its places: `Low on all 5 days: Boston, MA; Albany, NY.` */
function placeLines(places: readonly Region[], facts: RiskFacts): readonly string[] {
  return [...groupBy(places, (place) => allValuesText(place, facts))].map(([risk, alike]) => {
    const [first] = alike;
    if (alike.length === 1 && first?.isLarge === true) return `${regionWords(first, facts).head}: ${risk}.`;
    const names = alike.map(nameOf).join("; ");
    return alike.length === 1 ? `${names}: ${risk}.` : `${capital(risk)}: ${names}.`;
  });
}

/** The groups in JSON: the risk in words, and every place. A single place with a row of its own needs none. */
export function groupRows(facts: RiskFacts) {
  const listed = new Set(facts.regions.slice(0, facts.shownCount));
  const groups = [...groupBy(facts.regions, (place) => allValuesText(place, facts))];
  return groups
    .filter(([, places]) => places.length > 1 || places.some((place) => !listed.has(place)))
    .map(([risk, places]) => ({ risk, places: places.map(nameOf) }));
}

/** How many places lie below `minRisk`, by their most severe value. */
export function belowCounts({ below, fields }: RiskFacts) {
  return countsInOrder(mostFirst(below.map(({ firstValue = "" }) => [firstValue, 1])), fields.values);
}

function belowText(facts: RiskFacts): string {
  const { fields, order } = facts;
  const counts = countsText(belowCounts(facts), (value) => countedText(value, fields.main, order));
  return counts === "" ? "" : `Below: ${counts}.`;
}
