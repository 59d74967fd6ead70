import { withoutInvisible } from "../domain/clean.ts";
import type { Log } from "../runtime/log.ts";
import type { Reply } from "./transport.ts";

/** A JSON escape other than of a quote or a backslash: it can spell a character of a secret otherwise. */
const ESCAPE = /\\[^"\\]/;

const BACKSLASH = 0x5c;

/** A string literal of JSON that is what it shows. */
const PLAIN_LITERAL = /^"[ !#-[\]-~]*"$/;

/**
 * A body with every known secret replaced (DESIGN 4, secrets): an echo of the token must get no further than this. Only a
 * body that could hold one in disguise, escaped or with characters in between that do not show, is read for it string
 * by string, since there may be 41,000 records.
 */
function maskBody(body: string, log: Log): string {
  const masked = log.clean(body);
  return !ESCAPE.test(masked) && withoutInvisible(masked) === masked ? masked : maskLiterals(masked, log);
}

/** Masks names and values where they stand: parsing the whole, and writing it again, would fail where it is nested deep. */
function maskLiterals(json: string, log: Log): string {
  let masked = "";
  let doneTo = 0;
  let start = json.indexOf('"');
  for (let end = endOf(json, start); start !== -1 && end !== -1; end = endOf(json, start)) {
    const literal = json.slice(start, end + 1);
    masked += json.slice(doneTo, start) + (PLAIN_LITERAL.test(literal) ? literal : maskLiteral(literal, log));
    doneTo = end + 1;
    start = json.indexOf('"', doneTo);
  }
  return masked + json.slice(doneTo);
}

/** Where the string literal that starts at `start` has its closing quotation mark; -1 without one. */
function endOf(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

function maskLiteral(literal: string, log: Log): string {
  try {
    const text: string = JSON.parse(literal);
    const masked = maskText(text, log);
    return masked === text ? literal : JSON.stringify(masked);
  } catch {
    // No JSON: nobody reads it but to say so.
    return literal;
  }
}

function maskText(text: string, log: Log): string {
  const plain = withoutInvisible(text);
  const masked = log.clean(plain);
  // JSON quoted in a text is escaped once more, and may hold another echo.
  const unescaped = withoutInvisible(withoutEscapes(masked));
  const bare = unescaped === masked ? masked : log.clean(unescaped);
  if (bare !== unescaped) return bare;
  return masked === plain ? text : masked;
}

function withoutEscapes(text: string): string {
  return text.replace(/(?<!\\)\\+(?:u([\da-f]{4})|\/)/gi, (_, hex: string | undefined) =>
    hex === undefined ? "/" : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** The reply with every known secret replaced: an echo of the token must get no further than this. */
export function maskReply(reply: Reply, log: Log): Reply {
  const masked = maskHeaders(reply, log);
  return masked.kind === "answer" ? { ...masked, text: maskBody(masked.text, log) } : masked;
}

/** The same of its headers alone, for a body that may hold a secret by right. */
export function maskHeaders(reply: Reply, log: Log): Reply {
  if (reply.kind !== "answer" && reply.kind !== "broken") return reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? maskText(value, log) : value?.map((item) => maskText(item, log)),
    ]),
  );
  return { ...reply, headers };
}
