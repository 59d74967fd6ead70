import { besideUnknownZip, besideZip } from "./beside-zip.ts";
import { withoutCountry } from "./country.ts";
import { wordsOf } from "./place-name.ts";
import { SEVERAL } from "./place-reading.ts";
import type { Remark } from "./remark.ts";
import { stateAlone } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";

/** A ZIP code or prefix among words, or why the words speak against it. */
export type ZipInText =
  | { readonly kind: "zip"; readonly zip: string; readonly remark?: Remark }
  | { readonly kind: "unread"; readonly message: string };

/** Five digits, and the four that may follow: after a dash, with blanks around it or not, or a blank. */
const ZIP = String.raw`\d{5}(?:\s?[-\u2010-\u2015]\s?\d{4}|\s\d{4}\b(?!\s*\d))?`;
const ANY_ZIP = new RegExp(String.raw`\b${ZIP}\b`, "g");
const CALLED_ZIP = new RegExp(
  String.raw`^(?:zip|post(?:al)?)(?:\s*3|\s*5)?(?:\s*-?\s*codes?)?(?:\s*prefix)?[\s:#]*(\d{1,3}|${ZIP})$`,
  "i",
);
/** Two ZIP codes with no word between them: a house's number has its street there. */
const NEIGHBOURS = /\b\d{5}[\s,;/&+-]+\d{5}\b/;
const BARE_PREFIX = /^(\d{1,3})$/;
const OPEN_PREFIX = /^(\d{3})(?:[x*]{2}|\*)$/i;
/** What a ZIP code is called right before it; elsewhere it may be part of a name, as in `Zip City, AL`. */
const CALLED = /\b(?:zip|(?:zip|post(?:al)?)\s*-?\s*codes?)[\s:#]*$/i;
const FILLERS = new Set(["zip", "zips", "zipcode", "code", "codes", "postal", "post", "postcode"]);

/** A ZIP code or prefix in a text (`zip 850`, `850xx`, `85001 Phoenix, AZ`); undefined where it holds none, or several. */
export function zipInText(text: string): ZipInText | undefined {
  const [, zip] = CALLED_ZIP.exec(text) ?? OPEN_PREFIX.exec(text) ?? BARE_PREFIX.exec(text) ?? [];
  if (zip !== undefined) return { kind: "zip", zip: zip.slice(0, 5) };
  const numbers = [...text.matchAll(ANY_ZIP)];
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  if (numbers.length > 1 && !/\p{L}/u.test(text)) return undefined;
  if (NEIGHBOURS.test(text)) return { kind: "unread", message: SEVERAL };
  const before = withoutCountry(text.slice(0, last.index).replace(CALLED, ""));
  const after = withoutCountry(text.slice(last.index + last[0].length));
  const rest = words(after);
  // At the end, as in an address, a house's number perhaps before it; else first, before a city and a state alone.
  if (rest.length === 0 || stateAlone(rest) !== undefined)
    return withWords(last[0].slice(0, 5), `${before} ${after}`, true);
  if (numbers.length > 1) return undefined;
  const named = after.replace(/^[\s,]+/, "");
  // `TX 75201 Dallas`.
  const state = stateAlone(words(before));
  if (state !== undefined && !/\d/.test(named)) {
    const [last = "", ...city] = words(named).toReversed();
    const other = city.length > 0 && last.length === 2 ? stateAlone([last]) : undefined;
    if (other !== undefined && other.code !== state.code) return { kind: "unread", message: SEVERAL };
    const whole = other === undefined ? `${named}, ${before.replace(/[\s,]+$/, "")}` : named;
    return withWords(first[0].slice(0, 5), whole, false);
  }
  return words(before).length === 0 ? withWords(first[0].slice(0, 5), named, false) : NO_ZIP;
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
  const text = rest.replace(/\b(?:zip|post(?:al)?)?\s*codes?\b/gi, " ");
  const known = ZipCodes.open().find(zip);
  const said = known === undefined ? besideUnknownZip(zip, { text, isAddress }) : besideZip(known, { text, isAddress });
  switch (said?.kind) {
    case undefined:
      return NO_ZIP;
    case "agrees":
      return { kind: "zip", zip };
    case "remarked":
      return { kind: "zip", zip, remark: said.remark };
    case "contradicts":
      return { kind: "unread", message: said.message };
  }
}
