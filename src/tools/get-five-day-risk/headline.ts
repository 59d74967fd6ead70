import { weekday } from "../../domain/calendar.ts";
import { compact } from "../../domain/compact.ts";
import { isAtOrAbove } from "../../domain/level-order.ts";
import type { JsonRecord } from "../../domain/record.ts";
import { countsInOrder, countsText, groupBy, mostFirst } from "../answer/rows.ts";
import { capital, plural, wordText } from "../answer/words.ts";
import { MAX_SINGLE_PLACES, type RiskFacts } from "./facts.ts";
import { countedText, countedValue, type Fields } from "./fields.ts";
import type { Region } from "./region.ts";
import { allDaysText, areaLines, citiesText, nameOf, noRecordText, periodText, regionWords } from "./words.ts";

/** A headline names all places of a group up to this many, and counts those of a larger one. */
const MAX_NAMES = 12;
/** The last group is "the other 20" instead if it has more places than this. */
const MAX_LAST_NAMES = 3;
/** The headline names so many of the areas that have the first value. */
const MAX_LEADING_AREAS = 3;
/** Up to this many areas are told with further fields. */
const MAX_AREAS_WITH_FIELDS = 5;

interface Body {
  readonly headline: string;
  readonly lines: readonly string[];
}

/** The country or up to three places: each in the headline. */
export function bodyOfFew(facts: RiskFacts): Body {
  const saysFields = facts.fields.main === undefined || hasFurtherFields(facts);
  const words = facts.regions.map((region) => regionWords(region, facts, saysFields));
  const sentences = words.map(
    ({ head, values }) => `${head}: ${compact(fieldOfOne(facts, saysFields), values).join(" ")}.`,
  );
  const opening = `${facts.args.minRisk === undefined ? periodText(facts) : foundText(facts)}.`;
  const below = facts.below.map((place) => `${firstValueText(place, facts)} in ${nameOf(place)}`).join("; ");
  return {
    headline: compact(opening, leadingText(facts), ...sentences, below && `Below: ${below}.`).join(" "),
    lines: areaLines(facts),
  };
}

/** The name of the risk field, where the values of one place would stand without any word on what they are. */
function fieldOfOne({ regions, fields, args }: RiskFacts, saysFields: boolean): string {
  const { main, values } = fields;
  // A number has its field beside it.
  const isSaid = saysFields || args.minRisk !== undefined || values.some((value) => /^-?\d/.test(value));
  return regions.length > 1 || isSaid || main === undefined ? "" : wordText(main);
}

/** True if few areas are told and their records say more than the risk, or say it as a number. */
function hasFurtherFields({ regions, fields }: RiskFacts): boolean {
  const areas = regions.flatMap(({ isLarge, rows }) => (isLarge ? [] : rows));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const saysMore = (record: JsonRecord): boolean =>
    Object.keys(record).length > 1 || /^-?\d/.test(countedValue(record, fields.main));
  return areas.length <= MAX_AREAS_WITH_FIELDS && records.some(saysMore);
}

/** When and where the first of several values lies: `Most severe: High on Tue, Wed (Globe, AZ 855; Tucson, AZ 857).` */
function leadingText({ regions, answered, fields, order }: RiskFacts): string {
  const values = fields.values.filter((value) => regions.some(({ byValue }) => byValue.has(value)));
  const isSummed = answered.length > 1 && regions.some(({ isLarge }) => isLarge);
  const [first] = values;
  if (!isSummed || first === undefined || values.length === 1) return "";
  const having = regions.filter(({ firstValue }) => firstValue === first);
  const measure = order === undefined ? "Rarest" : "Most severe";
  return `${measure}: ${countedText(first, fields.main, order)}${daysText(having, fields)}${leadingAreasText(having)}.`;
}

/**
 * Many places, grouped by their first value and its days. A place with other values, too, or in a group too large to name,
 * has a line with all its values. A whole answer, the headline first:
 * `7 places from …, by the most severe value: Severe on Mon, Tue in Tucson, AZ. Low on all 3 days in the other 6.`
 * `Tucson, AZ: Sun High, Mon and Tue Severe.`
 * `Low on all 3 days: Boston, MA; Seattle, WA; Albany, NY; …`
 */
export function bodyOfMany(facts: RiskFacts): Body {
  const { regions, order, fields } = facts;
  const recorded = regions.filter(({ firstValue }) => firstValue !== undefined || fields.main === undefined);
  const unrecorded = regions.filter((region) => !recorded.includes(region)).map(nameOf);
  const groups = groupsOf(recorded, facts);
  const hasOthers = (place: Region): boolean => allValuesText(place, facts) !== firstValueText(place, facts);
  const measure = order === undefined ? ", by rarity, not by severity" : ", by the most severe value";
  const opening = `${foundText(facts)}${recorded.some(hasOthers) ? measure : ""}`;
  const untold = groups.flatMap(({ isNamed, places }) => (isNamed && !places.some(hasOthers) ? [] : places));
  const groupTexts = groups.map(({ text }) => text).join(". ");
  return {
    headline: compact(`${compact(opening, groupTexts).join(": ")}.`, belowText(facts)).join(" "),
    lines: compact(
      ...placeLines(untold, facts),
      unrecorded.length > 0 && `${capital(noRecordText(facts))}: ${unrecorded.join("; ")}.`,
      ...areaLines(facts),
    ),
  };
}

/** Places with one first value on the same days: `High on Tue in Texas`, or with too many places `… in the other 20`. */
function groupsOf(all: readonly Region[], facts: RiskFacts) {
  const groups = [...groupBy(all, (place) => firstValueText(place, facts))];
  return groups.map(([value, places], index) => {
    const isRest = facts.args.minRisk === undefined && index > 0 && index === groups.length - 1;
    const isNamed = places.length <= (isRest ? MAX_LAST_NAMES : MAX_NAMES);
    const counted = isRest ? `the other ${places.length}` : plural(places.length, "place");
    const names = index === 0 ? namesWithAreas(places) : places.map(nameOf);
    return { places, isNamed, text: `${value} in ${isNamed ? names.join("; ") : counted}` };
  });
}

/** The first value of a place, and its days: `Severe on Mon, Tue`. Without a risk field, all its values. */
function firstValueText(place: Region, facts: RiskFacts): string {
  const { fields, order } = facts;
  if (place.firstValue === undefined) return allValuesText(place, facts);
  return `${countedText(place.firstValue, fields.main, order)}${daysText([place], fields)}`;
}

/** All values of a place: `Sun High, Mon and Tue Severe`. */
function allValuesText(place: Region, facts: RiskFacts): string {
  return regionWords(place, facts, facts.fields.main === undefined).values;
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
    if (alike.length === 1 && first?.isLarge === true) return `${regionWords(first, facts, false).head}: ${risk}.`;
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

/** The days on which places have their first value: ` on Tue, Wed`, ` on all 5 days`; empty for one day in all. */
function daysText(places: readonly Region[], { main = "" }: Fields): string {
  const having = places.flatMap(({ days, firstValue = "" }) =>
    days.filter(({ by }) => (by[main]?.[firstValue] ?? 0) > 0),
  );
  const dates = [...new Set(having.map(({ date }) => date))].sort();
  if (dates.length === 0 || dates.length === places[0]?.days.length) return allDaysText(dates.length);
  return ` on ${dates.map((date) => weekday(date) ?? date).join(", ")}`;
}

/** The first areas that have the first value of their place: ` (Phoenix, AZ 850; Mesa, AZ 852; 4 more areas)`. */
function leadingAreasText(places: readonly Region[]): string {
  const all = new Set(places.flatMap(({ byValue, firstValue = "" }) => byValue.get(firstValue) ?? []));
  const first = [...all].slice(0, MAX_LEADING_AREAS).map((area) => ({ area }));
  const more = all.size - first.length;
  return ` (${compact(citiesText(first), more > 0 && plural(more, "more area")).join("; ")})`;
}

/** `40 places on Mon 2026-11-30`, or how many of them are at or above `minRisk`. Up to three states are counted by area. */
function foundText(facts: RiskFacts): string {
  const { answered, args, regions, below, order } = facts;
  const period = `${answered.length === 1 ? "on" : "from"} ${periodText(facts)}`;
  const places = [...regions, ...below];
  const { minRisk } = args;
  if (minRisk === undefined) return `${plural(places.length, "place")} ${period}`;
  const reaches = (value: string): boolean => isAtOrAbove(value, minRisk, order) === true;
  const isByArea = places.length <= MAX_SINGLE_PLACES && places.every(({ isLarge }) => isLarge);
  const areas = places.flatMap(({ byValue }) =>
    [...byValue].flatMap(([value, alike]) => (reaches(value) ? alike : [])),
  );
  const found = isByArea ? areas : places.filter(({ byValue }) => [...byValue.keys()].some(reaches));
  const areaCount = places.reduce((sum, place) => sum + place.areaCount, 0);
  const all = isByArea ? plural(areaCount, "area") : plural(places.length, "place");
  return `${found.length} of ${all} at or above ${minRisk} ${period}`;
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
