import { withoutInvisible } from "../domain/clean.ts";
import type { Log } from "../runtime/log.ts";
import type { Reply } from "./transport.ts";

/** What can spell a character of a secret otherwise, or stand between two of them unseen: all but plain text. */
const DISGUISE = /[^ -[\]-~]/;

const BACKSLASH = 0x5c;

/**
 * A body with every known secret replaced (DESIGN 4, secrets): an echo of the token must get no further than this. Names
 * and values are masked where they stand: to parse the whole and write it again would fail where it is nested deep.
 */
function maskBody(body: string, log: Log): string {
  const json = log.clean(body);
  if (!DISGUISE.test(json)) return json;
  let masked = "";
  let doneTo = 0;
  for (let start = json.indexOf('"'); start !== -1; start = json.indexOf('"', doneTo)) {
    const end = endOfLiteral(json, start);
    masked += json.slice(doneTo, start) + maskLiteral(json.slice(start, end), log);
    doneTo = end;
  }
  return masked + json.slice(doneTo);
}

/** Behind the quotation mark that closes the string literal (RFC 8259 section 7) at `start`, or behind all. */
function endOfLiteral(json: string, start: number): number {
  let mark = json.indexOf('"', start + 1);
  while (isEscaped(json, mark)) mark = json.indexOf('"', mark + 1);
  return mark === -1 ? json.length : mark + 1;
}

function isEscaped(json: string, at: number): boolean {
  let escaped = false;
  for (let before = at - 1; json.charCodeAt(before) === BACKSLASH; before -= 1) escaped = !escaped;
  return escaped;
}

function maskLiteral(literal: string, log: Log): string {
  if (!DISGUISE.test(literal)) return literal;
  try {
    const text = JSON.parse(literal) as string;
    // Most of what is not plain is an accent or a sign of degree: it stands there as it is, and was looked through.
    if (undisguised(text) === literal.slice(1, -1)) return literal;
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
  const unescaped = undisguised(masked);
  const bare = log.clean(unescaped);
  if (bare !== unescaped) return bare;
  return masked === plain ? text : masked;
}

function undisguised(text: string): string {
  const unescaped = withoutInvisible(text).replace(/(?<!\\)\\+(?:u([\da-f]{4})|\/)/gi, (_, hex: string | undefined) =>
    hex === undefined ? "/" : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return withoutInvisible(unescaped);
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
