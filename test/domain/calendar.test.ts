import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dateToUtcMs, utcDate, weekday } from "../../src/domain/calendar.ts";

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

/** Whether the Gregorian calendar has such a day, counted out by hand. */
function exists(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

/** Sakamoto's rule for the day of the week, 0 for Sunday. */
function dayOfWeek(year: number, month: number, day: number): number {
  const shifted = month < 3 ? year - 1 : year;
  const offset = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0;
  return (shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + offset + day) % 7;
}

const triple = fc.tuple(
  fc.oneof(fc.constantFrom(1900, 2000, 2024, 2026, 2100), fc.integer({ min: 1, max: 9999 })),
  fc.integer({ min: 0, max: 13 }),
  fc.oneof(fc.constantFrom(0, 28, 29, 30, 31, 32), fc.integer({ min: 0, max: 40 })),
);

test("accepts the dates of the calendar, and nothing else", () => {
  fc.assert(
    fc.property(triple, ([year, month, day]) => {
      const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
      const ms = dateToUtcMs(date);
      expect(ms !== undefined).toBe(exists(year, month, day));
      if (ms === undefined) return;
      expect(utcDate(ms)).toBe(date);
      expect(weekday(date)).toBe(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][dayOfWeek(year, month, day)]);
    }),
    { numRuns: 2_000 },
  );
});

test("adds and subtracts days without leaving one out", () => {
  fc.assert(
    fc.property(triple, fc.integer({ min: -800, max: 800 }), ([year, month, day], days) => {
      fc.pre(exists(year, month, day) && year > 10 && year < 9990);
      const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
      const there = addDays(date, days);
      expect(addDays(there, -days)).toBe(date);
      expect(Math.sign(there < date ? -1 : there > date ? 1 : 0)).toBe(Math.sign(days));
      expect(addDays(addDays(date, days), 1)).toBe(addDays(date, days + 1));
    }),
  );
});

test("reads no other text as a date, and adds no days to it", () => {
  for (const text of ["2026-7-1", "20260701", "x2026-07-10", "2026-07-100", "tomorrow", ""]) {
    expect([dateToUtcMs(text), weekday(text)]).toEqual([undefined, undefined]);
  }
  expect(() => addDays("2026-02-30", 1)).toThrow(new RangeError("not a calendar date: 2026-02-30"));
});
