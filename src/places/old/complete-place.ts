import { CityNames } from "./city-names.ts";
import { keyOf, wordsOf } from "./place-name.ts";
import { STATE_NAMES } from "./states.ts";
import { ZipCodes } from "./zip-codes.ts";

/** ZIP codes offered for a prefix of three digits or more: fewer digits would be half the country. */
const MIN_DIGITS = 3;

/** A label, and the two ways in which somebody may begin to type it. */
interface Entry {
  readonly label: string;
  readonly plain: string;
  readonly key: string;
}

let known: readonly Entry[] | undefined;

/** Cities, the largest first: `Phoenix, AZ`. Made at the first completion, once. */
function cities(): readonly Entry[] {
  known ??= CityNames.open().labels().map(entryOf);
  return known;
}

function entryOf(label: string): Entry {
  const words = wordsOf(label);
  return { label, plain: words.join(""), key: keyOf(words) };
}

/** ZIP codes or cities that what is typed may become, likeliest first, every one of which can be read; offline. */
export function completeCity(typed: string): readonly string[] {
  return complete(typed, []);
}

function complete(typed: string, states: readonly string[]): readonly string[] {
  const text = typed.trim();
  if (/^\d+$/.test(text)) return text.length < MIN_DIGITS ? [] : ZipCodes.open().under(text);
  const words = wordsOf(text);
  if (words.length === 0) return CityNames.open().labels();
  const [plain, key] = [words.join(""), keyOf(words)];
  // The last word is perhaps not whole: `Ft W` is no west.
  const open = keyOf(words.slice(0, -1)) + (words.at(-1) ?? "");
  return [...states.map(entryOf), ...cities()]
    .filter((entry) => entry.plain.startsWith(plain) || entry.key.startsWith(open) || entry.key.startsWith(key))
    .map(({ label }) => label);
}

/** The same, states too, for the last of several places that semicolons part; the others stay as they are typed. */
export function completeLastPlace(typed: string): readonly string[] {
  const before = /^(?:.*;)?\s*/s.exec(typed)?.[0] ?? "";
  return complete(typed.slice(before.length), STATE_NAMES).map((place) => before + place);
}
