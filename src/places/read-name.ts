import { type City, citiesWithKey, cityNicknamed, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { ABROAD, cityRead, type PlaceReading, refusedReading, stateRead } from "./reading.ts";
import { readState, type State } from "./states.ts";
import { didYouMean, either, HOW_TO_WRITE, similarLargerPlaces } from "./suggest.ts";

/** A name alone means a city that has at least this many times the ZIPs of all its namesakes together. */
const DOMINANCE = 7;
const MOST_CHOICES = 5;

/** Words before a state's name that mean a part of the state, as in `West Texas`. */
const PART_OF_STATE =
  /^(?:(?:the|central|coastal|downtown|far|lower|mid|middle|rural|upper|upstate|(?:north|south)(?:(?:east|west)(?:ern)?)?|(?:east|west)(?:ern)?|[ns]?[ew]|[ns]|(?:north|south)ern)[. -]+)+$/i;
const AREA_BEFORE =
  /^(?:the )?(?:greater|downtown|uptown|midtown|inner|outer|metro|metropolitan|suburban|central|near|around|outside) /i;
const AREA_AFTER = /(?: (?:area|metro|metroplex|metropolitan|region|suburbs?|vicinity)){1,3}$/i;
const COUNTY = /\S\s+(?:county|counties|parish|borough)[\s,]*$|^(?:county|parish) of /i;
const PROVINCE =
  /^\s*(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|British Columbia|Manitoba|Nova Scotia|Nunavut|Ontario|Qu[eé]bec|Saskatchewan)\s*$/i;
const BETWEEN_PLACES = / ?(?:[;/&+|,]|-+>?|→|\b(?:and|or|to|via)\b) ?/i;

/** A text split into a name and the state at its end. */
interface NameAndState {
  readonly name: string;
  readonly state: State;
}

/** Reads the name of a state, or of a city with or without its state. */
export function readName(text: string, suggests = true): PlaceReading {
  const key = keyOf(text);
  if (key === "") return refusedReading("names no place: write City, ST, a ZIP or a state");
  const { refusals, abroad } = placeFile();
  const elsewhere = abroad.get(key);
  const refusal = elsewhere === undefined ? refusals.get(key) : ABROAD + elsewhere;
  const state = refusal === undefined ? readState(text) : undefined;
  if (state !== undefined) return stateRead(state);
  const ways = namesWithState(text);
  const isList = text.includes(",");
  if (!isList && ways.some(({ name }) => PART_OF_STATE.test(name))) return refusedReading(asRegion());
  const [city, ...others] = ways.flatMap((way) => cityInState(way) ?? []);
  if (city !== undefined) return others.length > 0 ? couldBe([city, ...others]) : readCity(city);
  if (refusal !== undefined && !isList) return refusedReading(refusal);
  const sameTwice = ways.find(({ name, state: after }) => readState(name) === after);
  if (sameTwice !== undefined) return stateRead(sameTwice.state);
  const alone = isList ? undefined : readAlone(key);
  const [, cityOf] = /^(?:the )?city of (.+)$/i.exec(text) ?? [];
  if (alone !== undefined) return alone;
  if (isAbroad(text)) return refusedReading(ABROAD);
  return cityOf === undefined ? refusedReading(whyUnknown(text, ways[0], suggests)) : readName(cityOf, suggests);
}

/** True if the text ends with another country or a Canadian province: `Toronto, ON`. */
function isAbroad(text: string): boolean {
  const [, last = ""] = /,([^,]+)$/.exec(text) ?? [];
  return readState(last) === undefined && (placeFile().abroad.has(keyOf(last)) || PROVINCE.test(last));
}

/** True if the text is a street with its number, then a city and state that hold the ZIP. */
export function endsInCityOf(zip: string, text: string): boolean {
  return namesWithState(text).some(({ name, state }) => {
    const words = name.split(/[\s,]+/).filter((word) => word !== "");
    const endings = [1, 2, 3, 4].filter((count) => words.length > count + 1).map((count) => words.slice(-count));
    return endings.some((city) => cityCalled(city.join(" "), state.code)?.zips.includes(zip));
  });
}

/** Every way to split a text before a state of one to four words. */
function namesWithState(text: string): readonly NameAndState[] {
  const words = [...text.matchAll(/[\p{L}\p{M}'’.]+/gu)].slice(1).slice(-4);
  return words.flatMap(({ index }) => {
    const state = readState(text.slice(index));
    return state === undefined ? [] : [{ name: text.slice(0, index), state }];
  });
}

function cityInState({ name, state }: NameAndState): City | undefined {
  const parts = name.split(",").filter((part) => keyOf(part) !== "" && !COUNTY.test(part) && readState(part) !== state);
  const [first = name, around, ...more] = parts;
  const city = cityCalled(first, state.code);
  if (around === undefined || city === undefined) return city;
  // People write a part of a city before the city: `Harlem, New York, NY`.
  const zipsAround = cityCalled(keyOf(around) === "newyork" ? "New York City" : around, state.code)?.zips ?? [];
  return more.length === 0 && city.zips.every((zip) => zipsAround.includes(zip)) ? city : undefined;
}

function cityCalled(name: string, state: string): City | undefined {
  const key = keyOf(name);
  const nicknamed = cityNicknamed(key) ?? cityNicknamed(key + state.toLowerCase());
  return nicknamed?.state === state ? nicknamed : citiesWithKey(key, state)[0];
}

function readCity(city: City): PlaceReading {
  return city.refusal === undefined ? cityRead(city) : refusedReading(city.refusal);
}

/** Reads a city's name or nickname without a state. */
function readAlone(key: string): PlaceReading | undefined {
  const nicknamed = cityNicknamed(key);
  if (nicknamed !== undefined) return readCity(nicknamed);
  const [city, ...namesakes] = citiesWithKey(key);
  if (city === undefined) return undefined;
  const zipsElsewhere = namesakes.reduce((sum, { zips }) => sum + zips.length, 0);
  const larger = similarLargerPlaces(key, DOMINANCE * city.zips.length);
  // Three letters may be an airport code.
  const isMeant = city.zips.length >= DOMINANCE * zipsElsewhere && larger.length === 0 && key.length > 3;
  return isMeant ? readCity(city) : couldBe([...larger, city, ...namesakes]);
}

function couldBe(places: readonly { readonly label: string; readonly refusal?: string | undefined }[]): PlaceReading {
  const labels = places.filter(({ refusal }) => refusal === undefined).map(({ label }) => label);
  const more = labels.length - MOST_CHOICES;
  const all = more > 0 ? `${labels.slice(0, MOST_CHOICES).join("; ")} or ${more} more` : either(labels);
  const write = more > 0 ? "City, ST" : labels.length === 1 ? "its state too" : "one of them";
  return refusedReading(`could be ${all}: write ${write}; only US places are known`);
}

function whyUnknown(text: string, way: NameAndState | undefined, suggests: boolean): string {
  if (COUNTY.test(way?.name ?? text)) return "is a county: name its cities, ZIP prefixes or the state";
  if (areSeveral(text)) return "names several places: give each its own entry";
  const inArea = text.replace(AREA_BEFORE, "").replace(AREA_AFTER, "");
  if (inArea !== text && keyOf(inArea) !== "") return asRegion(readName(inArea, false));
  const wrong = text.includes(",") ? "does not end in a US state" : "is not a known US place";
  const why = way === undefined ? wrong : `is not a known place in ${way.state.name}`;
  return `${why}; ${suggests ? didYouMean(way?.name ?? text, way?.state) : HOW_TO_WRITE}`;
}

function asRegion(around?: PlaceReading): string {
  return `names a region: name states or cities${around?.kind === "place" ? `, such as ${around.place.label}` : ""}`;
}

/** True if the text names several places: `Dallas; Houston`, `Boston/Cambridge`. */
function areSeveral(text: string): boolean {
  const parts = text.split(BETWEEN_PLACES).filter((part) => part !== "");
  const names = parts.filter((part) => readState(part) === undefined);
  return parts.length > 1 && names.length !== 1 && names.every(isName);
}

function isName(text: string): boolean {
  const ways = [{ name: text, state: undefined }, ...namesWithState(text)];
  return ways.some(({ name, state }) => cityNicknamed(keyOf(name)) ?? citiesWithKey(keyOf(name), state?.code)[0]);
}
