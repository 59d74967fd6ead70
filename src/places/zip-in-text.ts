import { CityNames } from "./city-names.ts";
import { type NameAndState, nameAndState } from "./name-and-state.ts";
import { NICKNAMES } from "./nicknames.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { stateAlone } from "./states.ts";
import { type ZipCode, ZipCodes } from "./zip-codes.ts";

/** A ZIP code or prefix among words, or why the words speak against it. */
export type ZipInText =
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "unread"; readonly message: string };

/** Five digits, and the four that may follow: after a dash, with blanks around it or not, or a blank. */
const ZIP = String.raw`\d{5}(?:\s?[-\u2010-\u2015]\s?\d{4}|\s\d{4}\b(?!\s*\d))?`;
const ANY_ZIP = new RegExp(String.raw`\b${ZIP}\b`, "g");
const CALLED_ZIP = new RegExp(
  String.raw`^(?:zip|post(?:al)?)(?:\s*3|\s*5)?(?:\s*-?\s*codes?)?(?:\s*prefix)?[\s:#]*(\d{1,3}|${ZIP})$`,
  "i",
);
const OPEN_PREFIX = /^(\d{3})(?:[x*]{2}|\*)$/i;
const FILLERS = new Set(["zip", "zips", "zipcode", "code", "codes", "postal", "post", "postcode"]);

/** The post gives a city's name to codes around it as well; beyond this it means another place. */
const MAX_AWAY_KM = 60;

/** A ZIP code or prefix in a text (`zip 850`, `850xx`, `85001 Phoenix, AZ`); undefined where it holds none, or several. */
export function zipInText(text: string): ZipInText | undefined {
  const [, zip] = CALLED_ZIP.exec(text) ?? OPEN_PREFIX.exec(text) ?? [];
  if (zip !== undefined) return { kind: "zip", zip: zip.slice(0, 5) };
  const numbers = [...text.matchAll(ANY_ZIP)];
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (numbers.length > 1 && !/\p{L}/u.test(text)) return undefined;
  const [before, after] = [text.slice(0, last.index), text.slice(last.index + last[0].length)];
  const rest = words(after);
  // At the end, as in an address, a house's number perhaps before it; else first, before a city and a state alone.
  if (rest.length === 0 || stateAlone(rest) !== undefined)
    return withWords(last[0].slice(0, 5), `${before} ${after}`, true);
  if (numbers.length > 1) return undefined;
  return words(before).length === 0 ? withWords(first[0].slice(0, 5), after.replace(/^[\s,]+/, ""), false) : NO_ZIP;
}

const NO_ZIP: ZipInText = {
  kind: "unread",
  message: "holds a number that is perhaps no ZIP code; write the ZIP code alone, or the city and its state",
};

function words(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !FILLERS.has(word));
}

/** The ZIP code counts where the words around it do not contradict it. At the end of an address a street may come first. */
function withWords(zip: string, rest: string, isAddress: boolean): ZipInText {
  const around = words(rest);
  if (around.length === 0) return { kind: "zip", zip };
  // Nothing but further numbers.
  if (!around.some((word) => /[a-z]/.test(word))) return NO_ZIP;
  const known = ZipCodes.open().find(zip);
  if (known === undefined) return isBegunIn(around, zip) ? { kind: "zip", zip } : NO_ZIP;
  if (stateAlone(around)?.code === known.state) return { kind: "zip", zip };
  const text = rest.replace(/\b(?:zip|post(?:al)?)?\s*codes?\b/gi, " ");
  const parts = text.split(",").filter((part) => part.trim() !== "");
  // Before the last parts, or the last words, stands perhaps a street.
  const ends = isAddress ? [parts.slice(-2).join(","), parts.at(-1) ?? "", ...endsOf(around)] : [];
  const agrees = [text, ...ends].flatMap(nameAndState).some((way) => isNameOf(known, way));
  // With its state, a name that is not known may be a quarter's; after a number that leads, a street's.
  const quarters = isAddress ? [text, parts.slice(-2).join(",")] : [];
  const isQuarter = quarters
    .flatMap(nameAndState)
    .some(({ name, state }) => state?.code === known.state && !hasNumber(name) && isUnknown(name, known.state));
  return agrees || isQuarter
    ? { kind: "zip", zip }
    : { kind: "unread", message: `contradicts itself: ZIP ${zip} is ${known.city}, ${known.state}` };
}

/** The last two to five words, in which a city may be named with its state. */
function endsOf(around: readonly string[]): string[] {
  return [2, 3, 4, 5].filter((count) => count < around.length).map((count) => around.slice(-count).join(" "));
}

/** Whether a name is that of the ZIP code's city, or of one nearby. */
function isNameOf(known: ZipCode, { name, state }: NameAndState): boolean {
  if (state !== undefined && state.code !== known.state) return false;
  const key = keyOf(name);
  if (key === keyOf(wordsOf(known.city))) return true;
  // `10001 NYC`.
  const called = Object.hasOwn(NICKNAMES, key) ? NICKNAMES[key] : undefined;
  const meant = called?.endsWith(known.state) === true ? keyOf(wordsOf(called.slice(0, -4))) : key;
  return CityNames.open()
    .zipsNamed(meant, known.state)
    .some((other) => isNear(known, other));
}

function isUnknown(name: readonly string[], state: string): boolean {
  return CityNames.open().zipsNamed(keyOf(name), state).length === 0;
}

function hasNumber(name: readonly string[]): boolean {
  return name.some((word) => /\d/.test(word));
}

/** Whether words end in a state in which ZIP codes begin like one that is not known. */
function isBegunIn(around: readonly string[], zip: string): boolean {
  const zips = ZipCodes.open();
  const states = nameAndState(around.join(" ")).flatMap(({ state }) => state?.code ?? []);
  return zips.under(zip.slice(0, 3)).some((each) => states.includes(zips.find(each)?.state ?? ""));
}

/** Whether another ZIP code may bear the same city's name; true where nobody knows where they lie. */
function isNear(known: ZipCode, zip: string): boolean {
  const other = ZipCodes.open().find(zip);
  if (other?.latitude === undefined || other.longitude === undefined) return true;
  if (known.latitude === undefined || known.longitude === undefined) return true;
  const north = (known.latitude - other.latitude) * 111.2;
  const east = (known.longitude - other.longitude) * 111.2 * Math.cos((known.latitude * Math.PI) / 180);
  return Math.hypot(north, east) <= MAX_AWAY_KM;
}
