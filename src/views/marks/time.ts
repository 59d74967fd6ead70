import { weekday } from "../../domain/calendar.ts";
import { readDatetime, timestampMs } from "../../domain/datetime.ts";

/** A moment on the wall clock of a zone, in milliseconds as if it were UTC; undefined for a zone that is not known here. */
export function wallMs(instant: string, zone: string): number | undefined {
  const ms = timestampMs(instant);
  try {
    // Swedes write `2026-11-26 07:36:00`.
    return ms === undefined ? undefined : writtenMs(new Date(ms).toLocaleString("sv-SE", { timeZone: zone }));
  } catch {
    return undefined;
  }
}

/** A datetime without its zone, as written; undefined for what is none. */
export function writtenMs(datetime: unknown): number | undefined {
  return readDatetime(datetime)?.wallMs;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}
