import type { Log } from "../runtime/log.ts";
import type { Reply } from "./transport.ts";

/** JSON escapes and invisible characters, which can spell a secret so that its plain text is not found. */
const DISGUISES = /\\[/u]|\p{Cf}/u;

/**
 * A body with every known secret replaced (DESIGN 4, secrets): an echo of the token must get no further than this. Only a
 * body that could hold one in disguise is read for it, string by string, since there may be 41,000 records.
 */
function maskBody(body: string, log: Log): string {
  const masked = log.clean(body);
  if (!DISGUISES.test(masked)) return masked;
  try {
    return JSON.stringify(
      JSON.parse(masked, (_, value: unknown) => (typeof value === "string" ? mask(value, log) : value)),
    );
  } catch {
    // No JSON: nobody reads it but to say so.
    return masked;
  }
}

function mask(text: string, log: Log): string {
  const plain = text.replace(/\p{Cf}/gu, "");
  const masked = log.clean(plain);
  return masked === plain ? text : masked;
}

/** The reply with every known secret replaced: an echo of the token must get no further than this. */
export function maskReply(reply: Reply, log: Log): Reply {
  if (reply.kind !== "answer" && reply.kind !== "broken") return reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? log.clean(value) : value?.map((item) => log.clean(item)),
    ]),
  );
  return reply.kind === "answer" ? { ...reply, headers, text: maskBody(reply.text, log) } : { ...reply, headers };
}
