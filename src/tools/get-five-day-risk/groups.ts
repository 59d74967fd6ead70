import { compact } from "../../domain/compact.ts";
import { countsInOrder, countsText, groupBy, mostFirst } from "../answer/rows.ts";
import { capital, plural } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import { MAX_SINGLE_PLACES, type PlaceRisk, type RiskFacts } from "./facts.ts";
import { countedText } from "./fields.ts";
import { periodText, placeWords } from "./place-text.ts";

/** A headline names all places of a group up to this many, and counts those of a larger one. */
const MAX_NAMES = 12;
/** The last group is "the other 20" instead if it has more places than this. */
const MAX_LAST_NAMES = 3;

/** The groups in JSON: the risk in words, and every place. A single place with a row of its own needs none. */
export function groupRows(facts: RiskFacts) {
  const listed = new Set(facts.places.slice(0, facts.shownCount));
  const groups = [...groupBy(facts.places, (place) => riskText(place, facts))];
  return groups
    .filter(([, places]) => places.length > 1 || places.some((place) => !listed.has(place)))
    .map(([risk, places]) => ({ risk, places: places.map(nameOf) }));
}

/** Many places: the most severe or the rarest value in the headline, and every place beside those it equals. */
export function groupedBody(facts: RiskFacts) {
  const { places, minRisk, order, mainField, askedCount } = facts;
  const recorded = places.filter(({ value }) => value !== undefined || mainField === undefined);
  const none = places.filter((place) => !recorded.includes(place)).map(nameOf);
  const noneText = none.length === 0 ? "" : `No record: ${none.join("; ")}.`;
  const found = foundText(facts, recorded.length);
  const below = belowText(facts);
  if (askedCount <= MAX_SINGLE_PLACES)
    return { headline: compact(`${found}.`, ...placeLines(recorded, facts), below, noneText).join(" "), lines: [] };
  const groups = [...groupBy(recorded, (place) => leadingText(place, facts))].map(([risk, alike], index, all) => {
    const isRest = minRisk === undefined && index > 0 && index === all.length - 1;
    const isNamed = alike.length <= (isRest ? MAX_LAST_NAMES : MAX_NAMES);
    const counted = isRest ? `the other ${alike.length}` : plural(alike.length, "place");
    const isAllTold = alike.every((place) => riskText(place, facts) === risk);
    return { alike, isAllTold, isNamed, text: `${risk} in ${isNamed ? alike.map(nameOf).join("; ") : counted}` };
  });
  const measure = order === undefined ? ", by rarity, not by severity" : ", by the most severe value";
  const opening = `${found}${groups.every(({ isAllTold }) => isAllTold) ? "" : measure}`;
  const told = compact(opening, groups.map(({ text }) => text).join(". ")).join(": ");
  const untold = groups.flatMap(({ alike, isNamed, isAllTold }) => (isNamed && isAllTold ? [] : alike));
  return { headline: compact(`${told}.`, below).join(" "), lines: compact(...placeLines(untold, facts), noneText) };
}

/** Each risk with its places: `Low on all 5 days: Boston, MA; Albany, NY.` */
function placeLines(places: readonly PlaceRisk[], facts: RiskFacts): readonly string[] {
  return [...groupBy(places, (place) => riskText(place, facts))].map(([risk, alike]) => {
    const names = alike.map(nameOf).join("; ");
    return alike.length === 1 ? `${names}: ${risk}.` : `${capital(risk)}: ${names}.`;
  });
}

/** `40 places on Mon 2026-11-30`, or how many of them are at or above `minRisk`. */
function foundText(facts: RiskFacts, found: number): string {
  const { dates, minRisk, askedCount } = facts;
  const period = `${dates.length === 1 ? "on" : "from"} ${periodText(facts)}`;
  const count = plural(askedCount, "place");
  return minRisk === undefined ? `${count} ${period}` : `${found} of ${count} at or above ${minRisk} ${period}`;
}

/** How many places lie below `minRisk`, by their most severe value. */
export function belowCounts({ below, mainValues }: RiskFacts) {
  return countsInOrder(mostFirst(below.map(({ value = "" }) => [value, 1])), mainValues);
}

/** The places below `minRisk`: a few with their risk, many by their most severe value. */
function belowText(facts: RiskFacts): string {
  const { below, mainField, order } = facts;
  if (below.length === 0) return "";
  const each = below.map((place) => `${nameOf(place)} (${riskText(place, facts)})`);
  const text =
    below.length > MAX_SINGLE_PLACES
      ? countsText(belowCounts(facts), (value) => countedText(value, mainField, order))
      : each.join("; ");
  return `Below: ${text}.`;
}

/** A place's risk in words, without its name. */
function riskText(place: PlaceRisk, facts: RiskFacts): string {
  return placeWords(place, facts, facts.mainField === undefined).values;
}

/** The value that ranks a place; failing that, its risk in words. */
function leadingText(place: PlaceRisk, facts: RiskFacts): string {
  return place.value === undefined ? riskText(place, facts) : countedText(place.value, facts.mainField, facts.order);
}

function nameOf({ location }: PlaceRisk): string {
  return capital(locationText(location));
}
