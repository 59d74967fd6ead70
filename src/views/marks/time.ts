import { shortDay } from "../../domain/calendar.ts";
import { utcMinute } from "../../domain/datetime.ts";

export function later(ms: number | undefined, byMs: number | undefined): number | undefined {
  return ms === undefined || byMs === undefined ? undefined : ms + byMs;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(written: string): string {
  return shortDay(written.slice(0, 10)) ?? "";
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}

export function utcLabel(timestamp: string): string {
  return utcMinute(timestamp) ?? timestamp;
}
