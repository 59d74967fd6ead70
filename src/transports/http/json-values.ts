const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** What comes before a value in JSON, or its member's name: a bracket, a brace, a comma, a colon. */
const STARTS: ReadonlySet<number> = new Set([0x5b, 0x7b, 0x2c, 0x3a]);

const OPENINGS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSINGS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** What a JSON text may hold: values and names in all, and lists or objects within each other. */
export interface JsonBounds {
  readonly values: number;
  readonly depth: number;
}

/**
 * Whether JSON text holds more than that, counted without making it: in memory a short text of many values is large, and
 * what walks through a deep one runs out of stack (RFC 8259, section 9, lets a parser bound both). Of a text that is no
 * JSON it may say either.
 */
export function exceeds(text: string, most: JsonBounds): boolean {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (STARTS.has(code)) values += 1;
    if (OPENINGS.has(code)) depth += 1;
    else if (CLOSINGS.has(code)) depth -= 1;
    if (values > most.values || depth > most.depth) return true;
  }
  return false;
}

/** Where the string that begins at `start` ends: at its closing quotation mark, or with the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
