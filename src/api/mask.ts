import { withoutInvisible } from "../domain/clean.ts";
import type { Log } from "../runtime/log.ts";
import type { Reply } from "./transport.ts";

/** A JSON escape other than of a quote or a backslash: it can spell a character of a secret otherwise. */
const ESCAPE = /\\[^"\\]/;

/**
 * A body with every known secret replaced (DESIGN 4, secrets): an echo of the token must get no further than this. Only a
 * body that could hold one in disguise, escaped or with characters in between that do not show, is read for it string
 * by string, since there may be 41,000 records.
 */
function maskBody(body: string, log: Log): string {
  const masked = log.clean(body);
  if (!ESCAPE.test(masked) && withoutInvisible(masked) === masked) return masked;
  try {
    return JSON.stringify(JSON.parse(masked, (_, value: unknown) => maskValue(value, log)));
  } catch {
    // No JSON: nobody reads it but to say so.
    return masked;
  }
}

function maskValue(value: unknown, log: Log): unknown {
  if (typeof value === "string") return maskText(value, log);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => [maskText(key, log), member] as const);
  return Object.fromEntries(entries);
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
