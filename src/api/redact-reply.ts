import type { Log } from "../runtime/log.ts";
import type { Reply } from "./transport.ts";

/** A reply without any known secret (G-secrets): an echo of the token must get no further than this. */
export function redactReply(reply: Reply, log: Log): Reply {
  if (!("headers" in reply)) return reply;
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [
      name,
      typeof value === "string" ? log.redact(value) : value?.map((line) => log.redact(line)),
    ]),
  );
  return reply.kind === "answer" ? { ...reply, headers, text: log.redact(reply.text) } : { ...reply, headers };
}
