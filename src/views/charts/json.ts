import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/collections.ts";
import { type JsonRecord as Json, numberOrNull, recordOf, textOf } from "../../domain/record.ts";

export type { Json };

export function membersOf(value: unknown): Json {
  return recordOf(value) ?? {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter((item): item is Json => typeof item === "object" && item !== null);
}

/** A text, number or flag as cleaned text. Anything else gives an empty text. */
export function shownText(value: unknown, maxChars: number = 80): string {
  return cleanText(textOf(value), maxChars);
}

export function textsOf(value: unknown): readonly string[] {
  return compact(...listOf(value).map((item) => shownText(item, 200)));
}

/** Up to a billion. No hours, minutes, prices or counts exceed a billion, and a date can be as many hours away. */
export function numberOf(value: unknown): number | undefined {
  const number = numberOrNull(value);
  return number !== null && Math.abs(number) <= 1e9 ? number : undefined;
}

/** True unless the name is of another country. The table of `domain/country.ts` would add 14 kB to the page. */
export function isInUs(country: unknown): boolean {
  return /^(?:|USA?|U\.S\.(?:A\.)?|United States.*)$/i.test(shownText(country));
}

export function countsIn(value: unknown): readonly (readonly [name: string, count: number])[] {
  return Object.entries(membersOf(value)).flatMap(([name, count]) => {
    return typeof count === "number" ? [[shownText(name, 40), count] as const] : [];
  });
}
