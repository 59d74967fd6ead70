import { cleanText } from "./clean.ts";

/** A JSON object from the service or for it. An answer keeps fields as sent; a schema checks only some of them. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/** Undefined, which JSON cannot hold, means that the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function jsonMembers(text: string): Readonly<Record<string, unknown>> {
  return recordOf(parseJson(text)) ?? {};
}

/** A string, number or boolean as text; empty for other values. Unlike `String()`, it runs no code of the value. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

/** Cleaned text; null if nothing remains. */
export function textOrNull(value: unknown, maxChars?: number): string | null {
  return cleanText(textOf(value), maxChars) || null;
}

/** Also reads a number in quotation marks: `"24.37"`. */
export function numberOrNull(value: unknown): number | null {
  const number = typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function flagOrNull(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** Drops undefined members, which `exactOptionalPropertyTypes` distinguishes from absent ones. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function defined(members: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) present[name] = value;
  return present;
}
