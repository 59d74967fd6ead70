/** What one channel of a default answer should take (DESIGN 3: "about 400 tokens for a default call"). */
export const DEFAULT_TOKENS = 400;

/** What one channel may take at most, whatever was asked (DESIGN 3). */
export const MAX_TOKENS = 2000;

/** What tools fill of it: room is kept for provenance, STALE and sandbox warnings, and for an estimate a little low. */
export const FILL_TOKENS = MAX_TOKENS - 200;

const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const BLANK = 4;
const MARK = 5;
const JSON_MARK = 6;

/** Character classes of ASCII; everything beyond is counted by its UTF-8 bytes. */
const CLASS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return LOWER;
  if (/[A-Z]/.test(char)) return UPPER;
  if (/[0-9]/.test(char)) return DIGIT;
  if (/[ \n]/.test(char)) return BLANK;
  return /["{}[\]:,]/.test(char) ? JSON_MARK : MARK;
});

/** Letters that seldom stand in English words: each one seen makes it likelier that a word falls into small pieces. */
const SELDOM = Uint8Array.from({ length: 128 }, (_, code) =>
  /[jkqvwxzJKQVWXZ]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const VOWEL = Uint8Array.from({ length: 128 }, (_, code) => (/[aeiouyAEIOUY]/.test(String.fromCharCode(code)) ? 1 : 0));

/**
 * How many o200k tokens `text` takes, estimated from above without a tokenizer: digits in threes, runs of JSON marks
 * together, other marks one each, characters beyond ASCII by their bytes, words by length and by how much they look
 * like words. Held against the real encoding by a test: at least 0.9 of it for random text, about 1.2 times it for ours.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    const kind = code < 128 ? CLASS[code] : 0;
    let end = index + 1;
    if (kind === undefined || kind === 0) {
      tokens += code < 0x800 ? 2 : code >= 0xd800 && code < 0xdc00 ? 4 : code >= 0xdc00 && code < 0xe000 ? 0 : 3;
    } else if (kind === LOWER || kind === UPPER) {
      end = endOfWord(text, index);
      tokens += wordTokens(text, index, end);
    } else {
      while (end < text.length && kindAt(text, end) === kind) end += 1;
      tokens += runTokens(kind, end - index, kindAt(text, end));
    }
    index = end;
  }
  return Math.ceil(tokens);
}

/** Tokens of `value` as compact JSON, the form hosts hand to a model. */
export function estimateJsonTokens(value: unknown): number {
  return estimateTokens(JSON.stringify(value) ?? "");
}

function kindAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (CLASS[code] ?? 0) : 0;
}

/** A word ends where letters end and where a capital follows a small letter ("temperatureLevel" is two). */
function endOfWord(text: string, start: number): number {
  let end = start + 1;
  let before = kindAt(text, start);
  for (; end < text.length; end += 1) {
    const kind = kindAt(text, end);
    if (kind !== LOWER && (kind !== UPPER || before === LOWER)) break;
    before = kind;
  }
  return end;
}

function wordTokens(text: string, start: number, end: number): number {
  const length = end - start;
  if (length <= 2) return length === 2 && isVowelless(text, start) ? 1.25 : 1;
  let seldom = 0;
  let vowels = 0;
  let capitals = 0;
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index);
    seldom += SELDOM[code] ?? 0;
    vowels += VOWEL[code] ?? 0;
    if (CLASS[code] === UPPER) capitals += 1;
  }
  const wordlike = vowels * 5 >= length && vowels * 3 <= length * 2 && seldom * 6 <= length + 3;
  if (!wordlike) return length * 0.75;
  if (capitals > 1) return length / 2;
  // Short words that are none have such letters more often than short words.
  return Math.max(1, length / 4) + (seldom > 0 && length > 3 && length < 6 ? 0.5 : 0);
}

/** Whether two small letters hold no vowel: no word, and often two tokens. */
function isVowelless(text: string, start: number): boolean {
  return [start, start + 1].every((at) => kindAt(text, at) === LOWER && VOWEL[text.charCodeAt(at)] === 0);
}

function runTokens(kind: number, length: number, next: number): number {
  if (kind === DIGIT) return Math.ceil(length / 3);
  if (kind === JSON_MARK) return length <= 5 ? 1 : length * 0.6;
  // The last blank of a run belongs to the word after it, but never to a number.
  if (kind === BLANK) return (length > 1 ? 1 : 0) + (next === DIGIT ? 1 : 0);
  return length;
}
