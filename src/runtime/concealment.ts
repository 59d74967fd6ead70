import { sift } from "./sift.ts";

/** What stands where a secret stood. */
export const MASK = "[secret]";

/** Tokens expire, so the oldest are forgotten; the client secret is concealed anew at each exchange. */
const MAX_SECRETS = 32;
/** Replacing anything shorter would damage the text and hide nothing. */
const MIN_SECRET_CHARS = 4;

/** Base64 and hex are looked for in runs of their characters so long: hardly any ordinary word is. */
const RUN_CHARS = 20;

/** Encoded words of one text that are looked into: decoding a hundred times as many would stop everything else. */
const MAX_WORDS = 500_000;

/** How often one encoding may lie in another. */
const MAX_DEPTH = 3;

const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Whether a character, by its code, is one of base64 (RFC 4648 sections 4 and 5), and so perhaps of hex. */
const CODED = new Uint8Array(128);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_") CODED[char.charCodeAt(0)] = 1;

/** How a text may hold some secrets. */
interface Spellings {
  /** Anywhere. */
  readonly plain: readonly string[];
  /** In a long run of characters of base64. */
  readonly coded: readonly string[];
}

/** Takes some secrets out of a text: puts `[secret]` for each, and for every word that holds an encoded one. */
export type Pass = (text: string) => string;

/**
 * The secrets seen lately, and what takes them out of a text: as they are, as JSON, in hex and base64 (twice, too),
 * percent-encoded and as HTML entities, in whole or in part, also one of these two in the other. Takes time by the text's length.
 */
export class Concealment {
  readonly #spellings = new Map<string, Spellings>();
  #passes: readonly Pass[] = [];

  /** From now on `secret` is taken out; what has fewer than four characters is not. */
  conceal(secret: string): void {
    if (secret.length < MIN_SECRET_CHARS) return;
    // Set anew at the end, so that what is in use is forgotten last.
    this.#spellings.delete(secret);
    this.#spellings.set(secret, spell(secret));
    if (this.#spellings.size > MAX_SECRETS) {
      const oldest = this.#spellings.keys().next();
      if (!oldest.done) this.#spellings.delete(oldest.value);
    }
    this.#passes = passesFor(this.#spellings);
  }

  /** What `clean` does, in turn. Where more is read of a text than stands in it, all of it belongs to one pass before the next. */
  passes(): readonly Pass[] {
    return this.#passes;
  }

  /** `text` with `[secret]` for every secret and every word that holds an encoded one, or for all where they are too many. */
  clean(text: string): string {
    return this.#passes.reduce((cleaned, pass) => pass(cleaned), text);
  }
}

/**
 * One pass for all secrets, as a rule. One that is part of another (an access token may begin with the last one) is taken
 * out only after it: of the longer one, however it is spelt, the rest would be left and known no more.
 */
function passesFor(spellings: ReadonlyMap<string, Spellings>): readonly Pass[] {
  const ranks = new Map<string, number>();
  for (const secret of [...spellings.keys()].sort((a, b) => b.length - a.length)) {
    const longer = [...ranks].filter(([other]) => other.includes(secret));
    ranks.set(secret, Math.max(0, ...longer.map(([, rank]) => rank + 1)));
  }
  // What has a rank is shorter than something that has the one before: these stand in their order already.
  return [...new Set(ranks.values())].map((rank) => {
    const secrets = together([...spellings].flatMap(([secret, spelt]) => (ranks.get(secret) === rank ? [spelt] : [])));
    return (text) => clean(text, secrets);
  });
}

/** The longest first: a spelling may begin with a shorter one, and its end would be left. */
function together(some: readonly Spellings[]): Spellings {
  const longestFirst = (spellings: readonly string[]) => spellings.toSorted((a, b) => b.length - a.length);
  return {
    plain: longestFirst(some.flatMap(({ plain }) => plain)),
    coded: longestFirst(some.flatMap(({ coded }) => coded)),
  };
}

function clean(text: string, secrets: Spellings): string {
  const cleaned = uncode(text, secrets);
  const words = encodedWords(cleaned);
  if (words.length > MAX_WORDS) return MASK;
  const hiding = sift(words, (some) =>
    isDisguised(
      some.map(([start, end]) => cleaned.slice(start, end)),
      secrets,
    ),
  );
  return replaceSpans(cleaned, hiding, () => MASK);
}

function uncode(text: string, { plain, coded }: Spellings): string {
  const uncoded = replaceSpans(text, codedRuns(text), (run) => replaceAny(run, coded));
  return replaceAny(uncoded, plain);
}

function replaceAny(text: string, spellings: readonly string[]): string {
  let replaced = text;
  for (const spelling of spellings) {
    if (spelling.length <= replaced.length) replaced = replaced.replaceAll(spelling, MASK);
  }
  return replaced;
}

/** Whether any of `words`, decoded, holds a secret. All are looked through at once: far fewer scans for as much. */
function isDisguised(words: readonly string[], secrets: Spellings): boolean {
  let layer = words.join(" ");
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const decoded = decode(layer);
    if (decoded === layer) return false;
    if (uncode(decoded, secrets) !== decoded) return true;
    layer = decoded;
  }
  return false;
}

function spell(secret: string): Spellings {
  const quoted = JSON.stringify(secret).slice(1, -1);
  const hex = Buffer.from(secret).toString("hex");
  const once = inBase64(secret);
  const coded = [...new Set([hex, hex.toUpperCase(), ...once, ...once.flatMap(inBase64)])];
  const plain = new Set([secret, quoted, JSON.stringify(quoted).slice(1, -1), inForm(secret), ...inHtml(secret)]);
  return {
    plain: [...plain, ...coded.filter(({ length }) => length < RUN_CHARS)],
    coded: coded.filter(({ length }) => length >= RUN_CHARS),
  };
}

/** As a form field (application/x-www-form-urlencoded), where a blank is a plus. */
function inForm(secret: string): string {
  return new URLSearchParams([["", secret]]).toString().slice(1);
}

/** As HTML's text and its attributes show it, blanks as they are. */
function inHtml(secret: string): readonly string[] {
  const text = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quoted = ['"', "&quot;", "&#34;"].map((quote) => text.replaceAll('"', quote));
  return ["'", "&apos;", "&#39;", "&#039;", "&#x27;"].flatMap((quote) =>
    quoted.map((spelling) => spelling.replaceAll("'", quote)),
  );
}

/** What of a secret a text in base64 shows that holds it, wherever it stands there: `Basic` hides it behind the id. */
function inBase64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    // Characters at either end are of neighbours, too, and the padding may be left out.
    const bits = (before + bytes.length) * 8;
    const own = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    if (own.length < MIN_SECRET_CHARS) return [];
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

type Span = readonly [start: number, end: number];

/** `text` with what `replace` makes of each of its `spans`, which come in their order. */
function replaceSpans(text: string, spans: Iterable<Span>, replace: (part: string) => string): string {
  let replaced = "";
  let doneTo = 0;
  for (const [start, end] of spans) {
    replaced += text.slice(doneTo, start) + replace(text.slice(start, end));
    doneTo = end;
  }
  return doneTo === 0 ? text : replaced + text.slice(doneTo);
}

/** The long runs of characters of base64. A window that holds another character, seen from its end, holds none. */
function* codedRuns(text: string): Generator<Span> {
  let from = 0;
  while (from + RUN_CHARS <= text.length) {
    let start = from + RUN_CHARS - 1;
    while (start >= from && CODED[text.charCodeAt(start)] === 1) start -= 1;
    if (start >= from) {
      from = start + 1;
      continue;
    }
    let end = from + RUN_CHARS;
    while (end < text.length && CODED[text.charCodeAt(end)] === 1) end += 1;
    yield [from, end];
    from = end;
  }
}

/** The words, between blanks, quotation marks and angle brackets, in which something is percent-encoded or an entity. */
function encodedWords(text: string): readonly Span[] {
  const words: Span[] = [];
  if (!text.includes("%") && !text.includes("&")) return words;
  const encoded = /%[0-9a-f]{2}|&(?:#|amp;|lt;|gt;|quot;|apos;)/gi;
  let from = 0;
  for (let match = encoded.exec(text); match !== null && words.length <= MAX_WORDS; match = encoded.exec(text)) {
    let start = match.index;
    while (start > from && !isBoundary(text.charCodeAt(start - 1))) start -= 1;
    let end = match.index;
    while (end < text.length && !isBoundary(text.charCodeAt(end))) end += 1;
    // In JSON backslashes escape the quotation mark that follows.
    if (text[end] === '"') while (text[end - 1] === "\\") end -= 1;
    words.push([start, end]);
    from = end;
    encoded.lastIndex = end;
  }
  return words;
}

function isBoundary(code: number): boolean {
  return code <= 0x20 || code === 0x22 || code === 0x3c || code === 0x3e;
}

const ENCODED = /(?:%[0-9a-f]{2})+|&(?:#(x?)([0-9a-f]{1,7});?|(amp|lt|gt|quot|apos);)/gi;

/** `text` with one layer taken off, of percent-encoding (RFC 3986 section 2.1) and of HTML entities. */
function decode(text: string): string {
  return text.replace(ENCODED, (encoded, isHex?: string, digits?: string, name?: string) =>
    encoded.startsWith("%")
      ? Buffer.from(encoded.replaceAll("%", ""), "hex").toString()
      : characterOf(encoded, isHex, digits, name),
  );
}

function characterOf(entity: string, isHex = "", digits = "", name = ""): string {
  const code = Number.parseInt(digits, isHex === "" ? 10 : 16);
  if (name !== "") return NAMED[name.toLowerCase()] ?? entity;
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}
