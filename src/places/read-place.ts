import { holdsCanadianCode, isUs, withoutUs } from "../domain/country.ts";
import { readZip } from "../domain/zip.ts";
import { citiesWithKey, keyOf } from "./city-names.ts";
import { type PlaceOrRefusal, refused } from "./place.ts";
import { readName } from "./read-name.ts";
import { placeName } from "./zip-codes.ts";

const MAX_CHARS = 80;
const EVERYWHERE = /^(?:everywhere|anywhere|nationwide|all)$/i;
/** A house number in an address can look like this, too. */
const HALF_CANADIAN_CODE = /\b[a-z]\d[a-z]\b/i;
const ROAD = /\b(?:i|us|sr|interstate|route|rte|highway|hwy)[- ]?\d{1,3}\b/i;
const ZIP_WORD = /\b(?:zip|postal)(?:[ -]?codes?| prefix)?\b:?|#/gi;
const ZIP = /(?<!\d-?)(\d{5})(?:\s?[-–]\s?\d{4})?(?!-?\d)/g;

/** A search compares 34,000 names, and a conversation repeats its places. */
const placesByText = new Map<string, PlaceOrRefusal>();
const MAX_TEXTS = 1_000;

/**
 * Reads a place as people write it: a ZIP or its first digits, a state, `City, ST`, or a city that needs no state.
 * Refuses other texts and says what to write. Never chooses or corrects. `suggests` adds similar names, which is slow.
 */
export function readPlace(text: string, suggests = true): PlaceOrRefusal {
  const trimmed = text.normalize("NFKC").replace(/\s+/g, " ").trim();
  if (trimmed.length > MAX_CHARS) return refused("is too long for a place: write City, ST, a ZIP or a state");
  const result = placesByText.get(trimmed) ?? readTrimmed(trimmed, suggests);
  // A refusal made without suggestions must not serve a caller that wants them.
  if (result.kind === "refused") return result;
  if (placesByText.size === MAX_TEXTS) placesByText.clear();
  placesByText.set(trimmed, result);
  return result;
}

function readTrimmed(trimmed: string, suggests: boolean): PlaceOrRefusal {
  const written = withoutUs(trimmed);
  if (isUs(trimmed) || EVERYWHERE.test(trimmed))
    return refused("names no place; leave locations out to ask for everywhere");
  if (holdsCanadianCode(trimmed) || HALF_CANADIAN_CODE.test(trimmed))
    return refused("is a Canadian postal code: only US places are known");
  if (ROAD.test(trimmed)) return refused("is a road: name the states or cities along it");
  if (!/\d/.test(written)) return readName(written, suggests);
  const withoutZipWord = written.replace(ZIP_WORD, "").trim();
  return readDigits(withoutZipWord) ?? readZipAmongWords(withoutZipWord);
}

/** Reads digits, alone or with the marks of a ZIP+4 or a masked ZIP. Undefined if the text holds words. */
function readDigits(text: string): PlaceOrRefusal | undefined {
  const [, prefix] = /^(\d{1,3})[x*]{0,2}$/i.exec(text) ?? [];
  if (prefix !== undefined) return { kind: "zip", zip: prefix };
  const whole = readZip(text.replace(/^(\d{5})(?: ?[-–] ?| )(?=\d{4}$)/, "$1-"));
  if (whole.ok) return { kind: "zip", zip: whole.zip };
  if (/^\d+$/.test(text)) return refused(whole.message);
  return /\p{L}/u.test(text) ? undefined : refused("is not one ZIP: give each ZIP or prefix its own entry");
}

/** Reads one ZIP beside words that say where it lies: `Phoenix, AZ 85001`. */
function readZipAmongWords(text: string): PlaceOrRefusal {
  const zips = new Set([...text.matchAll(ZIP)].map(([, zip = ""]) => zip));
  if (zips.size > 1) return refused("holds several ZIPs or numbers: write one ZIP, or give each its own entry");
  const [zip] = zips;
  if (zip === undefined)
    return refused("holds a number that is not a ZIP: write a ZIP, a ZIP prefix or City, ST alone");
  const words = withoutUs(` ${text.replace(ZIP, " ")}`);
  if (keyOf(words) === "") return { kind: "zip", zip };
  const named = readName(words.trim(), false);
  // An ambiguous name is clear if the ZIP lies in one of the places with that name.
  const areas = named.kind === "place" ? named.place.areas : citiesWithKey(keyOf(words)).flatMap((city) => city.zips);
  if (areas.some((area) => zip.startsWith(area))) return { kind: "zip", zip };
  const city = placeName(zip);
  const zipAndCity = city === null ? zip : `${zip} (${city})`;
  if (named.kind === "place") return refused(`names two places: write ${zipAndCity} or ${named.place.label}`);
  return refused(`holds more than a place: write ${zipAndCity} alone if that is its ZIP`);
}
