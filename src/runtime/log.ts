import type { Logger } from "pino";
import { type Clock, systemClock } from "./clock.ts";
import { redaction } from "./redact.ts";
import { errorWritten, writeError } from "./standard-error.ts";

/** Log levels, least to most severe, and `silent` (docs/configuration.md, COLDROUTE_LOG_LEVEL). */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
type Severity = "debug" | "info" | "warn" | "error";

/** Structured log. `fields` hold no personal data and no package number (G-privacy). A last guard replaces secrets. */
export interface Log extends Record<Severity, (fields: Record<string, unknown>, message: string) => void> {
  /** From now on `secret` appears in no line. Call it again whenever the secret is used. */
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

/** Log to standard error as JSON lines. The first line that the level lets through loads pino. */
export function createLog(options: LogOptions): Log {
  const clock = options.clock ?? systemClock;
  const threshold = LOG_LEVELS.indexOf(options.level);
  const secrets = redaction();
  let logger: Logger | undefined;
  let loading: Promise<void> | undefined;
  const waiting: (() => void)[] = [];

  const load = async (): Promise<void> => {
    const { pino } = await import("pino");
    const write = options.write ?? writeError;
    logger = pino(
      { level: options.level, base: { pid: process.pid }, timestamp: false },
      { write: (line: string) => write(secrets.redact(line.trimEnd())) },
    );
    for (const emit of waiting.splice(0)) emit();
  };

  const at =
    (severity: Severity) =>
    (fields: Record<string, unknown>, message: string): void => {
      if (LOG_LEVELS.indexOf(severity) < threshold) return;
      const line = { time: new Date(clock.nowMs()).toISOString(), ...fields };
      if (logger === undefined) {
        waiting.push(() => logger?.[severity](line, message));
        loading ??= load();
        return;
      }
      logger[severity](line, message);
    };

  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    ...secrets,
    flush: async () => {
      await loading;
      await errorWritten();
    },
  };
}
