import { weekday } from "../../domain/calendar.ts";

/** `Thu 11-26` of a date, or of a datetime that opens with one. */
export function dayLabel(date: string): string {
  return `${weekday(date.slice(0, 10)) ?? ""} ${date.slice(5, 10)}`.trim();
}

/** `Thu 11-26 16:30` of a datetime as written. */
export function clockLabel(written: string): string {
  return `${dayLabel(written)} ${written.slice(11, 16)}`.trim();
}
