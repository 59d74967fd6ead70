import { candidates, didYouMean, either, listed } from "./candidates.ts";
import { CityNames, type NamedCity, zipsOf } from "./city-names.ts";
import { isCounty, type NameAndState, nameAndState } from "./name-and-state.ts";
import { AMBIGUOUS, NICKNAMES } from "./nicknames.ts";
import { type Place, placeOfState } from "./place.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { cityOfArea, isCountry, isPartOfState, isRegion } from "./regions.ts";
import { type Remark, readAs, remarkOn } from "./remark.ts";
import { stateAfterCity, stateAlone, stateLike } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";
import { zipInText } from "./zip-in-text.ts";

/** A place as people write it, read. */
export type PlaceReading =
  | { readonly kind: "place"; readonly place: Place; readonly remark?: Remark }
  /** A ZIP code or the prefix of one, written with words around it. */
  | { readonly kind: "zip"; readonly zip: string }
  /** Not certain, or not known. `message` goes on where a sentence has named it; it never holds what was written. */
  | { readonly kind: "unread"; readonly message: string };

/** Shorter names are not looked at for misspellings of larger cities. */
const MIN_MISSPELT = 5;

/** How many times larger than any namesake a city must be to be meant by its name alone, and how large at least. */
const DOMINANCE = 20;
const MIN_DOMINANT_THOUSANDS = 100;

/** A place no larger is perhaps not what a name alone means: it is said what was understood. */
const SMALL_THOUSANDS = 20;

/** How large a township is at least to be meant by the name of the post office in it. */
const MIN_TOWNSHIP_THOUSANDS = 10;

/** The longest text that is looked at: no name of a place is longer. */
const MAX_CHARS = 80;

const COUNTRY = /[\s,]+(?:usa|u\.?\s?s\.?(?:\s?a\.?)?|united states(?: of america)?)$/i;
const EVERYWHERE = /^(?:(?:the )?(?:usa?|united states(?: of america)?)|everywhere|nationwide|all|anywhere|america)$/;
const KINDS = ["city", "town", "village", "township", "twp"];
const TOWNSHIPS = ["township", "twp"];

const SEVERAL = "names several places; give each its own entry";

/**
 * Reads a place as people type it: `Phoenix, AZ`, `phoenix arizona`, `St. Louis MO`, `Texas`, `NYC`, `85001 Phoenix, AZ`.
 * A name alone is read where only one place is meant by it; a misspelt one only with its state and when nothing else is
 * close. Everything else is refused with the candidates, never chosen silently.
 */
export function readPlace(text: string): PlaceReading {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) return unread("is too long for the name of a place");
  if (EVERYWHERE.test(wordsOf(trimmed).join(" ")))
    return unread("names no place; leave locations out to ask for everywhere");
  const written = trimmed.replace(COUNTRY, "");
  const zip = zipInText(written);
  if (zip !== undefined) return zip;
  if (/\d/.test(written)) {
    return unread(
      /\d{3}.*\D.*\d{3}/.test(written)
        ? SEVERAL
        : "is not a ZIP code, a ZIP prefix of 1 to 3 digits nor the name of a place",
    );
  }
  const reading = readName(written);
  return reading.kind === "unread" && areSeveral(written) ? unread(SEVERAL) : reading;
}

/** Whether a text is nothing but places, one after the other: `Dallas; Houston`, `Dallas-Fort Worth`. */
function areSeveral(text: string): boolean {
  return [/\s*(?:;|\/|&|\+|\band\b|\bor\b)\s*/i, /\s*,\s*/, /-/].some((between) => {
    const parts = text.split(between).filter((part) => part !== "");
    // After a comma a state belongs to what stands before it.
    const endsInState = text.includes(",") && parts.some((part) => stateAlone(wordsOf(part)) !== undefined);
    return parts.length > 1 && !endsInState && parts.every((part) => readName(part, false).kind === "place");
  });
}

/** A place by its name alone; without `offering`, what is not read is refused without a search for what was meant. */
function readName(text: string, offering = true): PlaceReading {
  const words = wordsOf(text);
  const whole = keyOf(words);
  if (words.length === 0) return unread("names no place");
  const choices = Object.hasOwn(AMBIGUOUS, whole) ? AMBIGUOUS[whole] : undefined;
  if (choices !== undefined) return unread(`could be ${either(choices)}: write one of them`);
  const names = CityNames.open();
  const state = stateAlone(words);
  // Mississippi State is a city; Washington State is none.
  if (state !== undefined && !(words.at(-1) === "state" && names.named(whole).length > 0))
    return { kind: "place", place: placeOfState(state) };
  const options = nameAndState(text);
  const hasComma = text.includes(",");
  if (isRegion(keyOf(words[0] === "the" ? words.slice(1) : words))) return region(names.named(whole));
  if (!hasComma && options.some(isPartOfState)) {
    return region(options.flatMap(({ name, state: after }) => names.named(keyOf(name), after?.code)));
  }
  const exact = options.flatMap((option) => {
    const reading = readExactly(option);
    return reading === undefined ? [] : [{ option, reading }];
  });
  const plain = exact.find(({ option }) => option.isPlain) ?? (exact.length === 1 ? exact[0] : undefined);
  if (plain !== undefined) return plain.reading;
  // `Guam, GU` says one thing twice.
  const same = options.find(({ name, state: after }) => after !== undefined && stateAlone(name)?.code === after.code);
  if (exact.length === 0 && same?.state !== undefined) return { kind: "place", place: placeOfState(same.state) };
  if (exact.length > 1) return unread("can be read in two ways: put a comma before the state");
  if (options.some(({ name }) => isCounty(name))) {
    return unread("is a county; counties are not understood: name cities, ZIP prefixes or the state");
  }
  if (!offering) return unread("is not known");
  const city = cityOfArea(words);
  return city === undefined ? readNearly(options, text) : region(namedBy(city));
}

function region(cities: readonly NamedCity[]): PlaceReading {
  const also = cities.length === 0 ? "" : `, or write ${candidates(cities)}`;
  return unread(`names a region; regions are not understood: name cities, ZIP prefixes or states${also}`);
}

/** The cities that words may name, their state among them or not. */
function namedBy(words: readonly string[]): readonly NamedCity[] {
  return nameAndState(words.join(" ")).flatMap(({ name, state }) => CityNames.open().named(keyOf(name), state?.code));
}

/** A name that is known as it is written; undefined where none is. */
function readExactly({ name, state }: NameAndState): PlaceReading | undefined {
  const names = CityNames.open();
  for (const words of spellings(name)) {
    const key = keyOf(words);
    const nickname = Object.hasOwn(NICKNAMES, key) ? NICKNAMES[key] : undefined;
    if (nickname !== undefined && (state === undefined || nickname.endsWith(state.code))) {
      const [city] = names.named(keyOf(wordsOf(nickname.slice(0, -4))), nickname.slice(-2));
      return city === undefined ? undefined : read(city);
    }
    const found = names.named(key, state?.code);
    const [first] = found;
    if (first === undefined) continue;
    const isTownship = words.length < name.length && TOWNSHIPS.includes(name.at(-1) ?? "");
    if (isTownship && first.populationThousands < MIN_TOWNSHIP_THOUSANDS) {
      return unread(`is a township not known here, perhaps far from places of its name${didYouMean(found)}`);
    }
    return state === undefined ? readAlone(key, name, found) : read(first);
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
    if (populationThousands >= SMALL_THOUSANDS) return read(first);
    const larger = largerOnesLike(key, name);
    if (larger.length > 0) return unread(`could be ${candidates([...larger, first])}: name the state`);
    return read(first, readAs(first, "the only place of that name here"));
  }
  const isMeant =
    populationThousands >= MIN_DOMINANT_THOUSANDS &&
    populationThousands >= DOMINANCE * Math.max(second.populationThousands, 1);
  if (!isMeant) return unread(`could be ${candidates(found)}: name the state`);
  const others = found.slice(1).map((city) => city.state);
  return read(first, readAs(first, "by far the largest", `; also in ${listed(others.sort())}`));
}

/** Large cities that somebody may mean by the name of a small place: one letter away, or without `City` at its end. */
function largerOnesLike(key: string, name: readonly string[]): readonly NamedCity[] {
  const names = CityNames.open();
  const short = KINDS.includes(name.at(-1) ?? "") ? names.named(keyOf(name.slice(0, -1))) : [];
  const near = key.length < MIN_MISSPELT ? [] : names.close(key, undefined, 1).map(({ city }) => city);
  return [...short, ...near].filter(({ populationThousands }) => populationThousands >= MIN_DOMINANT_THOUSANDS);
}

/** The name as it is, then without or with what people add and leave out. */
function spellings(words: readonly string[]): (readonly string[])[] {
  const bare = /^(?:city|town|village) of$/.test(words.slice(0, 2).join(" ")) ? words.slice(2) : words;
  const [first, last] = [bare[0], bare.at(-1) ?? ""];
  return [
    words,
    bare,
    ...(first === "the" ? [bare.slice(1)] : [["the", ...bare]]),
    ...(KINDS.includes(last) ? [bare.slice(0, -1)] : []),
  ].filter((spelling) => spelling.length > 0);
}

/** A misspelt or unknown name. */
function readNearly(options: readonly NameAndState[], text: string): PlaceReading {
  const names = CityNames.open();
  const [option] = options;
  const key = keyOf(option?.name ?? []);
  const state = option?.state;
  if (state === undefined) {
    const parts = text.split(",");
    const meant = withStateElsewhere(wordsOf(text));
    if (parts.length > 1) {
      const isUs = stateAfterCity(wordsOf(parts.at(-1) ?? "")) !== undefined;
      const way = meant.length > 0 ? didYouMean(meant) : "; only US places can be asked for";
      return unread(isUs ? SEVERAL : `ends in no US state that is known here${way}`);
    }
    if (meant.length > 0) return unread(`is no US place that is known here${didYouMean(meant)}`);
    return unread(`is no US place that is known here${didYouMean(near(key, undefined, key.length < 7 ? 1 : 2))}`);
  }
  const meant = names.meant(key, state.code);
  if (meant !== undefined) return read(meant, readAs(meant, "the only name close to it"));
  return unread(`is no place in ${state.name} that is known here${didYouMean(near(key, state.code, 3))}`);
}

/** Cities whose state is misspelt, or stands before them: `Boston, Massachusets`, `TX, Houston`. */
function withStateElsewhere(words: readonly string[]): readonly NamedCity[] {
  const names = CityNames.open();
  const cuts = words.slice(1, 4).map((_, index) => index + 1);
  return cuts.flatMap((count) => {
    const before = stateAfterCity(words.slice(0, count));
    const after = stateLike(words.slice(-count));
    return [
      ...(before === undefined ? [] : names.named(keyOf(words.slice(count)), before.code)),
      ...(after === undefined ? [] : names.named(keyOf(words.slice(0, -count)), after.code)),
    ];
  });
}

/** What may be offered for an unknown name: towns that begin with it, then names nearly like it. */
function near(key: string, state: string | undefined, maxEdits: number): readonly NamedCity[] {
  if (key.length < 4) return [];
  const names = CityNames.open();
  const longer = names
    .beginning(key, state)
    .filter(({ populationThousands }) => populationThousands >= SMALL_THOUSANDS);
  return [...longer, ...names.close(key, state, maxEdits).map(({ city }) => city)];
}

function read(city: NamedCity, how?: Remark): PlaceReading {
  const zips = zipsOf(city);
  const place: Place = { label: city.label, areas: zips, zipCount: zips.length };
  const remark = remarkOn(city, how);
  return { kind: "place", place, ...(remark === undefined ? {} : { remark }) };
}

function unread(message: string): PlaceReading {
  return { kind: "unread", message };
}
