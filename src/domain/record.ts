import { cleanText } from "./clean.ts";

/** A JSON object of the service, or for it. An answer keeps every field as sent: none but the checked ones is certain. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The bounds of a value of the service in an answer: members of a level, levels, and characters in all. */
interface Bounds {
  readonly members: number;
  readonly depth: number;
  readonly chars: number;
}

const ROW: Bounds = { members: 12, depth: 3, chars: 400 };
/** Room for more scans than any package has. */
const WHOLE_RECORD: Bounds = { members: 1000, depth: 5, chars: 100_000 };
const MAX_FIELD_NAME_CHARS = 60;
/** The fields that say what a record is about: they stand in its row whatever is left out. */
const FIRST = new Set(["zip", "temperatureLevel"]);

/** The fields of a record but those in `except`, bounded as a row is: every string cleaned. */
export function ownFields(record: JsonRecord, except: readonly string[] = []): Record<string, unknown> {
  const entries = Object.entries(record).filter(([name]) => !except.includes(name));
  const ordered = entries.toSorted(([a], [b]) => Number(FIRST.has(b)) - Number(FIRST.has(a)));
  return cleaner(ROW).fields(ordered, ROW.depth);
}

/** A whole record of the service, for `detail: "full"`: more members and levels than any in the specification. */
export function wholeRecord(record: JsonRecord): Record<string, unknown> {
  return cleaner(WHOLE_RECORD).fields(Object.entries(record), WHOLE_RECORD.depth);
}

/** A JSON value of the service, bounded as a row is: every string cleaned. */
export function plainValue(value: unknown): unknown {
  return cleaner(ROW).value(value, ROW.depth);
}

/** Cleans values and leaves out what is beyond their bounds (G-untrusted). */
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

/** `value` where it is a JSON object. */
export function recordOf(value: unknown): JsonRecord | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonRecord) : undefined;
}

/** The value of JSON text; undefined for any other text, since JSON has no such value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of a JSON object, by name; none where the text is anything else. */
export function jsonMembers(text: string): Readonly<Record<string, unknown>> {
  return recordOf(parseJson(text)) ?? {};
}

/** The text of a string, number or boolean; else empty. Unlike `String()`, runs no code of the value. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? `${value}` : "";
}

/** A value of the service as cleaned text; null where there is none. */
export function textOrNull(value: unknown, maxChars?: number): string | null {
  return cleanText(textOf(value), maxChars) || null;
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function flagOrNull(value: unknown): boolean | null {
  return typeof value === "boolean" ? value : null;
}

/** `members` without those that are undefined; `exactOptionalPropertyTypes` distinguishes these from absent ones. */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> };
export function defined(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
