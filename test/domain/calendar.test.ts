import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dateToUtcMs, utcDate, weekday } from "../../src/domain/calendar.ts";

const DAY_MS = 86_400_000;

/** The instants of days in the years 1 to 9999. */
const days = fc
  .integer({ min: Date.parse("0001-01-01") / DAY_MS, max: Date.parse("9998-12-31") / DAY_MS })
  .map((day) => day * DAY_MS);

test("reads each date of the calendar, counts days from it, and names its weekday", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -300, max: 300 }), (ms, count) => {
      fc.pre(ms + count * DAY_MS >= Date.parse("0001-01-01"));
      const date = utcDate(ms);
      expect(dateToUtcMs(date)).toBe(ms);
      expect(dateToUtcMs(addDays(date, count))).toBe(ms + count * DAY_MS);
      expect(weekday(date)).toBe(new Date(ms).toLocaleDateString("en-US", { weekday: "short", timeZone: "UTC" }));
    }),
  );
});

test.each([
  ...["2026-02-30", "2025-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32"],
  ...["2026-7-1", "20260701", "x2026-07-10", "2026-07-100", "tomorrow", ""],
])("%j is no date, and no days are added to it", (text) => {
  expect([dateToUtcMs(text), weekday(text)]).toEqual([undefined, undefined]);
  expect(() => addDays(text, 1)).toThrow(new RangeError(`not a calendar date: ${text}`));
});
