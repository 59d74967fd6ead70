import { CityNames } from "./city-names.ts";
import { nameAndState } from "./name-and-state.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { stateAlone } from "./states.ts";
import { type ZipCode, ZipCodes } from "./zip-codes.ts";

/** A ZIP code or prefix among words, or why the words speak against it. */
export type ZipInText =
  | { readonly kind: "zip"; readonly zip: string }
  | { readonly kind: "unread"; readonly message: string };

const CALLED_ZIP =
  /^(?:zip|post(?:al)?)(?:\s*3|\s*5)?(?:\s*-?\s*codes?)?(?:\s*prefix)?[\s:#]*(\d{1,3}|\d{5}(?:-\d{4})?)$/i;
const OPEN_PREFIX = /^(\d{3})(?:[x*]{2}|\*)$/i;
const FILLERS = new Set(["zip", "zips", "zipcode", "code", "codes", "postal", "post", "postcode"]);

/** The post gives a city's name to codes around it as well; beyond this it means another place. */
const MAX_AWAY_KM = 60;

/** A ZIP code or prefix in a text (`zip 850`, `850xx`, `85001 Phoenix, AZ`); undefined where it holds none, or several. */
export function zipInText(text: string): ZipInText | undefined {
  const [, zip] = CALLED_ZIP.exec(text) ?? OPEN_PREFIX.exec(text) ?? [];
  if (zip !== undefined) return { kind: "zip", zip: zip.slice(0, 5) };
  const [only, ...more] = text.match(/\b\d{5}\b/g) ?? [];
  if (only === undefined || more.length > 0) return undefined;
  return withWords(only, text.replace(/\b\d{5}(?:-\d{4})?\b/, " "));
}

/** The ZIP code counts where the words around it do not contradict it. */
function withWords(zip: string, rest: string): ZipInText {
  const known = ZipCodes.open().find(zip);
  const words = wordsOf(rest).filter((word) => !FILLERS.has(word));
  if (known === undefined || words.length === 0 || stateAlone(words)?.code === known.state) return { kind: "zip", zip };
  const text = rest.replace(/\b(?:zip|post(?:al)?)?\s*codes?\b/gi, " ");
  // Before the last two parts stands perhaps a street.
  const parts = text.split(",").filter((part) => part.trim() !== "");
  const agrees = [...nameAndState(text), ...nameAndState(parts.slice(-2).join(","))].some(({ name, state }) => {
    const key = keyOf(name);
    if (key === keyOf(wordsOf(known.city)) && (state === undefined || state.code === known.state)) return true;
    if (state !== undefined && state.code !== known.state) return false;
    const zips = CityNames.open().zipsNamed(key, known.state);
    // With its state, a name that is not known may be a quarter's.
    return zips.length === 0 ? state !== undefined : zips.some((other) => isNear(known, other));
  });
  return agrees
    ? { kind: "zip", zip }
    : { kind: "unread", message: `contradicts itself: ZIP ${zip} is ${known.city}, ${known.state}` };
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
