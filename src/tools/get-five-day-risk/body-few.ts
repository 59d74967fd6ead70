import { compact, groupBy } from "../../domain/collections.ts";
import { severityOf } from "../../domain/level-order.ts";
import { plural, wordText } from "../answer/words.ts";
import type { RiskFacts } from "./facts.ts";
import { openingText } from "./opening.ts";
import type { LeadingValue, PlaceRisk } from "./place-risk.ts";
import { type Detail, placeWords } from "./place-words.ts";
import { leadingAreasText, leadingText, nameOfPlace, needsField } from "./words.ts";

const MAX_AREAS_WITH_FIELDS = 5;

/**
 * The country or up to three places, each in a sentence. The title of a picture lacks the counts, which its table has.
 *
 *     Tue 2026-11-24. Arizona (7 areas): riskLevel Severe in 1, Low in the other 6.
 */
export function headlineOfFew(facts: RiskFacts, isTitle: boolean = false): string {
  const { places, args } = facts;
  const { risk, riskValues } = facts.fields;
  const detail = detailOf(facts);
  const isFieldSaid = detail === "fields" || args.minRisk !== undefined || riskValues.some(needsField);
  const field = risk === undefined || places.length > 1 || isFieldSaid ? "" : wordText(risk.name);
  const sentences = places.map((place) => {
    const { head, risks, areApart } = placeWords(place, facts, detail);
    if (isTitle && risk !== undefined && place.isMixed) return `${head}.`;
    if (areApart) return `${compact(head, field).join(", ")}: ${risks}.`;
    return `${head}: ${compact(field, risks).join(" ")}.`;
  });
  return compact(`${openingText(facts)}.`, leadingSentence(facts), ...sentences, belowSentence(facts)).join(" ");
}

/** The fields if the answer lists few areas and their records say more than the risk. */
function detailOf({ places }: RiskFacts): Detail {
  const areas = places.flatMap(({ isCounted, listedAreas }) => (isCounted ? [] : listedAreas));
  const records = areas.flatMap(({ days }) => days.flatMap((day) => day.records));
  const isMore = records.some((record) => Object.keys(record).length > 1);
  return isMore && areas.length <= MAX_AREAS_WITH_FIELDS ? "fields" : "risk";
}

/** `Most severe: High on Tue, Wed (Globe, AZ 855; Tucson, AZ 857).` Only for counted areas that differ on several days. */
function leadingSentence(facts: RiskFacts): string {
  const { places, answered, order } = facts;
  const leading = leadingOfFirst(places);
  const values = new Set(places.flatMap(({ areasByLeadingValue }) => [...areasByLeadingValue.keys()]));
  const isNeeded = answered.length > 1 && values.size > 1 && places.some(({ isCounted }) => isCounted);
  if (leading === undefined || !isNeeded) return "";
  const rankInOrder = severityOf(leading.value, order) === undefined ? "Not ranked" : "Most severe";
  const rank = order === undefined ? "Rarest" : rankInOrder;
  return `${rank}: ${leadingText(leading, facts)}${leadingAreasText(leading)}.`;
}

/** The leading value of the first place, with the areas and dates of all places that it leads. */
function leadingOfFirst(places: readonly PlaceRisk[]): LeadingValue | undefined {
  const [first, ...others] = places.flatMap(({ leading }) => leading ?? []);
  if (first === undefined) return undefined;
  const leads = [first, ...others.filter(({ value }) => value === first.value)];
  const areas = [...new Set(leads.flatMap((lead) => lead.areas))];
  const dates = [...new Set(leads.flatMap((lead) => lead.dates))].sort();
  const isEverywhere = leads.every((lead) => lead.extent === "all areas" && lead.dates.length === dates.length);
  return { ...first, areas, dates, extent: areas.length > 1 && !isEverywhere ? "somewhere" : first.extent };
}

/** `Below: Low on both days in 1 of 52 areas of Texas; Utah.` */
function belowSentence(facts: RiskFacts): string {
  const byValue = groupBy(facts.below, ({ leading }) => (leading ? leadingText(leading, facts) : ""));
  const texts = [...byValue].map(([value, places]) => `${value} in ${places.map(ledAreasText).join("; ")}`);
  return texts.length === 0 ? "" : `Below: ${texts.join(". ")}.`;
}

/** `1 of 52 areas of Texas`, or `Texas` if its leading value is that of all areas. */
function ledAreasText(place: PlaceRisk): string {
  const { areaCount, leading } = place;
  const count = leading?.areas.length ?? 0;
  return count < areaCount ? `${count} of ${plural(areaCount, "area")} of ${nameOfPlace(place)}` : nameOfPlace(place);
}
