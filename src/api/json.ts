/** Where a number of 16 digits or more begins, or what looks like one inside a string. Fewer digits are always exact. */
const LONG_NUMBER = /(?<![^\s,:[])-?\d{16}/g;

const IN_NUMBERS: ReadonlySet<string | undefined> = new Set("0123456789+-.eE");

const BACKSLASH = 0x5c;

/**
 * JSON text of the service as a value, or `undefined` when it is none. A whole number that JavaScript would round is the
 * string of its digits: nothing is passed on "as sent" (DESIGN 3) that was sent otherwise.
 */
export function parseJson(text: string): unknown {
  try {
    // First as it is: what is no JSON must not become some.
    const value: unknown = JSON.parse(text);
    const exact = withUnsafeIntegersQuoted(text);
    return exact === text ? value : JSON.parse(exact);
  } catch {
    return undefined;
  }
}

/** The members of a JSON object, by name; none where the text is anything else. */
export function membersOf(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text);
  // Of a text or a list each place would become a member, and of 31 MiB the spread throws.
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Where the string literal (RFC 8259 section 7) ends whose first quotation mark is at `start`: behind its last. */
export function endOfLiteral(json: string, start: number): number {
  let mark = json.indexOf('"', start + 1);
  while (isEscaped(json, mark)) mark = json.indexOf('"', mark + 1);
  return mark === -1 ? json.length : mark + 1;
}

function isEscaped(json: string, at: number): boolean {
  let escaped = false;
  for (let before = at - 1; json.charCodeAt(before) === BACKSLASH; before -= 1) escaped = !escaped;
  return escaped;
}

/** Sound JSON in which each whole number that would be rounded is a string. Takes time as its length, whatever it holds. */
function withUnsafeIntegersQuoted(json: string): string {
  // The parts between the quotation marks put in: text and digits by turns.
  const parts: string[] = [];
  let doneTo = 0;
  let literalEnd = 0;
  let nextLiteral: number | undefined;
  for (const { index: start } of json.matchAll(LONG_NUMBER)) {
    nextLiteral ??= json.indexOf('"');
    while (nextLiteral !== -1 && nextLiteral < start) {
      literalEnd = endOfLiteral(json, nextLiteral);
      nextLiteral = json.indexOf('"', literalEnd);
    }
    if (start < literalEnd) continue;
    const end = endOfNumber(json, start);
    const number = json.slice(start, end);
    if (/[.eE]/.test(number) || Number.isSafeInteger(Number(number))) continue;
    parts.push(json.slice(doneTo, start), number);
    doneTo = end;
  }
  return [...parts, json.slice(doneTo)].join('"');
}

/** By character: a regular expression would run out of stack on millions of digits. */
function endOfNumber(json: string, start: number): number {
  let end = start;
  while (IN_NUMBERS.has(json[end])) end += 1;
  return end;
}
