import { cleanText } from "./clean.ts";

/** A JSON object from the service or for it. An answer keeps fields as sent; a schema checks only some of them. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Limits on a service value in an answer: members per level, levels, and characters in total. */
interface Bounds {
  readonly members: number;
  readonly depth: number;
  readonly chars: number;
}

const ROW: Bounds = { members: 12, depth: 3, chars: 400 };
/** Holds more scans than any package has. */
const WHOLE_RECORD: Bounds = { members: 1000, depth: 5, chars: 100_000 };
const MAX_FIELD_NAME_CHARS = 60;
/** The fields that identify a record. They come first, so that the limits never cut them off. */
const IDENTIFYING_FIELDS = new Set(["zip", "temperatureLevel"]);

/** The fields of a record without those in `except`, cut to the limits of a row, with every string cleaned. */
export function ownFields(record: JsonRecord, except: readonly string[] = []): Record<string, unknown> {
  const entries = Object.entries(record).filter(([name]) => !except.includes(name));
  const ordered = entries.toSorted(([a], [b]) => Number(IDENTIFYING_FIELDS.has(b)) - Number(IDENTIFYING_FIELDS.has(a)));
  return cleaner(ROW).fields(ordered, ROW.depth);
}

/** A whole record, cleaned, for `detail: "full"`. The limits exceed any record in the specification. */
export function wholeRecord(record: JsonRecord): Record<string, unknown> {
  return cleaner(WHOLE_RECORD).fields(Object.entries(record), WHOLE_RECORD.depth);
}

/** A JSON value, cut to the limits of a row, with every string cleaned. */
export function plainValue(value: unknown): unknown {
  return cleaner(ROW).value(value, ROW.depth);
}

/** Cleans values and leaves out everything beyond the limits (G-untrusted). */
function cleaner({ members, chars }: Bounds) {
  let room = chars;
  const text = (sent: string, maxChars?: number): string => {
    const clean = cleanText(sent, maxChars);
    room -= clean.length + 1;
    return clean;
  };
  const value = (sent: unknown, depth: number): unknown => {
    if (typeof sent === "string") return text(sent);
    if (typeof sent !== "object" || sent === null) return sent ?? null;
    if (depth === 0) return "…";
    if (!Array.isArray(sent)) return fields(Object.entries(sent), depth - 1);
    return sent.slice(0, members).flatMap((item) => (hasRoom() ? [value(item, depth - 1)] : []));
  };
  const hasRoom = (): boolean => {
    room -= 4;
    return room > 0;
  };
  const fields = (entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> =>
    Object.fromEntries(
      entries
        .slice(0, members)
        .flatMap(([name, sent]) =>
          hasRoom() ? [[text(name, MAX_FIELD_NAME_CHARS), value(sent, depth)] as const] : [],
        ),
    );
  return { fields, value };
}

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
