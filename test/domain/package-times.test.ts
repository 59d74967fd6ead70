import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utcTimestamp } from "../../src/domain/datetime.ts";
import { readDayOrMoment, slipHours, startOf } from "../../src/domain/due.ts";
import { hasPassed } from "../../src/domain/package-times.ts";
import { oldestFirst, scanTime } from "../../src/domain/scan-time.ts";
import { hoursText, toHours } from "../../src/domain/time-units.ts";

const hoursFrom = (from: unknown, to: unknown) => slipHours(readDayOrMoment(from), readDayOrMoment(to), undefined);
const isPast = (sent: unknown, zone: string | undefined, atMs: number) =>
  hasPassed(startOf(readDayOrMoment(sent)), zone, atMs);

const HOUR_MS = 3_600_000;
const wall = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

describe("differences of a package's datetimes", () => {
  test("[2.9-slip] are wall-clock hours, whatever the season", () => {
    expect(hoursFrom("2026-07-08T12:00:00", "2026-07-09T12:00:00")).toBe(24);
    // Most clocks change in this night, but it is still 24 h by wall clocks.
    expect(hoursFrom("2026-03-07T12:00:00", "2026-03-08T12:00:00")).toBe(24);
    expect(hoursFrom("2026-07-09T12:00:00", "2026-07-09T09:41:00")).toBe(-2.3);
  });

  test.each([
    [null, "2026-07-09T12:00:00"],
    ["2026-07-09T12:00:00", "2026-07-09T12:00:00Z"],
    // Before 2000: a placeholder for a time that was not set.
    ["0001-01-01T00:00:00", "2026-07-09T12:00:00"],
    ["2026-07-09T12:00:00", "1999-12-31T23:59:59"],
  ])("are null between %j and %j", (from, to) => {
    expect(hoursFrom(from, to)).toBeNull();
  });

  test("are differences of instants where both name their offset", () => {
    expect(hoursFrom("2026-07-09T12:00:00-04:00", "2026-07-09T18:30:00Z")).toBe(2.5);
  });

  test("never round a small difference to zero", () => {
    expect([toHours(1), toHours(-1), toHours(0), toHours(HOUR_MS)]).toEqual([0.1, -0.1, 0, 1]);
  });

  test("are written in hours up to 48, then in days, and in whole days beyond ten", () => {
    const texts = [48, -48.1, 240, 240.1, 2_001].map((hours) => hoursText(hours));
    expect(texts.join(", ")).toBe("48 h, 2 days, 10 days, 10 days, 83 days");
  });
});

describe("whether a package's datetime has passed", () => {
  test("[2.9-no-zone] is judged for all zones from Guam to American Samoa if none is known", () => {
    fc.assert(
      fc.property(wall, fc.integer({ min: -20 * HOUR_MS, max: 20 * HOUR_MS }), (scheduled, offset) => {
        const expected = offset > 11 * HOUR_MS ? true : offset > -10 * HOUR_MS ? null : false;
        expect(isPast(written(scheduled), undefined, scheduled + offset)).toBe(expected);
      }),
    );
  });

  test.each([
    // Unknown from the moment it passes in Guam until it has passed in American Samoa.
    ["2026-07-09T12:00:00", undefined, false, "2026-07-09T02:00:00.000Z", null],
    ["2026-07-09T12:00:00", undefined, null, "2026-07-09T23:00:00.000Z", true],
    ["2026-07-10", undefined, false, "2026-07-09T14:00:00.000Z", null],
    ["2000-01-01", undefined, null, "2000-01-01T11:00:00.000Z", true],
    ["2026-07-09T12:00:00-04:00", undefined, false, "2026-07-09T16:00:00.000Z", true],
    ["2026-07-10", "America/Chicago", false, "2026-07-10T05:00:00.000Z", true],
    ["2026-07-10T12:00:00-04:00", "America/Chicago", false, "2026-07-10T16:00:00.000Z", true],
    // Shown twice as clocks go back: the first time counts.
    ["2026-11-01T01:30:00", "America/Chicago", false, "2026-11-01T06:30:00.000Z", true],
    // Skipped as clocks go forward: judged for all US zones.
    ["2026-03-08T02:30:00", "America/Chicago", null, "2026-03-08T13:30:00.000Z", true],
  ] as const)("for %j in %s is %s until %s, then %s", (datetime, zone, before, instant, after) => {
    expect(isPast(datetime, zone, Date.parse(instant))).toBe(before);
    expect(isPast(datetime, zone, Date.parse(instant) + 1)).toBe(after);
  });

  test.each([null, undefined, "Thursday", 19_991_231, "0001-01-01T00:00:00", "1970-01-01T00:00:00Z", " 1999-12-31 "])(
    "is unknown for %j",
    (datetime) => {
      for (const zone of [undefined, "America/Chicago"]) {
        expect(isPast(datetime, zone, Date.UTC(2099, 0, 1))).toBeNull();
      }
    },
  );
});

describe("a scan's time", () => {
  test.each([
    ["2026-07-08T22:14:00", "America/Chicago", false, "2026-07-09T03:14:00Z"],
    ["2026-07-08T22:14:00Z", "America/Chicago", false, "2026-07-08T22:14:00Z"],
    ["2026-07-08T22:14:00", "CDT", true, "2026-07-09T03:14:00Z"],
    ["2026-07-08T22:14:00", "CDT", false, undefined],
    ["2026-07-08T22:14:00", undefined, true, undefined],
    // Skipped, and shown twice, as clocks change.
    ["2026-03-08T02:30:00", "America/Chicago", true, undefined],
    ["2026-11-01T01:30:00", "America/Chicago", true, undefined],
    ["yesterday", "America/Chicago", true, undefined],
  ])("[2.9-event.timeZone] %j in %j, beside a US state %s, is %s", (time, zone, isInUs, instant) => {
    const { instantMs } = scanTime(time, zone, isInUs);
    expect(instantMs === undefined ? undefined : utcTimestamp(instantMs)).toBe(instant);
  });

  test("orders by instant even if some are unreadable, and keeps the order of equal ones", () => {
    const times = [
      scanTime("2026-07-08T20:30:00", "America/Los_Angeles", true),
      scanTime("later", "America/New_York", true),
      scanTime("2026-07-08T22:00:00", "America/New_York", true),
      scanTime("sooner", "America/New_York", true),
      scanTime("2026-07-08T21:00:00", "America/Chicago", true),
    ];
    expect(oldestFirst(times)).toEqual([1, 3, 2, 4, 0].map((index) => times[index]));
  });

  test("orders all by wall clock if one zone is unknown, unreadable ones first", () => {
    const times = [
      scanTime("2026-07-08T22:00:00", "Nowhere", true),
      scanTime("2026-07-08T20:30:00", "America/Los_Angeles", true),
      scanTime("later", "America/New_York", true),
    ];
    expect(oldestFirst(times)).toEqual([2, 1, 0].map((index) => times[index]));
  });
});
