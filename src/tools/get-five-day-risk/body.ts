import { horizonEnd } from "../../domain/calendar.ts";
import { compact, groupBy } from "../../domain/collections.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import { countsInOrder, countsText, mostFirst } from "../answer/value-counts.ts";
import { capital, dayText, plural, wordText } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";
import type { PlaceRisk } from "./place-risk.ts";
import { areaLines, firstValueText, isConstant, leadingAreasText, nameOfPlace, placeWords, riskText } from "./words.ts";

const MAX_AREAS_WITH_FIELDS = 5;
const MAX_NAMES = 12;
/** A last group of more places is "the other 20". */
const MAX_LAST_NAMES = 3;

export interface Body {
  readonly headline: string;
  readonly lines: readonly string[];
}

/**
 * The country or up to three places, each in a sentence. A picture's title lacks the counts, which its table has.
 *
 *     Tue 2026-11-24. Arizona (7 areas): riskLevel Severe in 1, Low in the other 6.
 *     Severe: Phoenix, AZ 850.
 *     Low: Apache Junction, AZ 851; Mesa, AZ 852; …
 */
export function bodyOfFew(facts: RiskFacts, isTitle: boolean = false): Body {
  const { places, below, fields, args } = facts;
  const { riskField, riskValues } = fields;
  const saysFields = haveFurtherFields(facts);
  // A number has its field beside it.
  const isFieldSaid = saysFields || args.minRisk !== undefined || riskValues.some((value) => /^-?\d/.test(value));
  const field = places.length === 1 && riskField !== undefined && !isFieldSaid && wordText(riskField);
  const sentences = places.map((place) => {
    const { head, risks } = placeWords(place, facts, saysFields);
    const hasCountsInTable = riskField !== undefined && place.isCounted && place.areaCount > 0 && !place.isUniform;
    return isTitle && hasCountsInTable ? `${head}.` : `${head}: ${compact(field, risks).join(" ")}.`;
  });
  const belowGroups = [...groupBy(below, (place) => firstValueText([place], facts))];
  const belowTexts = belowGroups.map(([value, group]) => `${value} in ${group.map(whereFirstText).join("; ")}`);
  const belowText = below.length > 0 && `Below: ${belowTexts.join(". ")}.`;
  return {
    headline: compact(`${openingText(facts)}.`, leadingText(facts), ...sentences, belowText).join(" "),
    lines: areaLines(facts),
  };
}

/** True if few areas are told and their records say more than the risk. */
function haveFurtherFields({ places }: RiskFacts): boolean {
  const areas = places.flatMap(({ isCounted, listedAreas }) => (isCounted ? [] : listedAreas));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  return areas.length <= MAX_AREAS_WITH_FIELDS && records.some((record) => Object.keys(record).length > 1);
}

/** `1 of 52 areas of Texas`, or `Texas` if all of it has its first value. */
function whereFirstText(place: PlaceRisk): string {
  const { areaCount, areasByFirstValue, firstValue = "" } = place;
  const count = areasByFirstValue.get(firstValue)?.length ?? 0;
  return count < areaCount ? `${count} of ${plural(areaCount, "area")} of ${nameOfPlace(place)}` : nameOfPlace(place);
}

/** `Most severe: High on Tue, Wed (Globe, AZ 855; Tucson, AZ 857).` */
function leadingText(facts: RiskFacts): string {
  const { places, answered, order } = facts;
  const first = places[0]?.firstValue;
  const values = new Set(places.flatMap(({ areasByFirstValue }) => [...areasByFirstValue.keys()]));
  const isLeadNeeded = answered.length > 1 && values.size > 1 && places.some(({ isCounted }) => isCounted);
  if (first === undefined || !isLeadNeeded) return "";
  const leading = places.filter(({ firstValue }) => firstValue === first);
  const rank = order === undefined ? "Rarest" : "Most severe";
  return `${rank}: ${firstValueText(leading, facts)}${leadingAreasText(leading)}.`;
}

/**
 * More than three places, in groups that have the same first value on the same days. Lines follow with all values.
 *
 *     7 places from …, by the most severe value: Severe on Mon, Tue in Tucson, AZ. Low on all 3 days in the other 6.
 *     Tucson, AZ: Sun High, Mon and Tue Severe.
 *     Low on all 3 days: Boston, MA; Seattle, WA; Albany, NY; …
 */
export function bodyOfMany(facts: RiskFacts): Body {
  const { order, fields } = facts;
  const groups = groupsOf(facts);
  const basis = order === undefined ? ", by rarity, not by severity" : ", by the most severe value";
  const needsBasis = fields.canRank && groups.some(({ saysAll }) => !saysAll);
  const opening = `${openingText(facts)}${needsBasis ? basis : ""}`;
  const groupTexts = groups.map(({ text }) => text).join(". ");
  const below = countsText(belowCounts(facts), (value) => riskText(value, facts));
  const needingLines = groups.flatMap(({ isNamed, saysAll, places }) => (isNamed && saysAll ? [] : places));
  return {
    headline: compact(`${compact(opening, groupTexts).join(": ")}.`, below && `Below: ${below}.`).join(" "),
    lines: [...placeLines(needingLines, facts), ...areaLines(facts)],
  };
}

/** `High on Tue in Texas`, `Low on both days in the other 20` */
function groupsOf(facts: RiskFacts) {
  const groups = [...groupBy(facts.places, (place) => groupText(place, facts))];
  return groups.map(([risks, places], index) => {
    const hasRecords = places.some(({ areaCount }) => areaCount > 0);
    // With `minRisk`, the places below it follow.
    const isRest = hasRecords && facts.args.minRisk === undefined && index > 0 && index === groups.length - 1;
    const isNamed = places.length <= (isRest ? MAX_LAST_NAMES : MAX_NAMES);
    const count = isRest ? `the other ${places.length}` : plural(places.length, "place");
    const names = index === 0 ? namesWithAreas(places) : places.map(nameOfPlace);
    // The service's names of values keep their case.
    const begun = index > 0 && !hasRecords ? capital(risks) : risks;
    const isInFull = facts.fields.riskField === undefined || !hasRecords;
    const saysAll = isInFull || places.every((place) => isConstant(place, facts));
    return { places, isNamed, saysAll, text: `${begun} in ${isNamed ? names.join("; ") : count}` };
  });
}

/** `High on Tue`; `score differs` if nothing can be ranked; without a risk field, or a record, the place in full. */
function groupText(place: PlaceRisk, facts: RiskFacts): string {
  const { riskField } = facts.fields;
  if (place.firstValue !== undefined) return firstValueText([place], facts);
  if (riskField !== undefined && place.areaCount > 0) return `${wordText(riskField)} differs`;
  return placeWords(place, facts).risks;
}

/** The first place with several values is followed by its leading areas. */
function namesWithAreas(places: readonly PlaceRisk[]): readonly string[] {
  const mixed = places.find(({ isCounted, isUniform }) => isCounted && !isUniform);
  return places.map((place) => `${nameOfPlace(place)}${place === mixed ? leadingAreasText([place]) : ""}`);
}

/** `Low on all 5 days: Boston, MA; Albany, NY.` */
function placeLines(places: readonly PlaceRisk[], facts: RiskFacts): readonly string[] {
  return [...groupBy(places, (place) => placeWords(place, facts).risks)].map(([risks, group]) => {
    const [first, ...others] = group;
    if (first === undefined || others.length > 0) return `${capital(risks)}: ${group.map(nameOfPlace).join("; ")}.`;
    return `${first.isCounted ? placeWords(first, facts).head : nameOfPlace(first)}: ${risks}.`;
  });
}

export function belowCounts({ below, fields }: RiskFacts) {
  return countsInOrder(mostFirst(below.map(({ firstValue = "" }) => [firstValue, 1])), fields.riskValues);
}

/** `Tue 2026-11-24`, `40 places on Tue 2026-11-24`, or with `minRisk` `3 of 52 areas at or above High on Tue 2026-11-24`. */
function openingText(facts: RiskFacts): string {
  const { answered, args, isGrouped, order } = facts;
  const period = periodText(facts);
  const onPeriod = `${answered.length === 1 ? "on" : "from"} ${period}`;
  const { minRisk } = args;
  const places = [...facts.places, ...facts.below];
  if (minRisk === undefined) return isGrouped ? `${plural(places.length, "place")} ${onPeriod}` : period;
  const reachingAreas = ({ areasByFirstValue }: PlaceRisk): readonly string[] =>
    [...areasByFirstValue].flatMap(([value, areas]) => (isAtOrAbove(value, minRisk, order) === true ? areas : []));
  const ending = `at or above ${minRisk} ${onPeriod}`;
  // Areas are counted only if every place has many.
  if (isGrouped || places.some(({ isCounted }) => !isCounted)) {
    const reaching = places.filter((place) => reachingAreas(place).length > 0);
    return `${reaching.length} of ${plural(places.length, "place")} ${ending}`;
  }
  const areaCount = places.reduce((sum, place) => sum + place.areaCount, 0);
  return `${places.flatMap(reachingAreas).length} of ${plural(areaCount, "area")} ${ending}`;
}

/** `Tue 2026-11-24 to Sat 2026-11-28, the end of the forecast`. */
function periodText({ answered, unavailable }: RiskFacts): string {
  const dates = answered.map(({ date }) => date);
  const first = dates[0] ?? "";
  const last = dates.at(-1) ?? "";
  if (unavailable.some(({ date }) => date > first && date < last)) return dates.map(dayText).join(", ");
  const end = horizonEnd(answered[0]?.day.horizon) === last ? ", the end of the forecast" : "";
  return first === last ? `${dayText(first)}${end}` : `${dayText(first)} to ${dayText(last)}${end}`;
}
