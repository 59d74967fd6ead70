import { midnightMs } from "./calendar.ts";
import { HOUR_MS, MINUTE_MS } from "./time-units.ts";

export interface WrittenTime {
  /** The wall clock read as if it were UTC, in milliseconds. */
  readonly wallMs: number;
  /** From UTC; null if the text has none (service.md 2.9: package datetimes carry no zone). */
  readonly offsetMinutes: number | null;
}

const DATETIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads an ISO 8601 date and time, but no bare date. */
export function readDatetime(text: unknown): WrittenTime | undefined {
  if (typeof text !== "string") return undefined;
  const match = DATETIME.exec(text.trim());
  if (match === null) return undefined;
  const dayMs = midnightMs(Number(match[1]), Number(match[2]), Number(match[3]));
  const hours = Number(match[4]);
  const minutes = Number(match[5]);
  const seconds = Number(match[6] ?? 0);
  if (dayMs === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  const offsetMinutes = match[8] === undefined ? null : readOffset(match[8]);
  if (offsetMinutes === undefined) return undefined;
  const fractionMs = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000);
  return { wallMs: dayMs + hours * HOUR_MS + minutes * MINUTE_MS + seconds * 1000 + fractionMs, offsetMinutes };
}

/** Epoch milliseconds; undefined without an offset. */
export function instantOf(time: WrittenTime | undefined): number | undefined {
  if (time === undefined || time.offsetMinutes === null) return undefined;
  return time.wallMs - time.offsetMinutes * MINUTE_MS;
}

/** Epoch milliseconds. A timestamp without an offset is in UTC. */
export function timestampMs(text: unknown): number | undefined {
  const time = readDatetime(text);
  return time && (instantOf(time) ?? time.wallMs);
}

/** The minutes of `Z`, `+05:30` or `-0500`; undefined outside the real offsets, −12:00 to +14:00. */
export function readOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (match === null || Number(match[3]) > 59) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  if (match[1] === "-") return minutes <= 12 * 60 ? -minutes : undefined;
  return minutes <= 14 * 60 ? minutes : undefined;
}

/** `2026-07-09T03:14:00Z`; a fraction only if it is not zero. */
export function utcTimestamp(instantMs: number): string {
  return new Date(instantMs).toISOString().replace(".000Z", "Z");
}

/** `2026-11-23 08:03Z`; undefined if the text is not a timestamp. */
export function utcMinute(timestamp: string): string | undefined {
  const ms = timestampMs(timestamp);
  return ms === undefined ? undefined : `${utcTimestamp(ms).slice(0, 16).replace("T", " ")}Z`;
}
