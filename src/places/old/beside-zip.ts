import { CityNames } from "./city-names.ts";
import { readExactly } from "./exact-name.ts";
import { type NameAndState, nameAndState } from "./name-and-state.ts";
import { REMARKS } from "./nicknames.ts";
import type { Place } from "./place.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { read } from "./place-reading.ts";
import type { Remark } from "./remark.ts";
import { type State, stateAfterCity, stateAlone } from "./states.ts";
import { type ZipCode, ZipCodes } from "./zip-codes.ts";

/** What the words beside a ZIP code say of it: nothing against it, something to be told, or that it was not meant. */
export type BesideZip =
  | { readonly kind: "agrees" }
  | { readonly kind: "remarked"; readonly remark: Remark }
  | { readonly kind: "contradicts"; readonly message: string };

/** Words around a ZIP code; after some, a street may come before the city, so that only their end names it. */
export interface Words {
  readonly text: string;
  readonly isAddress: boolean;
}

/** The post gives a city's name to codes around it as well; beyond this it means another place. */
const MAX_AWAY_KM = 60;

/** How large a city is at least whose name alone, before another's, is that of a second place. */
const MIN_LARGE_THOUSANDS = 100;

const UNKNOWN_NAME = "; the name beside it is not known there";

/** Words at the end of an address in which a city may be named with its state, the most first. */
const ENDS = [5, 4, 3, 2];

/** A city that the words name in the ZIP code's state. */
interface Named {
  readonly place: Place;
  /** A state's name, which may be meant as such. */
  readonly isState: boolean;
}

/**
 * Holds the words beside a ZIP code against it. They agree where the city they name has that code, by any of its names;
 * one nearby is told, since the post's names and people's differ there, and so is a name that is not known. A city
 * further away or in another state contradicts it.
 */
export function besideZip(known: ZipCode, words: Words): BesideZip {
  const state = stateAfterCity([known.state.toLowerCase()]);
  if (state === undefined || stateAlone(wordsOf(words.text))?.code === state.code) return { kind: "agrees" };
  const texts = textsOf(words);
  const { wholes, ends } = texts;
  const exact = namedIn([...wholes, ...ends], state, exactly).filter((each) => !each.isState || has(each, known));
  const named = exact.length > 0 ? exact : namedIn(wholes, state, nearly);
  // The longest name is the one that is meant: North Las Vegas is not Las Vegas.
  const [first] = named;
  if (first === undefined) return besideUnknown(known, state, texts);
  if (has(first, known)) return besideCity(words, known, state);
  const isNear = named.some((each) => has(each, known)) || isAround(first.place, known);
  return isNear ? remarked(known, `, not as ${first.place.label}`) : contradiction(known, first.place.label);
}

/**
 * Words beside a ZIP code that is not known, which counts only where codes of their state begin like it; where a
 * city is named beside it, it is told that the code is not known, and whether the city has such codes. Undefined where it does not count.
 */
export function besideUnknownZip(zip: string, words: Words): BesideZip | undefined {
  const codes = ZipCodes.open();
  const alike = codes.under(zip.slice(0, 3));
  const states = new Set(alike.map((each) => codes.find(each)?.state));
  const alone = stateAlone(wordsOf(words.text));
  if (alone !== undefined) return states.has(alone.code) ? { kind: "agrees" } : undefined;
  const { wholes, ends } = textsOf(words);
  const texts = [...wholes, ...ends];
  const said = texts.flatMap(nameAndState).flatMap(({ state }) => (states.has(state?.code) ? (state ?? []) : []));
  const [state] = said;
  if (state === undefined) return undefined;
  const isOfCity = namedIn(texts, state, exactly).some(({ place }) => alike.some((each) => place.areas.includes(each)));
  if (isOfCity) {
    const full = `read as ZIP ${zip}, which is not known here; for all of the city leave it out`;
    return { kind: "remarked", remark: { full, brief: "ZIP not known here" } };
  }
  const full = `read as ZIP ${zip}, which is not known here; no ZIP of the place beside it begins so`;
  return { kind: "remarked", remark: { full, brief: "ZIP not known here, unlike those of the place" } };
}

/** Beside a ZIP code and its city: another place far away before it, no street between them, or a name that may be one. */
function besideCity({ text, isAddress }: Words, known: ZipCode, state: State): BesideZip {
  if (!isAddress || /\d/.test(text)) return { kind: "agrees" };
  const words = wordsOf(text);
  const isCity = (name: readonly string[]) =>
    namedIn([name.join(" ")], state, exactly).some((each) => has(each, known));
  const before = words.map((_, count) => words.slice(0, count)).filter(({ length }) => isCity(words.slice(length)));
  // `Buffalo, New York, NY` only says again where it is.
  const parts = text
    .split(",")
    .map(wordsOf)
    .filter((part) => stateAlone(part)?.code !== state.code);
  const names = [...before, ...parts].filter((name) => name.length > 0 && !isCity(name));
  const other = names.flatMap((name) => placesIn(name, state) ?? []).find((place) => !isAround(place, known));
  if (other !== undefined) return contradiction(known, other.label);
  const isUnknown = names.some((name) => isLarge(name) && stateAlone(name) === undefined && !isRead(name, state));
  return isUnknown ? remarked(known, UNKNOWN_NAME) : { kind: "agrees" };
}

function isRead(name: readonly string[], state: State): boolean {
  return [{ name }, { name, state }].some((way) => exactly({ ...way, isPlain: false }) !== undefined);
}

/** The places that words name one after the other, nothing else between them; undefined where they do not. */
function placesIn(words: readonly string[], state: State): readonly Place[] | undefined {
  if (words.length === 0) return [];
  for (let count = words.length; count > 0; count -= 1) {
    const first = nameAndState(words.slice(0, count).join(" ")).flatMap((way) => largePlace(way, state) ?? []);
    const rest = first.length > 0 ? placesIn(words.slice(count), state) : undefined;
    if (rest !== undefined) return [...first, ...rest];
  }
  return undefined;
}

/**
 * A place that stands for one by itself: with its state, or large, in the ZIP code's state or where it is meant by its name
 * alone. Of another the name may be a quarter's: `Lincoln Park, Chicago, IL`, `Riverside, Jacksonville, FL`.
 */
function largePlace(way: NameAndState, state: State): Place | undefined {
  if (way.state !== undefined) return exactly(way);
  if (isLarge(way.name, state)) return exactly({ ...way, state });
  return isLarge(way.name) ? exactly(way) : undefined;
}

function isLarge(name: readonly string[], state?: State): boolean {
  return CityNames.open()
    .named(keyOf(name), state?.code)
    .some(({ populationThousands }) => populationThousands >= MIN_LARGE_THOUSANDS);
}

/** No city is known among the words: their state is enough, where no other is named; a misspelt city may agree. */
function besideUnknown(known: ZipCode, state: State, { wholes, ends, end }: Texts): BesideZip {
  if (namedIn(ends, state, nearly).some((each) => has(each, known))) return { kind: "agrees" };
  const isInState = wholes
    .flatMap(nameAndState)
    .some((way) => way.state?.code === state.code && !way.name.some((word) => /^\d{5}/.test(word)));
  if (isInState && ends.length > 0) return remarked(known, UNKNOWN_NAME);
  return contradiction(known, elsewhere([...wholes, end]));
}

/** What of the words may name a city, the longest first; nothing but all of them, unless a street may come first. */
interface Texts {
  readonly wholes: readonly string[];
  /** The last words, in which no comma tells where a city's name begins. */
  readonly ends: readonly string[];
  /** The last two parts that commas set off. */
  readonly end: string;
}

function textsOf({ text, isAddress }: Words): Texts {
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const end = parts.slice(-2).join(",");
  if (!isAddress) return { wholes: [text], ends: [], end };
  const ends = ENDS.map((count) => wordsOf(text).slice(-count).join(" "));
  return { wholes: [text, end, parts.at(-1) ?? ""], ends, end };
}

function remarked({ zip, city, state }: ZipCode, why: string): BesideZip {
  return {
    kind: "remarked",
    remark: {
      full: `read as ZIP ${zip}, known here as ${city}, ${state}${why}`,
      brief: "read as the ZIP, not known here as that place",
    },
  };
}

function contradiction({ zip, city, state }: ZipCode, other: string | undefined): BesideZip {
  const known = `ZIP ${zip} is ${city}, ${state}`;
  if (other !== undefined) {
    return { kind: "contradicts", message: `contradicts itself: ${known}; write ${zip} or ${other}` };
  }
  const why = `${known}, and what stands beside it is not known there`;
  return {
    kind: "contradicts",
    message: `is not certain: ${why}; write the ZIP code alone, or the city and its state`,
  };
}

/** The place of another state that words name; undefined where they name none, or several. */
function elsewhere(texts: readonly string[]): string | undefined {
  const alone = texts.flatMap((text) => stateAlone(wordsOf(text)) ?? []);
  const found = texts.flatMap(nameAndState).flatMap((way) => {
    const reading = readExactly(way);
    return reading?.kind === "place" ? [reading.place.label] : [];
  });
  return found[0] ?? alone[0]?.name;
}

type Reader = (way: NameAndState, isStateInName: boolean) => Place | undefined;

/** The places that texts name in a state, in their order; one way to read a text need not name it. */
function namedIn(texts: readonly string[], state: State, reader: Reader): readonly Named[] {
  return texts.map(nameAndState).flatMap((ways) =>
    ways.flatMap((way) => {
      if (way.name.length === 0 || (way.state !== undefined && way.state.code !== state.code)) return [];
      const place = reader({ ...way, state }, way.state === undefined && ways.length > 1);
      const isState = way.state === undefined && stateAlone(way.name)?.code === state.code;
      return place === undefined ? [] : [{ place, isState }];
    }),
  );
}

function exactly(way: NameAndState): Place | undefined {
  const reading = readExactly(way);
  return reading?.kind === "place" ? reading.place : undefined;
}

/** A misspelt city. What ends in a state is none of another: `Kansas City MO` is not nearly Kansas City, KS. */
function nearly({ name, state }: NameAndState, isStateInName: boolean): Place | undefined {
  const meant = state === undefined || isStateInName ? undefined : CityNames.open().meant(name, state.code);
  const reading = meant === undefined ? undefined : read(meant);
  return reading?.kind === "place" ? reading.place : undefined;
}

function has({ place }: Named, { zip }: ZipCode): boolean {
  return place.areas.includes(zip);
}

/** Whether a city's ZIP codes lie around one, or its namesake there is known by that; those of the military lie nowhere. */
function isAround({ label, areas }: Place, known: ZipCode): boolean {
  const namesake = Object.hasOwn(REMARKS, label) ? REMARKS[label] : undefined;
  return namesake?.includes(known.zip) === true || areas.some((zip) => isNear(known, zip));
}

function isNear(known: ZipCode, zip: string): boolean {
  const other = ZipCodes.open().find(zip);
  if (other?.latitude === undefined || other.longitude === undefined) return false;
  if (known.latitude === undefined || known.longitude === undefined) return false;
  const north = (known.latitude - other.latitude) * 111.2;
  const east = (known.longitude - other.longitude) * 111.2 * Math.cos((known.latitude * Math.PI) / 180);
  return Math.hypot(north, east) <= MAX_AWAY_KM;
}

/** Whether words name a place far from a ZIP code's: one with its state, a large one, or another state. */
export function isElsewhere(text: string, zip: string): boolean {
  const known = ZipCodes.open().find(zip);
  const state = known === undefined ? undefined : stateAfterCity([known.state.toLowerCase()]);
  if (known === undefined || state === undefined) return false;
  const words = wordsOf(text);
  const alone = stateAlone(words);
  if (alone !== undefined && alone.code !== state.code) return true;
  return placesIn(words, state)?.some((place) => !isAround(place, known)) === true;
}
