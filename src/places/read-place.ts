import { citiesWithKey, keyOf } from "./city-names.ts";
import { readName } from "./read-name.ts";
import type { PlaceReading } from "./reading.ts";
import { refused } from "./reading.ts";
import { placeOfZip } from "./zip-codes.ts";

export type { Place, PlaceReading } from "./reading.ts";

const MOST_CHARS = 80;
const EVERYWHERE =
  /^(?:(?:the )?(?:usa?|u\.s\.(?:a\.)?|united states(?: of america)?|country)|everywhere|anywhere|nationwide|all|america)$/i;
const ROAD =
  /^(?:(?:i|us|sr|interstate|(?:state |us )?(?:route|rte|rt|highway|hwy))[- ]?\d{1,3}|.*\b(?:interstate|highway|hwy|i-\d+))\b/i;
const COUNTRY = String.raw`(?:the\s+)?(?:usa|u\.s\.a\.?|us|u\.s\.?|united\s+states(?:\s+of\s+america)?)`;
const COUNTRY_AFTER = new RegExp(String.raw`[\s,;:/(–—-]+${COUNTRY}[\s)]*$`, "i");
const COUNTRY_BEFORE = new RegExp(String.raw`^${COUNTRY}\s*[,;:/–—-]\s*|^(?:usa|united\s+states)\s+`, "i");
const CANADIAN_CODE = /\b[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?\b/i;
const ZIP_WORD = /\b(?:zip|postal)(?:[ -]?codes?| prefix)?\b:?|#/gi;
const ZIP = /(?<![\d-])(\d{5})(?:\s?[-–]\s?\d{4})?(?![\d-])/g;

/**
 * Reads a place as people write it: a ZIP or the first digits of one, a state, `City, ST`, a city that is known by its
 * name alone. Everything else is refused with what to write instead; nothing is chosen or corrected.
 */
export function readPlace(text: string): PlaceReading {
  const trimmed = text.normalize("NFKC").trim();
  if (trimmed.length > MOST_CHARS) return refused("is too long for a place: write City, ST, a ZIP or a state");
  if (EVERYWHERE.test(trimmed)) return refused("names no place; leave locations out to ask for everywhere");
  if (CANADIAN_CODE.test(trimmed)) return refused("is a Canadian postal code; only US places are known");
  if (ROAD.test(trimmed)) return refused("is a road: name the states or cities along it");
  const written = trimmed.replace(COUNTRY_AFTER, "").replace(COUNTRY_BEFORE, "");
  if (!/\d/.test(written)) return readName(written);
  const withoutZipWord = written.replace(ZIP_WORD, "").trim();
  return readDigits(withoutZipWord) ?? readZipAmongWords(withoutZipWord);
}

/** A text of digits alone, or with the marks that ZIPs have. */
function readDigits(text: string): PlaceReading | undefined {
  const [, prefix] = /^(\d{1,3})(?:x{1,2}|\*{1,2})?$/i.exec(text) ?? [];
  if (prefix !== undefined) return { kind: "zip", zip: prefix };
  const [, zip] = /^(\d{5})(?:\s?[-–]?\s?\d{4})?$/.exec(text) ?? [];
  if (zip !== undefined && !/^\d{9}$/.test(text)) return { kind: "zip", zip };
  if (zip !== undefined) return refused(`has nine digits: write ZIP+4 as ${zip}-${text.slice(5)}, or ${zip}`);
  if (/^\d{4}$/.test(text))
    return refused(`has four digits and a ZIP five: write 0${text} if its leading zero was lost`);
  if (/^\d+$/.test(text)) return refused("is no ZIP: a ZIP has five digits, a prefix of one has one to three");
  return /\p{L}/u.test(text) ? undefined : refused("is not one ZIP: give each ZIP or prefix its own entry");
}

/** One ZIP beside words that say where it lies: `Phoenix, AZ 85001`. */
function readZipAmongWords(text: string): PlaceReading {
  const zips = [...new Set([...text.matchAll(ZIP)].map(([, zip = ""]) => zip))];
  const [zip] = zips;
  const words = text.replace(ZIP, " ").trim();
  if (zips.length > 1) return refused("names several ZIPs: give each its own entry");
  if (zip === undefined || /\d/.test(words)) {
    return refused(
      zip === undefined
        ? "is neither a ZIP nor the name of a place: write City, ST, a ZIP or a state"
        : aloneInstead(zip),
    );
  }
  const reading = readName(words);
  const zipsOfWords =
    reading.kind === "place" ? reading.place.areas : citiesWithKey(keyOf(words)).flatMap((city) => city.zips);
  if (zipsOfWords.some((area) => zip.startsWith(area))) return { kind: "zip", zip };
  if (reading.kind !== "place") return refused(aloneInstead(zip));
  return refused(`names two places: write ${zip}${cityInBrackets(zip)} or ${reading.place.label}`);
}

function aloneInstead(zip: string): string {
  return `holds more than a place: write ${zip}${cityInBrackets(zip)} alone if that is its ZIP`;
}

function cityInBrackets(zip: string): string {
  const place = placeOfZip(zip);
  return place === undefined ? "" : ` (${place.city}, ${place.state})`;
}
