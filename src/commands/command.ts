import type { ParseArgsConfig } from "node:util";
import type { Environment } from "../config/environment.ts";
import { nearest } from "../domain/nearest.ts";

export interface Invocation {
  readonly environment: Environment;
  /** The file that node runs. `demo` starts its server process from this file. */
  readonly mainFile: string;
  readonly sandbox: boolean;
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** A command. Each has its own file in this folder. */
export interface Command {
  readonly usage: string;
  /** A more special text of `--help` for these arguments, if there is one. */
  help?(invocation: Invocation): Promise<string | undefined>;
  /** Besides those of every command. */
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** A server neither waits for its standard output, nor ends if that output fails. */
  readonly isServer?: true;
  readonly maxPositionals: number;
  /** Resolves with the exit code. Rejects with `UsageError` for invalid arguments. */
  run(invocation: Invocation): Promise<number>;
}

/** The process prints this message on standard error and exits with 2. */
export class UsageError extends Error {}

/** Names the word that was probably meant, else all. */
export function noSuch(kind: string, word: string, names: readonly string[]): UsageError {
  const meant = nearest(word, names);
  const hint = meant === undefined ? `there are ${names.join(", ")}` : `did you mean ${meant}?`;
  return new UsageError(`there is no ${kind} ${word}; ${hint}`);
}

export const MAX_PORT = 65_535;

export function readNumber(option: string, value: string | boolean | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= max) return number;
  throw new UsageError(`${option} should be a whole number from 0 to ${max}`);
}
