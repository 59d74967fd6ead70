import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dateToUtcMs, utcDate, weekday } from "../../src/domain/calendar.ts";

const day = fc.date({
  min: new Date("0000-01-02T00:00:00Z"),
  max: new Date("9999-12-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("calendar dates", () => {
  test.each([
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "2025-02-29",
    "2026-7-1",
    "20260701",
    "x2026-07-10",
    "2026-07-100",
    "tomorrow",
    "",
  ])("refuses %j", (text) => {
    expect(dateToUtcMs(text)).toBeUndefined();
    expect(weekday(text)).toBeUndefined();
  });

  test("agrees with ISO timestamps on every day", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 20 }), (at, days) => {
        const date = at.toISOString().slice(0, 10);
        expect(utcDate(at.getTime())).toBe(date);
        expect(dateToUtcMs(date)).toBe(Date.parse(`${date}T00:00:00Z`));
        fc.pre(at.getTime() + days * 86_400_000 > Date.parse("0000-01-01T00:00:00Z"));
        expect(Date.parse(`${addDays(date, days)}T00:00:00Z`) - Date.parse(`${date}T00:00:00Z`)).toBe(
          days * 86_400_000,
        );
      }),
    );
  });

  test("names the weekday", () => {
    const week = [5, 6, 7, 8, 9, 10, 11].map((day) => weekday(`2026-07-${String(day).padStart(2, "0")}`));
    expect(week).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    expect(weekday("2024-02-29")).toBe("Thu");
  });

  test("adds no days to what is no date, and says what it was given", () => {
    expect(() => addDays("2026-02-30", 1)).toThrow(new RangeError("not a calendar date: 2026-02-30"));
  });
});
