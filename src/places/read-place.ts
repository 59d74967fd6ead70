import { CityNames, type NamedCity } from "./city-names.ts";
import { isCounty, type NameAndState, nameAndState } from "./name-and-state.ts";
import { AMBIGUOUS, NICKNAMES, REMARKS } from "./nicknames.ts";
import type { Place } from "./place.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { type State, stateAfterCity, stateAlone } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";

/** A place as people write it, read: `remark` says what is not plain about it, in a clause. */
export type PlaceReading =
  | { readonly kind: "place"; readonly place: Place; readonly remark?: string }
  /** A ZIP code or the prefix of one, written with words around it. */
  | { readonly kind: "zip"; readonly zip: string }
  /** Not certain, or not known. `message` goes on where a sentence has named it; it never holds what was written. */
  | { readonly kind: "unread"; readonly message: string };

/** How many times larger than any namesake a city must be to be meant by its name alone, and how large at least. */
const DOMINANCE = 20;
const MIN_DOMINANT_THOUSANDS = 100;

/** Candidates named in a refusal. */
const MAX_CANDIDATES = 5;

/** The longest text that is looked at: no name of a place is longer. */
const MAX_CHARS = 80;

const ZIP_IN_WORDS = /^zip(?:\s*3|\s*5)?(?:\s*-?\s*codes?)?(?:\s*prefix)?[\s:#]*(\d{1,3}|\d{5}(?:-\d{4})?)$/i;
const COUNTRY = /[\s,]+(?:usa|u\.?\s?s\.?(?:\s?a\.?)?|united states(?: of america)?)$/i;
const EVERYWHERE = /^(?:(?:the )?(?:usa?|united states(?: of america)?)|everywhere|nationwide|all|anywhere|america)$/i;
const KINDS = ["city", "town", "village", "township", "twp"];

const NOT_POSTAL = "no postal city; taken as the ZIPs in or around it";
const SEVERAL = "names several places; give each its own entry";

/**
 * Reads a place as people type it: `Phoenix, AZ`, `phoenix arizona`, `St. Louis MO`, `Texas`, `NYC`, `85001 Phoenix, AZ`.
 * A name alone is read where only one place is meant by it; a misspelt one only with its state and when nothing else is
 * close. Everything else is refused with the candidates, never chosen silently.
 */
export function readPlace(text: string): PlaceReading {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) return unread("is too long for the name of a place");
  const inWords = ZIP_IN_WORDS.exec(trimmed)?.[1];
  if (inWords !== undefined) return { kind: "zip", zip: inWords.slice(0, 5) };
  if (EVERYWHERE.test(trimmed)) return unread("names no place; leave locations out to ask for everywhere");
  const written = trimmed.replace(COUNTRY, "");
  const zips = written.match(/\b\d{5}\b/g) ?? [];
  const [zip] = zips;
  if (zip !== undefined && zips.length === 1)
    return readZipWithPlace(zip, written.replace(/\b\d{5}(?:-\d{4})?\b/, " "));
  if (/\d/.test(written)) return unread("is not a ZIP code, a ZIP prefix of 1 to 3 digits nor the name of a place");
  const parts = written.split(/\s*(?:;|\/|&|\+|\band\b|\bor\b)\s*/i).filter((part) => part !== "");
  const reading = readName(written);
  if (reading.kind === "unread" && parts.length > 1 && parts.every((part) => readName(part).kind === "place")) {
    return unread(SEVERAL);
  }
  return reading;
}

/** `85001 Phoenix, AZ`: the ZIP code counts where the rest does not contradict it. */
function readZipWithPlace(zip: string, rest: string): PlaceReading {
  const known = ZipCodes.open().find(zip);
  const words = wordsOf(rest).filter((word) => word !== "zip" && word !== "code");
  if (known === undefined || words.length === 0) return { kind: "zip", zip };
  const agrees = nameAndState(rest).some(({ name, state }) => {
    if (state !== undefined) return state.code === known.state;
    const key = keyOf(name);
    return key === keyOf(wordsOf(known.city)) || CityNames.open().named(key, known.state).length > 0;
  });
  return agrees || stateAlone(words)?.code === known.state
    ? { kind: "zip", zip }
    : unread(`contradicts itself: ZIP ${zip} is ${known.city}, ${known.state}`);
}

/** A place by its name alone. */
function readName(text: string): PlaceReading {
  const words = wordsOf(text);
  const whole = keyOf(words);
  if (words.length === 0) return unread("names no place");
  const choices = Object.hasOwn(AMBIGUOUS, whole) ? AMBIGUOUS[whole] : undefined;
  if (choices !== undefined) return unread(`could be ${either(choices)}: write one of them`);
  const names = CityNames.open();
  const state = stateAlone(words);
  // Mississippi State is a city; Washington State is none.
  if (state !== undefined && !(words.at(-1) === "state" && names.named(whole).length > 0))
    return { kind: "place", place: stateAs(state) };
  const options = nameAndState(text);
  const exact = options.flatMap((option) => {
    const reading = readExactly(option);
    return reading === undefined ? [] : [{ option, reading }];
  });
  const plain = exact.find(({ option }) => option.isPlain) ?? (exact.length === 1 ? exact[0] : undefined);
  if (plain !== undefined) return plain.reading;
  // `Guam, GU` says one thing twice.
  const same = options.find(({ name, state: after }) => after !== undefined && stateAlone(name)?.code === after.code);
  if (exact.length === 0 && same?.state !== undefined) return { kind: "place", place: stateAs(same.state) };
  if (exact.length > 1) return unread("can be read in two ways: put a comma before the state");
  if (options.some(({ name }) => isCounty(name))) {
    return unread("is a county; counties are not understood: name cities, ZIP prefixes or the state");
  }
  return readNearly(options, text);
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
    const [first, second] = found;
    if (first === undefined) continue;
    if (state !== undefined) return read(first);
    const abroad = ZipCodes.open().abroadThousands(key);
    const { populationThousands } = first;
    if (abroad > populationThousands) {
      return unread(
        `names a larger place abroad; in the United States it could be ${candidates(found)}: name the state`,
      );
    }
    if (second === undefined) return read(first);
    const isMeant =
      populationThousands >= MIN_DOMINANT_THOUSANDS &&
      populationThousands >= DOMINANCE * Math.max(second.populationThousands, 1);
    if (!isMeant) return unread(`could be ${candidates(found)}: name the state`);
    const others = found.slice(1).map((city) => city.state);
    return read(first, `read as ${first.label}, by far the largest; also in ${listed(others.sort())}`);
  }
  return undefined;
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
    if (parts.length > 1) {
      const isUs = stateAfterCity(wordsOf(parts.at(-1) ?? "")) !== undefined;
      return unread(isUs ? SEVERAL : "ends in no US state that is known here; only US places can be asked for");
    }
    const near =
      key.length < 4 ? [] : names.close(key, undefined, key.length < 7 ? 1 : 2).map(({ city }) => city.label);
    return unread(`is no US place that is known here${didYouMean(near)}`);
  }
  const meant = names.meant(key, state.code);
  if (meant !== undefined) return read(meant, `read as ${meant.label}, the only name close to it`);
  const near = names.close(key, state.code, 3).map(({ city }) => city.label);
  return unread(`is no place in ${state.name} that is known here${didYouMean(near)}`);
}

function read(city: NamedCity, how?: string): PlaceReading {
  const codes = ZipCodes.open();
  const zips = [...new Set(city.spellings.flatMap((spelling) => codes.zipsOf(spelling)))].sort();
  const place: Place = { label: city.label, areas: zips, zipCount: zips.length };
  const remarks = [
    how,
    Object.hasOwn(REMARKS, city.label) ? REMARKS[city.label] : city.isPostal ? undefined : NOT_POSTAL,
  ].filter((remark) => remark !== undefined);
  return { kind: "place", place, ...(remarks.length === 0 ? {} : { remark: remarks.join("; ") }) };
}

/** A state as prefixes that are its own, so that codes newer than the index count too, and single codes elsewhere. */
function stateAs({ code, name }: State): Place {
  const codes = ZipCodes.open();
  const zips = codes.zipsIn(code);
  const own = new Set(zips);
  const prefixes = new Set(zips.map((zip) => zip.slice(0, 3)));
  const whole = new Set([...prefixes].filter((prefix) => codes.under(prefix).every((zip) => own.has(zip))));
  const single = zips.filter((zip) => !whole.has(zip.slice(0, 3)));
  return { label: name, areas: [...whole, ...single].sort(), zipCount: zips.length };
}

function unread(message: string): PlaceReading {
  return { kind: "unread", message };
}

function candidates(cities: readonly NamedCity[]): string {
  const labels = cities.slice(0, MAX_CANDIDATES).map(({ label }) => label);
  const more = cities.length - labels.length;
  return more === 0 ? either(labels) : `${labels.join("; ")} or ${more} more`;
}

function didYouMean(labels: readonly string[]): string {
  return labels.length === 0 ? "; write City, ST, a ZIP or a state" : `; did you mean ${either(labels.slice(0, 3))}?`;
}

function either(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join("; ")} or ${labels.at(-1)}`;
}

function listed(states: readonly string[]): string {
  const shown = states.slice(0, MAX_CANDIDATES).join(", ");
  return states.length > MAX_CANDIDATES ? `${shown} and ${states.length - MAX_CANDIDATES} more` : shown;
}
