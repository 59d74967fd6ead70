import { weekday } from "../../domain/calendar.ts";

/** The latest moment that a date can hold, in milliseconds. */
const LAST_MS = 8.64e15;

/** A moment later by `byMs`; undefined if either is unknown, or no date can hold the sum. */
export function later(ms: number | undefined, byMs: number | undefined): number | undefined {
  if (ms === undefined || byMs === undefined) return undefined;
  return Math.abs(ms + byMs) <= LAST_MS ? ms + byMs : undefined;
}

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}
