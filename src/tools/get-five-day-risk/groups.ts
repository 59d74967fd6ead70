import { compact } from "../../domain/compact.ts";
import { countsText, groupBy } from "../answer/rows.ts";
import { capital, plural } from "../answer/words.ts";
import { locationText } from "../areas/location.ts";
import type { PlaceRisk, RiskFacts } from "./facts.ts";
import { countedText } from "./fields.ts";
import { periodText } from "./period.ts";
import { placeWords } from "./place-text.ts";

/** A headline names all places of a group up to this many, and counts those of a larger one. */
const MAX_NAMES = 12;
/** The last group is "the other 20" instead if it has more places than this. */
const MAX_LAST_NAMES = 3;

/** The groups in JSON: the risk in words, and every place. A single place with a row of its own needs none. */
export function groupRows(facts: RiskFacts) {
  const listed = new Set(facts.shown.map(nameOf));
  const groups = equalPlaces(facts).filter(({ names }) => names.length > 1 || names.some((name) => !listed.has(name)));
  return groups.map(({ risk, names }) => ({ risk, places: names }));
}

/** Many places: the most severe or the rarest value in the headline, and every place beside those it equals. */
export function groupedBody(facts: RiskFacts) {
  const { dates, places, minRisk, askedCount, order, mainField } = facts;
  const recorded = places.filter(({ values }) => values.length > 0 || mainField === undefined);
  const leading = equalPlaces({ ...facts, places: recorded }, (place) => leadingText(place, facts));
  const told = leading.map((group, index) => {
    const isRest = minRisk === undefined && index > 0 && index === leading.length - 1;
    const isCounted = group.names.length > (isRest ? MAX_LAST_NAMES : MAX_NAMES);
    const counted = isRest ? `the other ${group.names.length}` : plural(group.names.length, "place");
    return { isCounted, text: `${group.risk} in ${isCounted ? counted : group.names.join("; ")}` };
  });
  const isSimple = dates.length === 1 && recorded.every(({ areaCount }) => areaCount === 1);
  const isAllTold = isSimple && told.every(({ isCounted }) => !isCounted);
  const period = `${dates.length === 1 ? "on " : ""}${periodText(facts)}`;
  const count = plural(askedCount, "place");
  const found =
    minRisk === undefined ? `${count} ${period}` : `${recorded.length} of ${count} at or above ${minRisk} ${period}`;
  const which = order === undefined ? "rarest" : "most severe";
  const measure = isSimple ? "" : `, by the ${which} value`;
  const texts = told.map(({ text }) => text).join(". ");
  const groups = equalPlaces({ ...facts, places: recorded }).map(({ risk, names }) =>
    names.length === 1 ? `${names[0]}: ${risk}.` : `${capital(risk)}: ${names.join("; ")}.`,
  );
  const none = places.filter((place) => !recorded.includes(place)).map(nameOf);
  const below = countsText(facts.below, (value) => countedText(value, mainField, order));
  return {
    headline: texts === "" ? `${found}.` : `${found}${measure}: ${texts}.`,
    lines: compact(
      ...(isAllTold ? [] : groups),
      below !== "" && `Below: ${below}.`,
      none.length > 0 && `No record: ${none.join("; ")}.`,
    ),
  };
}

/** Places with one risk together, in the order of the places. */
function equalPlaces(
  facts: RiskFacts,
  riskOf = (place: PlaceRisk) => placeWords(place, facts, facts.mainField === undefined).values,
) {
  const groups = groupBy(facts.places, riskOf);
  return [...groups].map(([risk, places]) => ({ risk, names: places.map(nameOf) }));
}

/** The value that ranks a place; failing that, its risk in words. */
function leadingText(place: PlaceRisk, facts: RiskFacts): string {
  const [value] = place.values;
  return value === undefined ? placeWords(place, facts, true).values : countedText(value, facts.mainField, facts.order);
}

function nameOf({ location }: PlaceRisk): string {
  return capital(locationText(location));
}
