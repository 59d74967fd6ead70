import { type City, citiesWithKey, cityNicknamed, keyOf } from "./city-names.ts";
import { type PlaceOrRefusal, placeOfCity, placeOfState, refused } from "./place.ts";
import { couldBe, refusalOf, whyUnknown } from "./refusals.ts";
import { type NameAndState, namesWithState, readState } from "./states.ts";
import { similarLargerPlaces } from "./suggest.ts";

/** A name alone means a city that has at least this many times the ZIPs of all its namesakes (docs/places.md). */
const DOMINANCE = 7;
/** A name alone of so few letters may be an airport's code. */
const AIRPORT_CODE_LENGTH = 3;

/** Words before a state's name that mean a part of the state, as in `West Texas`. */
const PARTS_OF_STATE: ReadonlySet<string> = new Set(
  (
    "the central coastal downtown far lower mid middle rural upper upstate north south east west northern southern " +
    "eastern western northeast northwest southeast southwest northeastern northwestern southeastern southwestern ne nw se sw"
  ).split(" "),
);
const COUNTY_AFTER = /,[^,]+ (?:county|parish)[\s,]*$/i;

/**
 * Reads a state, `Phoenix, AZ`, or a city that needs no state. A name that the file of places refuses comes first, for
 * `Washington` and `LA` are states, too.
 *
 *     Texas, Texas TX → the state             Phoenix, AZ → the city     Phoenix → the city, far larger than its namesakes
 *     West Texas → refused: it is a region    West, TX → the city        Springfield → refused: could be one of several
 */
export function readName(text: string, suggests = true): PlaceOrRefusal {
  const key = keyOf(text);
  if (key === "") return refused("names no place: write City, ST, a ZIP or a state");
  const refusal = refusalOf(key);
  if (refusal !== undefined) return refused(refusal);
  const state = readState(text);
  if (state !== undefined) return placeOfState(state);
  const hasComma = text.includes(",");
  const splits = namesWithState(text);
  // `West, TX` is a city.
  if (!hasComma && splits.some(isPartOfState)) return refused("names a region: name states or cities");
  const beforeState = readBeforeState(splits);
  if (beforeState !== undefined) return beforeState;
  const alone = hasComma ? undefined : readAlone(key);
  return alone ?? refused(whyUnknown(text, splits[0], suggests));
}

function isPartOfState({ name }: NameAndState): boolean {
  return name.split(/[\s-]+/).every((word) => word === "" || PARTS_OF_STATE.has(keyOf(word)));
}

/** Reads a city before its state, or a state named twice: `Texas, TX`. */
function readBeforeState(splits: readonly NameAndState[]): PlaceOrRefusal | undefined {
  const cities = splits.flatMap((split) => cityInState(split) ?? []);
  if (cities.length > 1) return refused(couldBe(cities));
  const [city] = cities;
  if (city !== undefined) return placeOfCity(city);
  const twice = splits.find(({ name, state }) => readState(name) === state);
  return twice && placeOfState(twice.state);
}

/** The city of that name or nickname. Geocoders write the county, too: `Phoenix, Maricopa County`. */
function cityInState({ name, state: { code } }: NameAndState): City | undefined {
  const key = keyOf(name.replace(COUNTY_AFTER, ""));
  const nicknamed = cityNicknamed(key) ?? cityNicknamed(key + code.toLowerCase());
  return nicknamed?.state === code ? nicknamed : citiesWithKey(key, code)[0];
}

/**
 * Reads a city's name or nickname without a state. A city is meant if it is far larger than all its namesakes, and no
 * similar name is of a city as much larger.
 */
function readAlone(key: string): PlaceOrRefusal | undefined {
  const nicknamed = cityNicknamed(key);
  if (nicknamed !== undefined) return placeOfCity(nicknamed);
  const [city, ...namesakes] = citiesWithKey(key);
  if (city === undefined) return undefined;
  const size = city.zips.length;
  const zipsOfNamesakes = namesakes.flatMap(({ zips }) => zips).length;
  const larger = similarLargerPlaces(key, DOMINANCE * size);
  const dominates = size >= DOMINANCE * zipsOfNamesakes && larger.length === 0;
  if (dominates && key.length > AIRPORT_CODE_LENGTH) return placeOfCity(city);
  return refused(couldBe([...larger, city, ...namesakes]));
}
