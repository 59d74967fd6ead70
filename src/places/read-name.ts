import { type City, citiesWithKey, cityNicknamed, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { cityReading, type PlaceReading, refusedReading, stateReading } from "./reading.ts";
import { readState, type State } from "./states.ts";
import { didYouMean, either, HOW_TO_WRITE, similarLargerPlaces } from "./suggest.ts";

/** A name alone means a city that has at least this many times the ZIPs of all its namesakes (docs/places.md). */
const DOMINANCE = 7;
const MOST_CHOICES = 5;
/** The file of places adds US namesakes to some. */
const ABROAD = "names a place abroad: only US places are known";

/** Words before a state's name that mean a part of the state, as in `West Texas`. */
const PARTS_OF_STATE: ReadonlySet<string> = new Set(
  (
    "the central coastal downtown far lower mid middle rural upper upstate north south east west northern southern " +
    "eastern western northeast northwest southeast southwest northeastern northwestern southeastern southwestern ne nw se sw"
  ).split(" "),
);
const COUNTY = /\S\s+(?:county|counties|parish|borough)[\s,]*$|^(?:county|parish) of /i;
const COUNTY_AFTER = /,[^,]+ (?:county|parish)[\s,]*$/i;
const PROVINCE =
  /^\s*(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|British Columbia|Manitoba|Nova Scotia|Nunavut|Ontario|Qu[eé]bec|Saskatchewan)\s*$/i;
const BETWEEN_PLACES = /[;/&+|,→]|-+>?| (?:and|or|to|via) /;

interface NameAndState {
  readonly name: string;
  readonly state: State;
}

/**
 * Reads `Phoenix, AZ`, a state, or a city that needs no state. A name that the file of places refuses comes first, for
 * `Washington` and `LA` are states, too. Everything unknown is refused with similar names.
 *
 *     Phoenix, AZ → the city        Texas, Texas TX → the state       Springfield → refused: could be one of several
 *     West, TX → the city           West Texas → refused: a region    Phoenix → the city, far larger than its namesakes
 */
export function readName(text: string, suggests = true): PlaceReading {
  const key = keyOf(text);
  if (key === "") return refusedReading("names no place: write City, ST, a ZIP or a state");
  const { refusals, abroad } = placeFile();
  const refusal = abroad.has(key) ? `${ABROAD}${abroad.get(key)}` : refusals.get(key);
  if (refusal !== undefined) return refusedReading(refusal);
  const state = readState(text);
  if (state !== undefined) return stateReading(state);
  const splits = namesWithState(text);
  const reading = text.includes(",")
    ? readBeforeState(splits)
    : (readPartOfState(splits) ?? readBeforeState(splits) ?? readAlone(key));
  return reading ?? refusedReading(whyUnknown(text, splits[0], suggests));
}

/** Every way to split a text before a state of one to four words. The first word belongs to the name. */
function namesWithState(text: string): readonly NameAndState[] {
  const words = [...text.matchAll(/[\p{L}\p{M}'’.]+/gu)].slice(1).slice(-4);
  return words.flatMap(({ index }) => {
    const state = readState(text.slice(index));
    return state === undefined ? [] : [{ name: text.slice(0, index), state }];
  });
}

/** Refuses `West Texas`, which is no city: West, TX is one. */
function readPartOfState(splits: readonly NameAndState[]): PlaceReading | undefined {
  const isPart = (name: string): boolean =>
    name.split(/[\s-]+/).every((word) => word === "" || PARTS_OF_STATE.has(keyOf(word)));
  return splits.some(({ name }) => isPart(name)) ? refusedReading("names a region: name states or cities") : undefined;
}

/** Reads a city before its state, or a state named twice: `Texas, TX`. */
function readBeforeState(splits: readonly NameAndState[]): PlaceReading | undefined {
  const [city, ...others] = splits.flatMap(({ name, state }) => cityInState(name, state.code) ?? []);
  if (city !== undefined) return others.length > 0 ? couldBe([city, ...others]) : cityReading(city);
  const twice = splits.find(({ name, state }) => readState(name) === state);
  return twice && stateReading(twice.state);
}

/** The city of that name or nickname. Geocoders write the county, too: `Phoenix, Maricopa County`. */
function cityInState(name: string, state: string): City | undefined {
  const key = keyOf(name.replace(COUNTY_AFTER, ""));
  const nicknamed = cityNicknamed(key) ?? cityNicknamed(key + state.toLowerCase());
  return nicknamed?.state === state ? nicknamed : citiesWithKey(key, state)[0];
}

/**
 * Reads a city's name or nickname without a state. A city is meant if it is far larger than all its namesakes, no
 * similar name is of a city as much larger, and the name has over three letters, for three may be an airport code.
 */
function readAlone(key: string): PlaceReading | undefined {
  const nicknamed = cityNicknamed(key);
  if (nicknamed !== undefined) return cityReading(nicknamed);
  const [city, ...namesakes] = citiesWithKey(key);
  if (city === undefined) return undefined;
  const zipsElsewhere = namesakes.reduce((sum, { zips }) => sum + zips.length, 0);
  const larger = similarLargerPlaces(key, DOMINANCE * city.zips.length);
  const isMeant = city.zips.length >= DOMINANCE * zipsElsewhere && larger.length === 0 && key.length > 3;
  return isMeant ? cityReading(city) : couldBe([...larger, city, ...namesakes]);
}

function couldBe(places: readonly { readonly label: string; readonly refusal?: string | undefined }[]): PlaceReading {
  const labels = places.filter(({ refusal }) => refusal === undefined).map(({ label }) => label);
  const more = labels.length - MOST_CHOICES;
  if (more > 0) {
    const first = either([...labels.slice(0, MOST_CHOICES), `${more} more`]);
    return refusedReading(`could be ${first}: write City, ST; only US places are known`);
  }
  const write = labels.length === 1 ? "its state too" : "one of them";
  return refusedReading(`could be ${either(labels)}: write ${write}; only US places are known`);
}

function whyUnknown(text: string, split: NameAndState | undefined, suggests: boolean): string {
  if (isAbroad(text)) return ABROAD;
  if (COUNTY.test(split?.name ?? text)) return "is a county: name its cities, ZIP prefixes or the state";
  if (areSeveral(text)) return "names several places: give each its own entry";
  const wrong = text.includes(",") ? "does not end in a US state" : "is not a known US place";
  const why = split === undefined ? wrong : `is not a known place in ${split.state.name}`;
  return `${why}; ${suggests ? didYouMean(split?.name ?? text, split?.state) : HOW_TO_WRITE}`;
}

/** Whether the text ends with another country or a Canadian province: `Toronto, ON`. */
function isAbroad(text: string): boolean {
  const [, last = ""] = /,([^,]+)$/.exec(text) ?? [];
  return readState(last) === undefined && (placeFile().abroad.has(keyOf(last)) || PROVINCE.test(last));
}

/** Whether the text names several states or cities: `TX, OK`, `Dallas and Houston`. */
function areSeveral(text: string): boolean {
  const parts = text.split(BETWEEN_PLACES).filter((part) => part.trim() !== "");
  const names = parts.filter((part) => readState(part) === undefined);
  return parts.length > 1 && names.length !== 1 && names.every((name) => citiesWithKey(keyOf(name)).length > 0);
}
