import { compact, groupBy } from "../../domain/collections.ts";
import { severityOf } from "../../domain/level-order.ts";
import { capital, plural, wordText } from "../answer/words.ts";
import { belowCounts, type RiskFacts } from "./facts.ts";
import { openingText } from "./opening.ts";
import { hasOneValueThroughout, type PlaceRisk } from "./place-risk.ts";
import { placeWords } from "./place-words.ts";
import { leadingAreasText, leadingText, nameOfPlace, riskText } from "./words.ts";

const MAX_NAMES = 12;
/** A last group of more places is "the other 20". */
const MAX_LAST_NAMES = 3;

/**
 * More than three places, in groups that have the same leading value on the same days. Lines follow with all values.
 *
 *     7 places from …, by the most severe value: Severe on Mon, Tue in Tucson, AZ. Low on all 3 days in the other 6.
 *     Tucson, AZ: Sun High, Mon and Tue Severe.
 *     Low on all 3 days: Boston, MA; Seattle, WA; Albany, NY; …
 */
export function bodyOfMany(facts: RiskFacts) {
  const { places, fields, order, args } = facts;
  const groups = groupsOf(facts);
  // With `minRisk`, those outside the order do not count as reaching it.
  const unranked = groups.filter((group) => args.minRisk !== undefined && !isRanked(group.places[0], facts));
  const others = groups.filter((group) => !unranked.includes(group));
  const basis = order === undefined ? ", rarest first, not by severity" : ", by the most severe value";
  const needsBasis = fields.canRank && !places.every((place) => hasOneValueThroughout(place, fields));
  const opening = `${openingText(facts)}${needsBasis ? basis : ""}`;
  const placesWithLines = groups.flatMap((group) => (group.needsLines ? group.places : []));
  return {
    headline: compact(
      unranked.length > 0 && `Not ranked: ${textOf(unranked)}.`,
      `${compact(opening, textOf(others)).join(": ")}.`,
      belowSentence(facts),
    ).join(" "),
    lines: placeLines(placesWithLines, facts),
  };
}

function textOf(groups: readonly { readonly text: string }[]): string {
  return groups.map(({ text }) => text).join(". ");
}

/** A place without a record has no value to rank. */
function isRanked({ leading }: PlaceRisk, { order }: RiskFacts): boolean {
  return leading === undefined || severityOf(leading.value, order) !== undefined;
}

/**
 * Places of which the same is said. The places are sorted by leading value, and so are the groups:
 *
 *     first      Severe on Mon, Tue in Texas (Dallas, TX 752; 3 more areas)
 *     between    High on Tue in parts of Ohio
 *     rest       Low on all 3 days in the other 6
 *     no record  No record on any day in Guam, GU
 */
function groupsOf(facts: RiskFacts) {
  const { places, fields } = facts;
  const byRisks = [...groupBy(places, (place) => groupRisks(place, facts))];
  return byRisks.map(([risks, group], index) => {
    const kind = kindOf(group, index, byRisks.length, facts);
    const isNamed = group.length <= (kind === "rest" ? MAX_LAST_NAMES : MAX_NAMES);
    const isInFull = fields.riskField === undefined || group.every((place) => hasOneValueThroughout(place, fields));
    return { places: group, text: groupText(kind, risks, group, isNamed), needsLines: !isNamed || !isInFull };
  });
}

/** `High on Tue`; `score differs` if nothing can be ranked; without a risk field, or a record, the place in full. */
function groupRisks(place: PlaceRisk, facts: RiskFacts): string {
  const { riskField } = facts.fields;
  if (place.leading !== undefined) return leadingText(place.leading, facts);
  if (riskField !== undefined && place.areaCount > 0) return `${wordText(riskField)} differs`;
  return placeWords(place, facts).risks;
}

type GroupKind = "first" | "between" | "rest" | "no record";

function kindOf(places: readonly PlaceRisk[], index: number, groupCount: number, { args }: RiskFacts): GroupKind {
  if (index === 0) return "first";
  if (places.every(({ areaCount }) => areaCount === 0)) return "no record";
  // With `minRisk`, the places below it follow.
  return index === groupCount - 1 && args.minRisk === undefined ? "rest" : "between";
}

function groupText(kind: GroupKind, risks: string, places: readonly PlaceRisk[], isNamed: boolean): string {
  // The service's names of values keep their case.
  const opening = kind === "no record" ? capital(risks) : risks;
  const names = kind === "first" ? namesWithAreas(places) : places.map(nameOfPlace);
  // Of a place whose areas differ, only some have the value. If the text says "somewhere", that is said already.
  const arePartial = places.every(
    ({ leading, isCounted, hasOneValueADay }) => leading?.isSomewhere === false && isCounted && !hasOneValueADay,
  );
  const parts = places.length === 1 ? "in parts of" : "in parts of each:";
  const where = arePartial ? parts : "in";
  const count = kind === "rest" ? `the other ${places.length}` : plural(places.length, "place");
  return `${opening} ${where} ${isNamed ? names.join("; ") : count}`;
}

/** The first place with several values is followed by its leading areas: `Texas (Dallas, TX 752; 3 more areas)`. */
function namesWithAreas(places: readonly PlaceRisk[]): readonly string[] {
  const mixed = places.find(({ isCounted, hasOneValueADay }) => isCounted && !hasOneValueADay);
  const areas = mixed?.leading === undefined ? "" : leadingAreasText(mixed.leading);
  return places.map((place) => `${nameOfPlace(place)}${place === mixed ? areas : ""}`);
}

/** `Low on all 5 days: Boston, MA; Albany, NY.` */
function placeLines(places: readonly PlaceRisk[], facts: RiskFacts): readonly string[] {
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
