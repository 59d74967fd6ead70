import { compact, groupBy } from "../../domain/collections.ts";
import { severityOf } from "../../domain/level-order.ts";
import { capital, plural, wordText } from "../answer/words.ts";
import { belowCounts, type RiskFacts } from "./facts.ts";
import { NOT_GIVEN } from "./fields.ts";
import { openingText } from "./opening.ts";
import type { PlaceRisk } from "./place-risk.ts";
import { placeWords } from "./place-words.ts";
import { leadingAreasText, leadingText, nameOfPlace, riskText } from "./words.ts";

const MAX_NAMES = 12;
/** A last group of more places is "the other 20". */
const MAX_LAST_NAMES = 3;

type Group = ReturnType<typeof groupsOf>[number];

/**
 * More than three places, in groups that have the same leading value on the same days. Lines follow with all values.
 *
 *     7 places from …, by the most severe value: Severe on Mon, Tue in Tucson, AZ. Low on all 3 days in the other 6.
 *     Tucson, AZ: Sun High, Mon and Tue Severe.
 *     Low on all 3 days: Boston, MA; Seattle, WA; Albany, NY; …
 */
export function bodyOfMany(facts: RiskFacts) {
  const groups = groupsOf(facts);
  // Unranked places do not count as reaching `minRisk`.
  const unranked = groups.filter(({ isUnranked }) => isUnranked && facts.args.minRisk !== undefined);
  const others = groups.filter((group) => !unranked.includes(group));
  const textOf = (part: readonly Group[]) => part.map(({ text }) => text).join(". ");
  const opening = `${openingText(facts)}${basisText(others, facts)}`;
  return {
    headline: compact(
      unranked.length > 0 && `Not ranked: ${textOf(unranked)}.`,
      `${compact(opening, textOf(others)).join(": ")}.`,
      belowSentence(facts),
    ).join(" "),
    lines: placeLines(groups, facts),
  };
}

/** By which of its values a place stands in a group; empty if each has only one. */
function basisText(groups: readonly Group[], { fields, order }: RiskFacts): string {
  if (fields.risk?.canRank !== true || groups.every(({ isInFull }) => isInFull)) return "";
  if (order === undefined) return ", rarest first, not by severity";
  const isAnyUnranked = groups.some(({ isUnranked }) => isUnranked);
  return isAnyUnranked ? ", first those not ranked, then by the most severe value" : ", by the most severe value";
}

/**
 * Places of which the same is said. The places are sorted by leading value, and so are the groups:
 *
 *     first      Severe on Mon, Tue in Texas (Dallas, TX 752; 3 more areas)
 *     between    High on Tue in parts of Ohio
 *     last       Low on all 3 days in the other 6
 *     no record  No record on any day in Guam, GU
 */
function groupsOf(facts: RiskFacts) {
  const { order, args } = facts;
  const byRisks = [...groupBy(facts.places, (place) => groupRisks(place, facts))];
  return byRisks.map(([risks, places], index) => {
    const [{ leading, areaCount }] = places;
    const isFirst = index === 0;
    const hasRecord = areaCount > 0;
    // With `minRisk`, the places below it follow.
    const isLast = !isFirst && index === byRisks.length - 1 && hasRecord && args.minRisk === undefined;
    const isNamed = places.length <= (isLast ? MAX_LAST_NAMES : MAX_NAMES);
    const names = isFirst ? namesWithAreas(places) : places.map(nameOfPlace);
    const count = isLast ? `the other ${places.length}` : plural(places.length, "place");
    // The service's names of values keep their case.
    const isSent = hasRecord && leading?.value !== NOT_GIVEN;
    const opening = isFirst || isSent ? risks : capital(risks);
    const text = `${opening} ${whereText(places, isNamed)} ${isNamed ? names.join("; ") : count}`;
    const isInFull = places.every((place) => placeWords(place, facts).risks === risks);
    const isUnranked = leading !== undefined && order !== undefined && severityOf(leading.value, order) === undefined;
    return { places, text, isInFull, isUnranked, needsLines: !isNamed || !isInFull };
  });
}

/** `High on Tue`; `score differs` if nothing can be ranked; without a risk field, or a record, the place in full. */
function groupRisks(place: PlaceRisk, facts: RiskFacts): string {
  const { risk } = facts.fields;
  if (place.leading !== undefined) return leadingText(place.leading, facts);
  if (risk !== undefined && place.areaCount > 0) return `${wordText(risk.name)} differs`;
  return placeWords(place, facts).risks;
}

/** Of a place whose areas differ, only some have the value. If the text says "somewhere", that is said already. */
function whereText(places: readonly PlaceRisk[], isNamed: boolean): string {
  const arePartial = places.every(({ leading, isMixed }) => leading?.extent === "parts" && isMixed);
  if (!arePartial) return "in";
  return isNamed && places.length > 1 ? "in parts of each:" : "in parts of";
}

/** The first mixed place is followed by its leading areas: `Texas (Dallas, TX 752; 3 more areas)`. */
function namesWithAreas(places: readonly PlaceRisk[]): readonly string[] {
  const mixed = places.find(({ isMixed }) => isMixed);
  const areas = mixed?.leading === undefined ? "" : leadingAreasText(mixed.leading);
  return places.map((place) => `${nameOfPlace(place)}${place === mixed ? areas : ""}`);
}

/** `Low on all 5 days: Boston, MA; Albany, NY.` */
function placeLines(groups: readonly Group[], facts: RiskFacts): readonly string[] {
  const places = groups.flatMap((group) => (group.needsLines ? group.places : []));
  return [...groupBy(places, (place) => placeWords(place, facts).risks)].map(([risks, group]) => {
    const [first, ...others] = group;
    if (others.length > 0) return `${capital(risks)}: ${group.map(nameOfPlace).join("; ")}.`;
    return `${first.isCounted ? placeWords(first, facts).head : nameOfPlace(first)}: ${risks}.`;
  });
}

/** `7 below, not named: Moderate 2, Low 5.`, or for numbers `1 below, not named: score 2 in 1.` */
function belowSentence(facts: RiskFacts): string {
  const texts = belowCounts(facts).map(([value, count]) => {
    const name = riskText(value, facts);
    return `${name}${/\d$/.test(name) ? " in" : ""} ${count}`;
  });
  return texts.length === 0 ? "" : `${facts.below.length} below, not named: ${texts.join(", ")}.`;
}
