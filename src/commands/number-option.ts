import { UsageError } from "./command.ts";

/** The highest port number. */
export const MAX_PORT = 65_535;

/** Reads a whole number from an option, or `fallback` if it is missing. Throws `UsageError` for anything else. */
export function readNumber(option: string, value: string | boolean | undefined, fallback: number, max: number): number {
  if (value === undefined) return fallback;
  const number = typeof value === "string" && /^[0-9]{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (number <= max) return number;
  throw new UsageError(`${option} should be a whole number from 0 to ${max}`);
}
