/** The most characters of one service string that a model may see (G-untrusted). */
const MAX_TEXT_CHARS = 200;
/** Most texts match, and nothing in them needs removal. The early return saves time over 41,000 records. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Whole terminal sequences (CSI, OSC, two-character escapes). Removing ESC alone would leave "[31m" behind. */
const TERMINAL_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/gu;

/** Line breaks and tabs separate words, so they become a blank. `withoutInvisible` removes its other matches. */
const BREAK = /[\t-\r\u0085\u2028\u2029]+/gu;
/** Controls, format characters, private use, the Braille blank, and all that Unicode ignores in display. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Makes a service string safe to show: no invisible characters, white space folded, cut to `maxChars`. Idempotent. */
export function cleanText(text: string, maxChars: number = MAX_TEXT_CHARS): string {
  // Bounds the input of the expressions, with room for the characters that they remove.
  const head = text.slice(0, maxChars * 20);
  const plain = withoutInvisible(head).replace(/ {2,}/g, " ").trim();
  const isWhole = head.length === text.length;
  if (isWhole && plain.length <= maxChars) return plain;
  const chars = Array.from(plain);
  if (isWhole && chars.length <= maxChars) return plain;
  return `${chars
    .slice(0, maxChars - 1)
    .join("")
    .trimEnd()}…`;
}

/** Also removes whole terminal sequences. */
export function withoutInvisible(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.toWellFormed().replace(TERMINAL_SEQUENCE, "").replace(BREAK, " ").replace(INVISIBLE, "");
}

/** Cleans and quotes a free text, so that a sentence marks it as untrusted and never as an instruction. */
export function quote(text: string): string {
  return `"${cleanText(text).replaceAll('"', "'")}"`;
}
