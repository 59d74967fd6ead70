/** Words that are shortened, as the key of a name has them. */
const SHORT: Readonly<Record<string, string>> = {
  saint: "st",
  sainte: "ste",
  fort: "ft",
  mount: "mt",
  mountain: "mtn",
  heights: "hts",
  spring: "spg",
  springs: "spgs",
  junction: "jct",
  township: "twp",
};

/** Other words that are written in two ways, as one of them. */
const ONE_WAY: Readonly<Record<string, string>> = {
  and: "",
  lk: "lake",
  bch: "beach",
  n: "north",
  no: "north",
  s: "south",
  so: "south",
  e: "east",
  w: "west",
  sfb: "afb",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  10: "ten",
  29: "twentynine",
  84: "eightyfour",
  96: "ninetysix",
  1000: "thousand",
};

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries({ ...ONE_WAY, ...SHORT }));
const WORDS_IN_FULL: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ...ONE_WAY, afb: "airforcebase", sfb: "airforcebase" }),
  ...Object.entries(SHORT).map(([full, short]): [string, string] => [short, full]),
]);

/** Kinds of bases, in full and as the post writes them: some went from the air force to the space force by name alone. */
const BASES: readonly (readonly [RegExp, string])[] = [
  [/(?:air|space)forcebase$/, "afb"],
  [/^navalairstation/, "nas"],
  [/^marinecorpsairstation/, "mcas"],
];

/** A place's name as words: small letters without accents, apostrophes gone, other marks as blanks. */
export function wordsOf(text: string): readonly string[] {
  // Most names: quicker, since an index of them all is made.
  if (/^[A-Za-z]+(?: [A-Za-z]+)*$/.test(text)) return text.toLowerCase().split(" ");
  const plain = text.normalize("NFKD").toLowerCase();
  const words = plain
    .replace(/[\p{M}'’‘ʻ`´]/gu, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  // `N.Y.C.` and `D. C.` are words of letters set apart.
  return words === ""
    ? []
    : words.replace(/\b[a-z](?: [a-z]\b)+/g, (letters) => letters.replaceAll(" ", "")).split(" ");
}

/**
 * What two spellings of one name have in common: `Saint Louis` and `St. Louis`, `Winston-Salem` and `winston salem`,
 * `O'Fallon` and `O Fallon`, `De Kalb` and `DeKalb`, `Minot AFB` and `Minot Air Force Base` have the same key.
 */
export function keyOf(words: readonly string[]): string {
  const [only = ""] = words;
  if (words.length === 1) return WORDS.get(only) ?? only;
  const key = words.map((word) => WORDS.get(word) ?? word).join("");
  const [base, short = ""] = (words.length > 3 && BASES.find(([full]) => full.test(key))) || [];
  return base === undefined ? key : key.replace(base, short);
}

/** A name's letters with no word of it shortened: what a misspelling of such a word has to be held against. */
export function fullKeyOf(words: readonly string[]): string {
  return words.map((word) => WORDS_IN_FULL.get(word) ?? word).join("");
}

/**
 * A name to whose first word the letter of a direction is glued, with that in full: `NCharleston` as `North Charleston`,
 * `N.L as Vegas` as `North Las Vegas`; undefined where it begins with no such letter.
 */
export function directionSpeltOut([first = "", ...rest]: readonly string[]): readonly string[] | undefined {
  const direction = /^[nsew]./.test(first) ? WORDS.get(first.charAt(0)) : undefined;
  if (direction === undefined) return undefined;
  // The one letter after it is no word: `S` would be another direction.
  const [next = "", ...others] = rest;
  return first.length === 2 ? [direction, first.slice(1) + next, ...others] : [direction, first.slice(1), ...rest];
}

/** Two directions in one word: `nwest`, `southeast`, `ne`. */
const TWO_DIRECTIONS = /^(n|no|north|s|so|south|e|east|w|west)(north|south|east|west|e|w)$/;
const DIRECTION = /^(?:north|south|east|west|(?:north|south)(?:east|west))$/;

/** Whether a name begins with two directions as one, and another with one that is not that: `Nwest Chicago`, `West Chicago`. */
export function isOtherDirection([first = ""]: readonly string[], [other = ""]: readonly string[]): boolean {
  const [two, ...parts] = TWO_DIRECTIONS.exec(first) ?? [];
  const [before = "", after = ""] = parts.map((part) => WORDS.get(part) ?? part);
  // `Wwest` is a slip of the finger.
  return two !== undefined && before !== after && DIRECTION.test(other) && other !== before + after;
}
