import { cleanText } from "./clean.ts";

/** A JSON object of the service, or for it. An answer keeps every field as sent: none but the checked ones is certain. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The most members that one level of a row shows, and the deepest nesting. */
const MAX_FIELDS = 12;
const MAX_DEPTH = 3;
/** The same of a whole record: more scans than any package has. */
const MAX_RECORD_MEMBERS = 1000;
const MAX_RECORD_DEPTH = 5;
const MAX_NAME_CHARS = 60;

/** The fields of a record but those in `except`: at most twelve, every string cleaned. */
export function ownFields(record: JsonRecord, except: readonly string[] = []): Record<string, unknown> {
  return cleanFields(
    Object.entries(record).filter(([name]) => !except.includes(name)),
    MAX_FIELDS,
    MAX_DEPTH,
  );
}

/** A whole record of the service, for `detail: "full"`: more members and levels than any in the specification. */
export function wholeRecord(record: JsonRecord): Record<string, unknown> {
  return cleanFields(Object.entries(record), MAX_RECORD_MEMBERS, MAX_RECORD_DEPTH);
}

/** A JSON value of the service, bounded: strings cleaned, at most `most` members a level, `depth` levels. */
export function plainValue(value: unknown, depth: number = MAX_DEPTH, most: number = MAX_FIELDS): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value ?? null;
  if (depth === 0) return "…";
  if (Array.isArray(value)) return value.slice(0, most).map((item) => plainValue(item, depth - 1, most));
  return cleanFields(Object.entries(value), most, depth - 1);
}

function cleanFields(entries: readonly (readonly [string, unknown])[], most: number, depth: number) {
  return Object.fromEntries(
    entries.slice(0, most).map(([name, value]) => [cleanText(name, MAX_NAME_CHARS), plainValue(value, depth, most)]),
  );
}

/** `value` where it is a JSON object. */
export function recordOf(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/**
 * The text of a value that should be a string: a number or boolean in digits or words, nothing for all else. Runs no
 * code of the value: `{"toString":1}` makes `String()` throw.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

/** A value of the service as cleaned text; null where there is none. */
export function textOrNull(value: unknown): string | null {
  return cleanText(textOf(value)) || null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function flagOrNull(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}
