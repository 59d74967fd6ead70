import { type City, citiesWithKey, cityWithLabel, keyOf } from "./city-names.ts";
import { placeFile } from "./place-file.ts";
import { cityRead, type PlaceReading, refused, stateRead } from "./reading.ts";
import { isPartOfState, isRegion, withoutAreaWords } from "./regions.ts";
import { readState, type State } from "./states.ts";
import { didYouMean, either, largerLookAlikes } from "./suggest.ts";

/** How many times the ZIPs of all its namesakes a city must have to be meant by its name alone. */
const DOMINANCE = 7;
const MOST_CHOICES = 5;

/** A text parted into a name and the state after it. */
interface NameAndState {
  readonly name: string;
  readonly state: State;
}

/** Reads a name without digits. */
export function readName(text: string): PlaceReading {
  const key = keyOf(text);
  if (key === "") return refused("names no place: write City, ST, a ZIP or a state");
  const ambiguous = placeFile().ambiguous.get(key);
  if (ambiguous !== undefined) return refused(ambiguous);
  const state = readState(text);
  if (state !== undefined) return stateRead(state);
  const ways = namesWithState(text);
  if (isRegion(key) || (!text.includes(",") && ways.some(({ name }) => isPartOfState(name)))) {
    return refused("names a region: name states or cities instead");
  }
  const [city, other] = ways.flatMap((way) => cityInState(way) ?? []);
  const alone = readAlone(key);
  if (city !== undefined && (other !== undefined || alone !== undefined)) {
    return refused("can be read in two ways: put a comma before the state");
  }
  if (city !== undefined) return only(city);
  return alone ?? readWithoutArticle(text) ?? refused(whyUnknown(text, ways));
}

/** Every way to part a text before a state at its end, which has up to four words. */
function namesWithState(text: string): readonly NameAndState[] {
  const words = [...text.matchAll(/[^\s,;:/()–—-]+/g)];
  return words
    .slice(1)
    .slice(-4)
    .flatMap(({ index }) => {
      const state = readState(text.slice(index).replace(/[\s,;:/()–—-]+/g, " "));
      return state === undefined ? [] : [{ name: text.slice(0, index), state }];
    });
}

function cityInState({ name, state }: NameAndState): City | undefined {
  const parts = name.split(",").filter((part) => keyOf(part) !== "" && !isCounty(part) && readState(part) !== state);
  const [first = name, around, ...more] = parts.length === 0 ? [name] : parts;
  const city = cityCalled(first, state.code);
  if (around === undefined || city === undefined) return city;
  // A part of a city is named with it: `Harlem, New York, NY`.
  const zipsAround = cityCalled(keyOf(around) === "newyork" ? "New York City" : around, state.code)?.zips ?? [];
  return more.length === 0 && city.zips.every((zip) => zipsAround.includes(zip)) ? city : undefined;
}

function cityCalled(name: string, state: string): City | undefined {
  const key = keyOf(name);
  const label = placeFile().otherNames.get(key);
  if (label?.endsWith(state)) return cityWithLabel(label);
  return (
    citiesWithKey(key, state)[0] ?? (/^the /i.test(name) ? citiesWithKey(keyOf(name.slice(4)), state)[0] : undefined)
  );
}

/** A name that nothing follows. */
function readAlone(key: string): PlaceReading | undefined {
  const label = placeFile().otherNames.get(key);
  const named = label === undefined ? undefined : cityWithLabel(label);
  if (named !== undefined) return only(named);
  const cities = citiesWithKey(key);
  const [first, ...namesakes] = cities;
  if (first === undefined) return undefined;
  const zipsElsewhere = namesakes.reduce((sum, { zips }) => sum + zips.length, 0);
  const lookAlikes = placeFile().abroad.has(key) ? [] : largerLookAlikes(key, DOMINANCE * first.zips.length);
  if (placeFile().abroad.has(key)) {
    return refused(`names a place abroad; only US places are known, and here it could be ${choices(cities)}`);
  }
  if (lookAlikes.length === 0 && first.zips.length >= DOMINANCE * zipsElsewhere) return only(first);
  return refused(`could be ${choices([...lookAlikes, ...cities])}`);
}

function only(city: City): PlaceReading {
  if (city.isUnmistakable) return cityRead(city);
  const [name = "", state = ""] = city.label.split(", ");
  return refused(placeFile().ambiguous.get(keyOf(name) + state.toLowerCase()) ?? "");
}

function choices(cities: readonly City[]): string {
  const labels = cities.filter(({ isUnmistakable }) => isUnmistakable).map(({ label }) => label);
  const more = labels.length - MOST_CHOICES;
  if (labels.length === 1) return `${labels[0]}: write its state`;
  return more > 0
    ? `${labels.slice(0, MOST_CHOICES).join("; ")} or ${more} more: write City, ST`
    : `${either(labels)}: write one of them`;
}

function readWithoutArticle(text: string): PlaceReading | undefined {
  const [, rest] = /^(?:the |(?:the )?city of )(.+)$/i.exec(text) ?? [];
  return rest === undefined ? undefined : readName(rest);
}

function whyUnknown(text: string, [way]: readonly NameAndState[]): string {
  if (isCounty(way?.name ?? text)) return "is a county; counties are not known: name cities, ZIP prefixes or the state";
  if (areSeveral(text)) return "names several places: give each its own entry";
  const area = withoutAreaWords(text);
  if (area !== undefined) {
    const reading = readName(area);
    return `names a region: name states or cities instead${reading.kind === "place" ? `, such as ${reading.place.label}` : ""}`;
  }
  const where = way === undefined ? "is no US place that is known" : `is no place in ${way.state.name} that is known`;
  return `${where}; ${didYouMean(way?.name ?? text, way?.state)}`;
}

function isCounty(name: string): boolean {
  return /\S\s+(?:county|counties|parish|borough)[\s,]*$|^(?:county|parish) of /i.test(name);
}

/** Whether a text is names of places, one after the other: `Dallas; Houston`, `Boston/Cambridge`. */
function areSeveral(text: string): boolean {
  const parts = text.split(/\s*(?:[;/&+|,\n]|-+>?|→|\b(?:and|or|to|via)\b)\s*/i).filter((part) => part !== "");
  const names = parts.filter((part) => readState(part) === undefined);
  return parts.length > 1 && names.length !== 1 && names.every(isName);
}

function isName(text: string): boolean {
  const [way] = namesWithState(text);
  return placeFile().otherNames.has(keyOf(text)) || citiesWithKey(keyOf(way?.name ?? text), way?.state.code).length > 0;
}
