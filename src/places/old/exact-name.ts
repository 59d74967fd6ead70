import { candidates, either, listed } from "./candidates.ts";
import { CityNames, type NamedCity } from "./city-names.ts";
import { remarkOnKind, withoutKind } from "./kinds.ts";
import type { NameAndState } from "./name-and-state.ts";
import { AMBIGUOUS, NICKNAMES } from "./nicknames.ts";
import type { Place } from "./place.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type PlaceReading, read, unread } from "./place-reading.ts";
import { isCountry } from "./regions.ts";
import { readAs } from "./remark.ts";
import { type State, statesLike } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";

/** Shorter names are not looked at for misspellings of larger cities. */
const MIN_MISSPELT = 5;

/** How many times larger than any namesake a city must be to be meant by its name alone, and how large at least. */
const DOMINANCE = 20;
const MIN_DOMINANT_THOUSANDS = 100;

/** A place no larger is perhaps not what a name alone means: others like it are offered. */
const SMALL_THOUSANDS = 20;

/** Words at the end of a name that people leave out: `Delray` is mostly Delray Beach. */
const LEFT_OUT = ["beach", "city", "falls", "island", "springs"];

/** How large a city is at least that a name with a word for its kind may be a misspelling of. */
const MIN_ALIKE_THOUSANDS = 5;

/** A name that is known as it is written, or without a word for its kind; undefined where neither is. */
export function readExactly(option: NameAndState): PlaceReading | undefined {
  const reading = readKnown(option);
  if (option.within === undefined || reading?.kind === "unread") return reading;
  return reading !== undefined && option.within.every((city) => liesIn(reading, city, option.state))
    ? reading
    : unread("is no place in that city that is known here; write its ZIP, or give several places their own entries");
}

/** Whether most of a place's ZIP codes are those of a city of its state. */
function liesIn(reading: PlaceReading, city: readonly string[], state: State | undefined): boolean {
  const around = readKnown({ name: city, isPlain: true, ...(state === undefined ? {} : { state }) });
  if (reading.kind !== "place" || around?.kind !== "place") return false;
  const { areas } = reading.place;
  const own = new Set(around.place.areas);
  return areas.filter((zip) => own.has(zip)).length > areas.length / 2;
}

function readKnown({ name, state }: NameAndState): PlaceReading | undefined {
  const plain = readSpelt(name, state);
  const ofKind = plain === undefined ? withoutKind(name) : undefined;
  if (ofKind === undefined) return plain;
  const reading = readSpelt(ofKind.name, state);
  const city = reading?.kind === "place" ? cityOf(reading.place) : undefined;
  if (city === undefined) return reading;
  const others = state === undefined ? citiesLike(name, 2, MIN_ALIKE_THOUSANDS) : [];
  if (others.length > 0) return unread(`could be ${candidates([city, ...others])}: name the state`);
  const said = remarkOnKind(ofKind, city, state !== undefined);
  return "refusal" in said ? unread(said.refusal) : read(city, said.how);
}

/** The city that a place is. */
function cityOf({ label }: Place): NamedCity | undefined {
  const [city] = CityNames.open().named(keyOf(wordsOf(label.slice(0, -4))), label.slice(-2));
  return city;
}

function readSpelt(name: readonly string[], state: State | undefined): PlaceReading | undefined {
  const names = CityNames.open();
  for (const words of spellings(name)) {
    const key = keyOf(words);
    const within = state === undefined ? key : key + state.code.toLowerCase();
    const choices = Object.hasOwn(AMBIGUOUS, within) ? AMBIGUOUS[within] : undefined;
    if (choices !== undefined) return unread(`could be ${either(choices)}: write one of them`);
    const nickname = [within, key].map((each) => (Object.hasOwn(NICKNAMES, each) ? NICKNAMES[each] : undefined));
    const called = nickname.find((each) => each !== undefined && (state === undefined || each.endsWith(state.code)));
    if (called !== undefined) {
      const [city] = names.named(keyOf(wordsOf(called.slice(0, -4))), called.slice(-2));
      return city === undefined ? undefined : read(city);
    }
    const found = names.named(key, state?.code);
    const [first] = found;
    if (first !== undefined) return state === undefined ? readAlone(key, name, found) : read(first);
  }
  return undefined;
}

/** A name without a state: read where one city is meant by far. */
function readAlone(key: string, name: readonly string[], found: readonly NamedCity[]): PlaceReading {
  const [first, second] = found;
  if (first === undefined) return unread("names no place");
  const { populationThousands } = first;
  if (isCountry(key) || ZipCodes.open().abroadThousands(key) > populationThousands) {
    return unread(`names a larger place abroad; in the United States it could be ${candidates(found)}: name the state`);
  }
  if (second === undefined) {
    if (populationThousands >= MIN_DOMINANT_THOUSANDS) return read(first);
    const larger = populationThousands >= SMALL_THOUSANDS ? [] : [...statesLike(name, 1), ...largerOnesLike(name)];
    if (larger.length > 0) return unread(`could be ${candidates([...larger, first])}: name the state`);
    return read(first, readAs(first, "the only place of that name here"));
  }
  const isMeant =
    populationThousands >= MIN_DOMINANT_THOUSANDS &&
    populationThousands >= DOMINANCE * Math.max(second.populationThousands, 1);
  if (!isMeant) {
    // `Pittsburg` is mostly Pittsburgh.
    const larger = citiesLike(name, 1, Math.max(MIN_DOMINANT_THOUSANDS, populationThousands + 1));
    return unread(`could be ${candidates([...larger, ...found])}: name the state`);
  }
  const others = found.slice(1).map((city) => city.state);
  return read(first, readAs(first, "by far the largest", `; also in ${listed(others.sort())}`));
}

/** Large cities that somebody may mean by the name of a small place: a letter away, or with a word more or less. */
function largerOnesLike(name: readonly string[]): readonly NamedCity[] {
  const short = withoutKind(name);
  const bare = short === undefined || short.isBefore ? [] : CityNames.open().named(keyOf(short.name));
  const large = bare.filter(({ populationThousands }) => populationThousands >= MIN_DOMINANT_THOUSANDS);
  const longer = LEFT_OUT.flatMap((word) => CityNames.open().named(keyOf([...name, word])));
  const known = longer.filter(({ populationThousands }) => populationThousands >= SMALL_THOUSANDS);
  return [...large, ...known, ...citiesLike(name, 1, MIN_DOMINANT_THOUSANDS)];
}

/** Cities of a size whose names are nearly this one. */
function citiesLike(name: readonly string[], maxEdits: number, minThousands: number): readonly NamedCity[] {
  if (keyOf(name).length < MIN_MISSPELT) return [];
  const near = CityNames.open().close(name, undefined, maxEdits);
  return near.map(({ city }) => city).filter(({ populationThousands }) => populationThousands >= minThousands);
}

/** The name as it is, then with or without its article. */
function spellings(words: readonly string[]): (readonly string[])[] {
  const other = words[0] === "the" ? words.slice(1) : ["the", ...words];
  return [words, other].filter((spelling) => spelling.length > 0);
}
