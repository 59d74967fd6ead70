import type { z } from "zod";
import { addDays, dateToUtcMs, utcDate } from "../domain/calendar.ts";

const INCHES = { mm: 1 / 25.4, cm: 1 / 2.54, m: 1 / 0.0254, in: 1, inch: 1, inches: 1, '"': 1, ft: 12, feet: 12 };
const POUNDS = { g: 1 / 453.592_37, kg: 1 / 0.453_592_37, oz: 1 / 16, lb: 1, lbs: 1, pound: 1, pounds: 1 };

/** A correction computed from a refused value: `11.8 (inches)`. Undefined where nothing is certain. */
export function correctionOf(
  parameter: string,
  value: unknown,
  issue: z.core.$ZodIssue,
  nowMs: number,
): string | undefined {
  if (issue.code === "invalid_value" && value !== undefined) return JSON.stringify(issue.values[0]);
  // A value that conflicts with another argument has no correction of its own.
  const isForm = issue.code === "invalid_type" || (issue.code === "custom" && issue.params?.["isFormat"] === true);
  if (typeof value !== "string" || !isForm) return undefined;
  if (issue.code === "invalid_type" && issue.expected === "boolean") return flag(value);
  if (/^(?:length|width|height)$/.test(parameter)) return measure(value, INCHES, "inches");
  if (parameter === "weight") return measure(value, POUNDS, "pounds");
  if (/^(?:days|limit)$/.test(parameter)) return /\d+/.exec(value)?.[0];
  // Only five-day risk has this parameter, and its forecasts start tomorrow.
  if (parameter === "date" && /^\s*today\s*$/i.test(value)) {
    return `${addDays(utcDate(nowMs), 1)} (forecasts start tomorrow), or for today use check_heat_alerts`;
  }
  return /date/i.test(parameter) ? dateOf(value.trim().toLowerCase(), utcDate(nowMs)) : undefined;
}

function flag(text: string): string | undefined {
  if (/^\s*(?:true|yes|y|on|1)\s*$/i.test(text)) return "true";
  return /^\s*(?:false|no|n|off|0)\s*$/i.test(text) ? "false" : undefined;
}

function measure(text: string, units: Readonly<Record<string, number>>, unit: string): string | undefined {
  const [, digits, given = ""] = /^\s*(\d+(?:[.,]\d+)?)\s*([a-z"]+)\.?\s*$/i.exec(text) ?? [];
  const factor = units[given.toLowerCase()];
  if (digits === undefined || factor === undefined) return undefined;
  return `${Number((Number(digits.replace(",", ".")) * factor).toFixed(1))} (${unit})`;
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The date meant by `tomorrow`, `Friday`, `2026/11/26` or `11/26/2026`. Both dates where two are possible. */
function dateOf(words: string, today: string): string | undefined {
  if (words === "today") return today;
  if (words === "tomorrow") return addDays(today, 1);
  const weekday = WEEKDAYS.findIndex((day) => words === day || words === day.slice(0, 3) || words === `next ${day}`);
  if (weekday !== -1) {
    const now = new Date(dateToUtcMs(today) ?? 0).getUTCDay();
    return addDays(today, (weekday - now + 7) % 7 || 7);
  }
  const numbers = words.replace(/t.*$/, "").split(/[/.-]/);
  const [first = "", second = "", third = ""] = numbers.map((number) => number.padStart(2, "0"));
  const readings = [[first, second, third].join("-"), `${third}-${first}-${second}`, `${third}-${second}-${first}`];
  const dates = readings.filter((date) => dateToUtcMs(date) !== undefined);
  return numbers.length === 3 && dates.length > 0 ? [...new Set(dates)].join(" or ") : undefined;
}
