import { cleanText } from "../../domain/clean.ts";

/** A JSON object of which nothing is known. */
export type Json = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function recordsOf(value: unknown): readonly Json[] {
  return listOf(value).filter((each): each is Json => typeof each === "object" && each !== null);
}

/** A text or a number as text, cleaned; anything else is empty. */
export function shownText(value: unknown, maxChars: number = 80): string {
  return typeof value === "string" || typeof value === "number" ? cleanText(String(value), maxChars) : "";
}

export function textsOf(value: unknown): readonly string[] {
  const texts = listOf(value).map((each) => shownText(each, 200));
  return texts.filter((text) => text !== "");
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export type Counts = readonly (readonly [name: string, count: number])[];

export function countsOf(value: unknown): Counts {
  return Object.entries(membersOf(value)).flatMap(([name, count]) => {
    return typeof count === "number" ? [[shownText(name, 40), count] as const] : [];
  });
}

/** `riskLevel Low, score 3`: plain members of a record, without those named. */
export function membersText(record: Json, ...without: readonly string[]): string {
  const plain = Object.entries(record).filter(([name, value]) => {
    return !without.includes(name) && ["string", "number", "boolean"].includes(typeof value);
  });
  return plain.map(([name, value]) => `${shownText(name, 40)} ${cleanText(String(value), 60)}`).join(", ");
}
