import { cityOfAddress } from "./address.ts";
import { isElsewhere } from "./beside-zip.ts";
import { candidates, either } from "./candidates.ts";
import { CityNames, type NamedCity, zipsOf } from "./city-names.ts";
import { withoutCountry, withoutCountryAfter } from "./country.ts";
import { readExactly } from "./exact-name.ts";
import { isCounty, nameAndState } from "./name-and-state.ts";
import { readNearly } from "./near-name.ts";
import { AMBIGUOUS, NICKNAMES } from "./nicknames.ts";
import { type Place, placeOfState } from "./place.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type PlaceReading, SEVERAL, unread } from "./place-reading.ts";
import { prefixBeside } from "./prefix-beside.ts";
import { cityOfArea, isPartOfState, isRegion } from "./regions.ts";
import { joined, type Remark } from "./remark.ts";
import { stateAlone } from "./states.ts";
import { type ZipInText, zipInText } from "./zip-in-text.ts";

/** The longest text that is looked at: no name of a place is longer. */
const MAX_CHARS = 80;

/** Between a ZIP code and the letters that touch it: `AZ85001`. */
const GLUED = /(?<=\p{L})(?=\d{5}(?!\d))|(?<=(?<!\d)\d{5})(?=\p{L})/gu;

const EVERYWHERE = /^(?:(?:the )?(?:usa?|united states(?: of america)?)|everywhere|nationwide|all|anywhere|america)$/;

/** The street is not looked at. */
const OF_ADDRESS: Remark = { full: "all of the address's city", brief: "the address's city" };

/** States that are told from a city by that word; after another's name it may be a university's. */
const CALLED_STATE = ["NY", "WA"];

/**
 * Reads a place as people type it: `Phoenix, AZ`, `phoenix arizona`, `St. Louis MO`, `Texas`, `NYC`, `85001 Phoenix, AZ`.
 * A name alone is read where only one place is meant by it; a misspelt one only with its state and when nothing else is
 * close. Everything else is refused with the candidates, never chosen silently.
 */
export function readPlace(text: string): PlaceReading {
  const trimmed = text.normalize("NFKC").trim();
  if (trimmed.length > MAX_CHARS) return unread("is too long for the name of a place");
  if (EVERYWHERE.test(wordsOf(trimmed).join(" ")))
    return unread("names no place; leave locations out to ask for everywhere");
  const written = withoutLeadingCountry(withoutCountryAfter(trimmed.replace(GLUED, " ")));
  const zip = zipInText(written);
  if (zip !== undefined) return areSeveralBeside(written, zip) ? unread(SEVERAL) : zip;
  if (/\d/.test(written)) return readWithNumber(written);
  const reading = readName(written);
  return reading.kind === "unread" && areSeveral(written) ? unread(SEVERAL) : reading;
}

/** `Phoenix, AZ` of `USA, Phoenix, AZ`; all of `US Virgin Islands`, which are known with the country in their name. */
function withoutLeadingCountry(text: string): string {
  const place = withoutCountry(text);
  return place === text || readName(text, false).kind === "place" ? text : place;
}

/** A text with a number that is no ZIP code: part of a name, as in `29 Palms`, or a house's. */
function readWithNumber(text: string): PlaceReading {
  const named = /\p{L}/u.test(text) ? readName(text, false) : undefined;
  if (named?.kind === "place") return named;
  const prefix = prefixBeside(text, (name) => readName(name, false));
  if (prefix !== undefined) return prefix;
  if (text.split(BETWEEN).filter((part) => cityOfAddress(part) !== undefined).length > 1) return unread(SEVERAL);
  const city = cityOfAddress(text);
  if (city !== undefined) {
    const reading = readName(city);
    return reading.kind === "place" ? { ...reading, remark: joined(reading.remark, OF_ADDRESS) } : reading;
  }
  return unread(
    /\d{3}.*\D.*\d{3}/.test(text)
      ? SEVERAL
      : "is not a ZIP code, a ZIP prefix of 1 to 3 digits nor the name of a place",
  );
}

/** Words and marks between places: no name has the first of them; commas are within places, too. */
const BETWEEN = /\s*(?:;|\/|&|\+|\||-*>|→|\b(?:and|or|then|to|via|vs)\b\.?)\s*/i;
const DASH = /\s+[-–—]\s+/;
const FROM = /^(?:from|between)\s+/i;
const ZIP = /\d{5}(?:-\d{4})?/;
/** A ZIP code's end, where its city stands before it. */
const AFTER_ZIP = /(?<=\b\d{5}(?:-\d{4})?)[\s,]+(?!\d{4}\b)/;
const COMMA = /\s*,\s*/;

/** Whether a text is nothing but places, one after the other: `Dallas; Houston`, `Boston/Cambridge`, `Dallas-Fort Worth`. */
function areSeveral(text: string): boolean {
  return [BETWEEN, COMMA, /-/].some((between) => {
    const parts = partsOf(text, between);
    // After a comma a state belongs to what stands before it.
    const endsInState = text.includes(",") && parts.some((part) => stateAlone(wordsOf(part)) !== undefined);
    // One that needs its state to be read is a place, too, where nothing else can part the names.
    const isOne = (part: string) => isPlace(part) || (between === BETWEEN && (isZip(part) || isNamed(part)));
    return parts.length > 1 && !endsInState && parts.every(isOne);
  });
}

/** Whether a text with a ZIP code names other places beside the one that has it: `Phoenix, AZ and Tucson, AZ 85701`. */
function areSeveralBeside(text: string, found: ZipInText): boolean {
  const parts = partsOf(text, BETWEEN);
  const ends = text.split(AFTER_ZIP).filter((part) => /\p{L}/u.test(part));
  const held = ends.flatMap((part) => zipIn(part) ?? []);
  if (held.length === ends.length && new Set(held).size > 1) return true;
  if (found.kind === "zip" && isAnotherAfter(text, found.zip)) return true;
  if (found.kind === "unread") return parts.length > 1 && parts.every((part) => isZip(part) || isPlace(part));
  const zips = text.split(COMMA).flatMap((part) => zipIn(part) ?? []);
  if (zips.some((zip) => zip !== found.zip)) return true;
  return [BETWEEN, DASH].some((between) => {
    const named = partsOf(text, between).filter((part) => /\p{L}/u.test(part));
    // `Washington & Jefferson, Phoenix AZ 85003` is a street corner.
    const areBare = named.every((part) => isNamed(part) || isPlace(part.replace(ZIP, "")));
    const held = named.map((part) => isZipOf(part, found.zip, areBare));
    return !held.includes(undefined) && held.includes(false);
  });
}

/** Whether after a ZIP code and its city, which only its state follows, another place is named: `85001 Phoenix, Tucson AZ`. */
function isAnotherAfter(text: string, zip: string): boolean {
  if (!/\b\d{5}(?:-\d{4})?[\s,]+\p{L}/u.test(text)) return false;
  const parts = text.split(COMMA).filter((part) => /\p{L}/u.test(part));
  const city = parts.findIndex((part) => isZipOf(part, zip, false) === true);
  return city !== -1 && parts.slice(city + 1).some((part) => isElsewhere(part, zip));
}

function partsOf(text: string, between: RegExp): readonly string[] {
  const parts = text.split(between).filter((part) => part !== "");
  return parts.length > 1 ? [(parts[0] ?? "").replace(FROM, ""), ...parts.slice(1)] : parts;
}

/**
 * Whether a ZIP code is what a text names, or lies in it; undefined where it names no place. With `areBare`, where there
 * is nothing but places, a name that needs a state is one, too, and has the codes of all its places.
 */
function isZipOf(text: string, zip: string, areBare: boolean): boolean | undefined {
  const reading = zipInText(text) ?? readName(text, false);
  if (reading.kind === "zip") return reading.zip === zip;
  if (reading.kind === "place") return holds(reading.place, zip);
  return areBare && isNamed(text) ? namedBy(wordsOf(text)).some((city) => zipsOf(city).includes(zip)) : undefined;
}

function holds({ areas }: Place, zip: string): boolean {
  return areas.some((area) => zip.startsWith(area) || area.startsWith(zip));
}

function isZip(text: string): boolean {
  return zipIn(text) !== undefined;
}

function zipIn(text: string): string | undefined {
  const reading = zipInText(text);
  return reading?.kind === "zip" ? reading.zip : undefined;
}

function isPlace(text: string): boolean {
  return readName(text, false).kind === "place";
}

/** Whether a text is the name of places, though it needs a state to be read. */
function isNamed(text: string): boolean {
  const words = wordsOf(text);
  return Object.hasOwn(AMBIGUOUS, keyOf(words)) || CityNames.open().named(keyOf(words)).length > 0;
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
  if (state !== undefined && !(words.at(-1) === "state" && names.named(whole).length > 0)) {
    const isPlain = words.at(-1) !== "state" || CALLED_STATE.includes(state.code);
    const remark = { full: `read as the state of ${state.name}, not a university`, brief: "read as the state" };
    return { kind: "place", place: placeOfState(state), ...(isPlain ? {} : { remark }) };
  }
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
  const key = keyOf(words);
  const name = (Object.hasOwn(NICKNAMES, key) ? NICKNAMES[key] : undefined) ?? words.join(" ");
  return nameAndState(name).flatMap((way) => CityNames.open().named(keyOf(way.name), way.state?.code));
}
