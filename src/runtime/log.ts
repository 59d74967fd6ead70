import { type Clock, systemClock } from "./clock.ts";
import { once } from "./once.ts";
import { redaction } from "./redact.ts";
import { errorWritten, writeError } from "./standard-error.ts";

/** Log levels, least to most severe, and `silent` (docs/configuration.md, COLDROUTE_LOG_LEVEL). */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
type Severity = "debug" | "info" | "warn" | "error";

/** `fields` hold no personal data and no package number (G-privacy). The log redacts secrets, too. */
export interface Log extends Record<Severity, (fields: Record<string, unknown>, message: string) => void> {
  /** Redacts `secret` if it has 12 characters or more. Call it at each use: the log knows only the last eight. */
  conceal(secret: string): void;
  redact(text: string): string;
  /** Waits until every line is written or lost, and at most one second for a stuck reader. */
  flush(): Promise<void>;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly clock?: Clock;
  /** Receives each JSON line. Default: standard error. */
  readonly write?: (line: string) => void;
}

/** Writes JSON lines. The first line that passes the level loads pino. */
export function createLog({ level, clock = systemClock, write = writeError }: LogOptions): Log {
  const threshold = LOG_LEVELS.indexOf(level);
  const secrets = redaction();
  const load = once(async () => {
    const { pino } = await import("pino");
    const output = { write: (line: string) => write(secrets.redact(line.trimEnd())) };
    return { logger: pino({ level, base: { pid: process.pid }, timestamp: false }, output) };
  });
  let logged = Promise.resolve();
  const logAt =
    (severity: Severity) =>
    (fields: Record<string, unknown>, message: string): void => {
      if (LOG_LEVELS.indexOf(severity) < threshold) return;
      const line = { time: new Date(clock.nowMs()).toISOString(), ...fields };
      logged = load().then(({ logger }) => logger[severity](line, message));
    };
  return {
    debug: logAt("debug"),
    info: logAt("info"),
    warn: logAt("warn"),
    error: logAt("error"),
    ...secrets,
    flush: async () => {
      await logged;
      await errorWritten();
    },
  };
}

/** Engine errors whose messages name code, never data. */
const CODE_ERRORS: ReadonlySet<string> = new Set(["TypeError", "ReferenceError", "RangeError"]);

/** Includes the message of an engine error alone: others may quote a secret. */
export function defectFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: typeof error };
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    error: error.name,
    ...(CODE_ERRORS.has(error.name) ? { cause: error.message } : {}),
    stack: frames.map((line) => line.trim()),
  };
}
