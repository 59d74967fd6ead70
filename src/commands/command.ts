import type { ParseArgsConfig } from "node:util";
import type { Environment } from "../config/environment.ts";

/** The input of a command. */
export interface Invocation {
  readonly environment: Environment;
  /** The file that node runs. A further coldroute process starts from it, too. */
  readonly mainFile: string;
  /** The caller gave `--sandbox`. */
  readonly sandbox: boolean;
  /** The command's own options, as parsed by `node:util`. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** One command: one file beside this one. */
export interface Command {
  /** The text of `--help`. */
  readonly usage: string;
  /** Its options, besides --sandbox, --help and --version. */
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Serves until it is told to end: no state of standard output holds it up or ends it. */
  readonly isServer?: true;
  /** The most positional arguments it takes. */
  readonly maxPositionals: number;
  /** Resolves with the exit code. Throws `UsageError` for arguments that make no sense. */
  run(invocation: Invocation): Promise<number>;
}

/** The arguments make no sense: exit 2, with this message on standard error. */
export class UsageError extends Error {}

export const MAX_PORT = 65_535;

/** Reads a whole number from an option, or `fallback` if it is missing. Throws `UsageError` for anything else. */
export function readNumber(option: string, value: string | boolean | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= max) return number;
  throw new UsageError(`${option} should be a whole number from 0 to ${max}`);
}
