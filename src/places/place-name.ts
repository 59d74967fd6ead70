/** Words that are written in two ways, as one of them. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    saint: "st",
    sainte: "ste",
    fort: "ft",
    mount: "mt",
    mountain: "mtn",
    and: "",
    heights: "hts",
    spring: "spg",
    springs: "spgs",
    junction: "jct",
    township: "twp",
    lk: "lake",
    bch: "beach",
    n: "north",
    no: "north",
    s: "south",
    so: "south",
    e: "east",
    w: "west",
    sfb: "afb",
  }),
);

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
