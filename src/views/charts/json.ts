import { cleanText } from "../../domain/clean.ts";
import { compact } from "../../domain/compact.ts";
import { type JsonRecord as Json, numberOrNull, recordOf, textOf } from "../../domain/record.ts";
import { joined } from "./answer-chart.ts";

export type { Json };

export function membersOf(value: unknown): Json {
  return recordOf(value) ?? {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects in a list. */
export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter((each): each is Json => typeof each === "object" && each !== null);
}

/** A text, number or flag as cleaned text. Anything else gives an empty text. */
export function shownText(value: unknown, maxChars: number = 80): string {
  return cleanText(textOf(value), maxChars);
}

export function textsOf(value: unknown): readonly string[] {
  return compact(...listOf(value).map((each) => shownText(each, 200)));
}

export function numberOf(value: unknown): number | undefined {
  return numberOrNull(value) ?? undefined;
}

/** True unless a record names another country. */
export function isInUs(country: unknown): boolean {
  return /^(?:|USA?|U\.S\.(?:A\.)?|United States.*)$/i.test(shownText(country));
}

export type Counts = readonly (readonly [name: string, count: number])[];

export function countsIn(value: unknown): Counts {
  return Object.entries(membersOf(value)).flatMap(([name, count]) => {
    return typeof count === "number" ? [[shownText(name, 40), count] as const] : [];
  });
}

/** `Memphis, TN` of an address, a scan or an end of a plan. */
export function cityLabel(place: unknown): string {
  const { city, state } = membersOf(place);
  return joined([shownText(city), shownText(state)]);
}

/** `riskLevel Low, score 3`: the plain members of a record, except those in `without`. */
export function membersText(record: Json, ...without: readonly string[]): string {
  const plain = Object.entries(record).filter(([name, value]) => {
    return !without.includes(name) && textOf(value) !== "";
  });
  return plain.map(([name, value]) => `${shownText(name, 40)} ${shownText(value, 60)}`).join(", ");
}
