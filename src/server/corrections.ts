import { addDays, dateToUtcMs, utcDate } from "../domain/calendar.ts";

const INCHES: Readonly<Record<string, number>> = {
  mm: 1 / 25.4,
  cm: 1 / 2.54,
  m: 1 / 0.0254,
  in: 1,
  inch: 1,
  inches: 1,
  '"': 1,
  ft: 12,
  feet: 12,
};
const POUNDS: Readonly<Record<string, number>> = {
  g: 1 / 453.592_37,
  kg: 1 / 0.453_592_37,
  oz: 1 / 16,
  lb: 1,
  lbs: 1,
  pound: 1,
  pounds: 1,
};

/** What a refused value probably should be, computed from it: `11.8 (inches)`; undefined where nothing is certain. */
export function correctionOf(parameter: string, value: unknown, nowMs: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const correction = corrected(parameter, value, nowMs);
  // What is wrong beside another argument cannot be mended by sending it again.
  return correction === value ? undefined : correction;
}

function corrected(parameter: string, value: string, nowMs: number): string | undefined {
  const name = parameter.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
  if (/^(?:length|width|height)$/.test(name)) return measure(value, INCHES, "inches");
  if (name === "weight") return measure(value, POUNDS, "pounds");
  // The parameter of the five-day risk, whose forecasts start tomorrow.
  if (name === "date" && /^\s*today\s*$/i.test(value)) {
    return `${addDays(utcDate(nowMs), 1)} (forecasts start tomorrow), or for today use check_heat_alerts`;
  }
  if (/date/i.test(name)) return dateOf(value, utcDate(nowMs));
  if (/^(?:days|limit)$/.test(name)) return /\d+/.exec(value)?.[0];
  return undefined;
}

function measure(text: string, units: Readonly<Record<string, number>>, unit: string): string | undefined {
  const [, digits, given = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*([a-z"]+)\.?\s*$/i.exec(text) ?? [];
  const factor = units[given.toLowerCase()];
  if (digits === undefined || factor === undefined) return undefined;
  return `${Number((Number(digits.replace(",", ".")) * factor).toFixed(1))} (${unit})`;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The date that people mean by `tomorrow`, `Friday`, `11/26/2026` or `Nov 26`; both where there are two. */
function dateOf(text: string, today: string): string | undefined {
  const words = text.trim().toLowerCase();
  if (words === "today") return today;
  if (words === "tomorrow") return addDays(today, 1);
  const weekday = WEEKDAYS.findIndex((day) => words === day || words === day.slice(0, 3) || words === `next ${day}`);
  if (weekday !== -1) return nextWeekday(weekday, today);
  const [, first, second, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(words) ?? [];
  if (first !== undefined && second !== undefined && year !== undefined) {
    const readings = [isoDate(year, first, second), isoDate(year, second, first)];
    return [...new Set(readings.filter((date) => date !== undefined))].join(" or ") || undefined;
  }
  const [, y, m, d] = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:t.*)?$/.exec(words) ?? [];
  if (y !== undefined && m !== undefined && d !== undefined) return isoDate(y, m, d);
  return namedMonth(words, today);
}

function nextWeekday(weekday: number, today: string): string {
  const now = new Date(dateToUtcMs(today) ?? 0).getUTCDay();
  return addDays(today, (weekday - now + 7) % 7 || 7);
}

/** `Nov 26`, `26 November 2026`; without a year the next such date. */
function namedMonth(words: string, today: string): string | undefined {
  const month = MONTHS.findIndex((name) => new RegExp(`\\b${name}`).test(words)) + 1;
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(words)?.[1];
  if (month === 0 || day === undefined) return undefined;
  const year = /\b\d{4}\b/.exec(words)?.[0];
  if (year !== undefined) return isoDate(year, String(month), day);
  const [thisYear, nextYear] = [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1];
  const date = isoDate(String(thisYear), String(month), day);
  return date !== undefined && date >= today ? date : isoDate(String(nextYear), String(month), day);
}

function isoDate(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return dateToUtcMs(date) === undefined ? undefined : date;
}
