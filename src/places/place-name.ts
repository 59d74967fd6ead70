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
    springs: "spgs",
    junction: "jct",
    township: "twp",
    n: "north",
    s: "south",
    e: "east",
    w: "west",
  }),
);

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
 * `O'Fallon` and `O Fallon`, `De Kalb` and `DeKalb` have the same key.
 */
export function keyOf(words: readonly string[]): string {
  const [only = ""] = words;
  return words.length === 1 ? (WORDS.get(only) ?? only) : words.map((word) => WORDS.get(word) ?? word).join("");
}
