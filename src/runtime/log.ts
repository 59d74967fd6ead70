import { type Clock, systemClock } from "./clock.ts";
import { Redaction } from "./redact.ts";
import { errorWritten, writeError } from "./standard-error.ts";

/** Log levels by name, least to most severe, with the numbers of pino (docs/configuration.md, COLDROUTE_LOG_LEVEL). */
const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 70 };
export type LogLevel = keyof typeof LEVELS;
export const LOG_LEVELS = Object.keys(LEVELS) as readonly LogLevel[];
type Severity = "debug" | "info" | "warn" | "error";

/**
 * Structured log. `fields` must hold no address, name, phone, e-mail, package number or URL path with one
 * (G-privacy); secrets are replaced as a last guard.
 */
export interface Log extends Record<Severity, (fields: Record<string, unknown>, message: string) => void> {
  /** From now on `secret` (a client secret, an access token) appears in no line; call it again whenever it is used. */
  conceal(secret: string): void;
  /** `text` with every concealed secret replaced. */
  redact(text: string): string;
  /** Resolves when every line so far is written or lost, after one second at the latest. */
  flush(): Promise<void>;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly clock?: Clock;
  /** Takes one JSON line. Without it lines go to standard error. */
  readonly write?: (line: string) => void;
}

/** Log to standard error as JSON lines, as pino writes them: `level` (a number), `pid`, `time`, the fields, `msg`. */
export function createLog({ level, clock = systemClock, write = writeError }: LogOptions): Log {
  const { pid } = process;
  const secrets = new Redaction();
  const at =
    (severity: Severity) =>
    (fields: Record<string, unknown>, msg: string): void => {
      if (LEVELS[severity] < LEVELS[level]) return;
      const time = new Date(clock.nowMs()).toISOString();
      write(secrets.redact(JSON.stringify({ level: LEVELS[severity], pid, time, ...fields, msg })));
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    conceal: (secret) => secrets.conceal(secret),
    redact: (text) => secrets.redact(text),
    flush: errorWritten,
  };
}
