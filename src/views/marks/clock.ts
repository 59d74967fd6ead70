import { weekday } from "../../domain/calendar.ts";
import { readDatetime, timestampMs } from "../../domain/datetime.ts";

/** The clock of a zone; undefined for a zone that this machine does not know. */
function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // Swedes write `2026-11-26 07:36`.
    return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  } catch {
    return undefined;
  }
}

export function isZone(zone: string): boolean {
  return clockOf(zone) !== undefined;
}

/** A moment as the wall clock of a zone shows it, in milliseconds as if it were UTC; in UTC for an unknown zone. */
export function wallMs(instant: string, zone: string): number | undefined {
  const ms = timestampMs(instant);
  return ms === undefined ? undefined : (writtenMs(clockOf(zone)?.format(ms)) ?? ms);
}

/** A datetime without its zone, as written; undefined for what is none. */
export function writtenMs(datetime: unknown): number | undefined {
  return readDatetime(datetime)?.wallMs;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of wall-clock milliseconds. */
export function clockLabel(ms: number): string {
  const written = new Date(ms).toISOString();
  return `${dayLabel(written)} ${written.slice(11, 16)}`;
}

/** `Thu 11-26 16:30` on a zone's clock; a text that is no time stays as it is. */
export function dayClock(instant: string, zone: string): string {
  const ms = wallMs(instant, zone);
  return ms === undefined ? instant : clockLabel(ms);
}
