import { cleanText } from "./clean.ts";
import type { JsonRecord } from "./record.ts";

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
  /** Takes room for the punctuation of one member; false if none is left. */
  const takeMember = (): boolean => {
    room -= 4;
    return room > 0;
  };
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
    const cleaned: unknown[] = [];
    for (const item of sent.slice(0, members)) if (takeMember()) cleaned.push(value(item, depth - 1));
    return cleaned;
  };
  const fields = (entries: readonly (readonly [string, unknown])[], depth: number): Record<string, unknown> => {
    const cleaned: [string, unknown][] = [];
    for (const [name, sent] of entries.slice(0, members)) {
      if (takeMember()) cleaned.push([text(name, MAX_FIELD_NAME_CHARS), value(sent, depth)]);
    }
    return Object.fromEntries(cleaned);
  };
  return { fields, value };
}
