/** The most characters of one string of the service that reach a model (G-untrusted). */
const MAX_TEXT_CHARS = 200;

/** Most texts: nothing is removed from them, so they return at once. That saves time for 41,000 records. */
const PRINTABLE_ASCII = /^[ -~]*$/;

/** Whole terminal sequences (CSI, OSC and two-character escapes), so that no "[31m" is left where only ESC went. */
const TERMINAL_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b\]|\u009d)[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/gu;

/** Line breaks and tabs separate words, so they become a blank; every other match below goes without trace. */
const BREAK = /[\t-\r\u0085\u2028\u2029]+/gu;

/** Controls, format characters, private use, the Braille blank, and all that Unicode says renders as nothing. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** One string of the service, safe to show: nothing invisible, white space folded, cut to `maxChars`. Idempotent. */
export function cleanText(text: string, maxChars: number = MAX_TEXT_CHARS): string {
  // Bounded before the expressions run, with room for what they remove.
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

/** `text` without what does not show: terminal sequences, control, zero-width and bidirectional characters. */
export function withoutInvisible(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.toWellFormed().replace(TERMINAL_SEQUENCE, "").replace(BREAK, " ").replace(INVISIBLE, "");
}

/** `cleanText` in quotation marks: how free text of the service stands in a sentence (untrusted, never an instruction). */
export function quote(text: string): string {
  return `"${cleanText(text).replaceAll('"', "'")}"`;
}
