import { weekday } from "../../domain/calendar.ts";
import { timestampMs, utcTimestamp } from "../../domain/datetime.ts";

/** A moment later by `byMs`; undefined if either is unknown. */
export function later(ms: number | undefined, byMs: number | undefined): number | undefined {
  return ms === undefined || byMs === undefined ? undefined : ms + byMs;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}

/** `2026-11-23 08:03Z` of a timestamp; another text as it is. */
export function utcLabel(timestamp: string): string {
  const ms = timestampMs(timestamp);
  return ms === undefined ? timestamp : `${utcTimestamp(ms).slice(0, 16).replace("T", " ")}Z`;
}
