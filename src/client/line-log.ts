import type { Clock } from "../runtime/clock.ts";
import type { Log } from "../runtime/log.ts";
import { redaction } from "../runtime/redact.ts";

/** A log that gives each line to `write`, with every secret replaced. Without `write` it only redacts. */
export function lineLog(clock: Clock, write: ((line: string) => void) | undefined): Log {
  const secrets = redaction();
  const lineOf = (level: string) => (fields: Record<string, unknown>, msg: string) => {
    const time = new Date(clock.nowMs()).toISOString();
    write?.(secrets.redact(JSON.stringify({ level, time, ...fields, msg })));
  };
  return {
    debug: lineOf("debug"),
    info: lineOf("info"),
    warn: lineOf("warn"),
    error: lineOf("error"),
    ...secrets,
    flush: async () => undefined,
  };
}
