import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { utcText } from "../../src/domain/datetime.ts";
import { toHours } from "../../src/domain/hours.ts";
import {
  hoursBetween,
  isPlaceholder,
  isReachedAt,
  oldestFirst,
  passedIn,
  reachedIn,
  scanTime,
} from "../../src/domain/package-times.ts";
import { loadZones } from "../../src/domain/zone.ts";

beforeAll(loadZones);

const HOUR_MS = 3_600_000;
const wall = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

describe("differences of a package's datetimes", () => {
  it("[2.9-slip] are wall-clock hours, whatever the season", () => {
    expect(hoursBetween("2026-07-08T12:00:00", "2026-07-09T12:00:00")).toBe(24);
    // A night with a clock change in most zones: still 24 h on the wall.
    expect(hoursBetween("2026-03-07T12:00:00", "2026-03-08T12:00:00")).toBe(24);
    expect(hoursBetween("2026-07-09T12:00:00", "2026-07-09T09:41:00")).toBe(-2.3);
  });

  it("are antisymmetric, and zero only for equal times", () => {
    fc.assert(
      fc.property(wall, wall, (a, b) => {
        const there = hoursBetween(written(a), written(b)) ?? Number.NaN;
        expect(hoursBetween(written(b), written(a))).toBeCloseTo(-there, 5);
        expect(there === 0).toBe(a === b);
        expect(Math.sign(there)).toBe(Math.sign(b - a));
        expect(Math.abs(there - (b - a) / HOUR_MS)).toBeLessThanOrEqual(0.1);
      }),
    );
  });

  it.each([
    [null, "2026-07-09T12:00:00"],
    ["2026-07-09T12:00:00", undefined],
    ["soon", "2026-07-09T12:00:00"],
    ["2026-02-30T12:00:00", "2026-07-09T12:00:00"],
    ["2026-07-09T12:00:00Z", "2026-07-09T12:00:00"],
    ["2026-07-09T12:00:00", "2026-07-09T12:00:00Z"],
  ])("are null between %j and %j", (from, to) => {
    expect(hoursBetween(from, to)).toBeNull();
  });

  it("are differences of instants where both name their offset", () => {
    expect(hoursBetween("2026-07-09T12:00:00-04:00", "2026-07-09T18:30:00Z")).toBe(2.5);
  });

  it("never round to nothing what is a little early or late", () => {
    expect([toHours(1), toHours(-1), toHours(0), toHours(HOUR_MS)]).toEqual([0.1, -0.1, 0, 1]);
  });
});

describe("a schedule without zone", () => {
  it("is one of the day's first hour where a bare date is said to have come", () => {
    const at = (text: string): number => Date.parse(text);
    expect(reachedIn("2026-07-10", at("2026-07-09T14:00:00Z"))).toBe("no zone");
    expect(reachedIn(" 2026-07-10 ", at("2026-07-09T14:00:01Z"))).toBe("some zones");
    expect(reachedIn("2026-07-10", at("2026-07-10T11:00:01Z"))).toBe("every zone");
    expect(reachedIn("2026-07-10T12:00:00", at("2026-07-10T02:00:00Z"))).toBe("no zone");
    expect(reachedIn("soon", 0)).toBeUndefined();
    expect(passedIn("2026-07-10", at("2026-07-12T00:00:00Z"))).toBeUndefined();
  });

  it("[2.9-no-zone] has passed in every US zone once it has in American Samoa, in some from Guam on", () => {
    fc.assert(
      fc.property(wall, fc.integer({ min: -20 * HOUR_MS, max: 20 * HOUR_MS }), (scheduled, offset) => {
        const where = offset > 11 * HOUR_MS ? "every zone" : offset > -10 * HOUR_MS ? "some zones" : "no zone";
        expect(passedIn(written(scheduled), scheduled + offset)).toBe(where);
      }),
    );
  });

  it("has not passed at its own minute, only after it", () => {
    const atUtc = Date.UTC(2026, 6, 9, 12);
    expect(passedIn("2026-07-09T12:00:00", atUtc + 11 * HOUR_MS)).toBe("some zones");
    expect(passedIn("2026-07-09T12:00:00", atUtc + 11 * HOUR_MS + 1)).toBe("every zone");
    expect(passedIn("2026-07-09T12:00:00", atUtc - 10 * HOUR_MS)).toBe("no zone");
    expect(passedIn("2026-07-09T12:00:00", atUtc - 10 * HOUR_MS + 1)).toBe("some zones");
    expect(passedIn("2026-07-09T12:00:00Z", atUtc)).toBe("no zone");
  });

  it("is held against its own offset where one is sent all the same", () => {
    expect(passedIn("2026-07-09T12:00:00-04:00", Date.UTC(2026, 6, 9, 16, 1))).toBe("every zone");
    expect(passedIn("2026-07-09T12:00:00-04:00", Date.UTC(2026, 6, 9, 15, 59))).toBe("no zone");
  });

  it("says nothing when it is missing or no datetime", () => {
    for (const scheduled of [null, "Thursday", undefined]) expect(passedIn(scheduled, 0)).toBeUndefined();
  });
});

describe("a time that stands for one that was not set", () => {
  it.each([
    ["0001-01-01T00:00:00", true],
    ["1970-01-01T00:00:00Z", true],
    ["1999-12-31T23:59:59", true],
    [" 1999-12-31 ", true],
    ["2000-01-01T00:00:00", false],
    ["2000-01-01", false],
    ["soon", false],
    [19_991_231, false],
    [null, false],
  ])("lies before the year 2000: %j, %s", (datetime, expected) => {
    expect(isPlaceholder(datetime)).toBe(expected);
  });

  it("is compared with none", () => {
    expect(hoursBetween("0001-01-01T00:00:00", "2026-07-09T12:00:00")).toBeNull();
    expect(passedIn("0001-01-01T00:00:00", Date.UTC(2026, 6, 9))).toBeUndefined();
    expect(isReachedAt("0001-01-01", "America/Chicago", Date.UTC(2026, 6, 9))).toBe(false);
  });
});

describe("a time on the clock of one zone", () => {
  it.each([
    ["2026-07-10", "2026-07-10T05:00:00Z"],
    ["2026-07-10T12:00:00", "2026-07-10T17:00:00Z"],
    ["2026-07-10T12:00:00-04:00", "2026-07-10T16:00:00Z"],
    // Shown twice as clocks go back: the first time counts.
    ["2026-11-01T01:30:00", "2026-11-01T06:30:00Z"],
  ])("%s is reached in Chicago after %s", (said, instant) => {
    expect(isReachedAt(said, "America/Chicago", Date.parse(instant))).toBe(false);
    expect(isReachedAt(said, "America/Chicago", Date.parse(instant) + 1)).toBe(true);
  });

  it("is never reached where the clock skips it or it cannot be read", () => {
    const never = ["2026-03-08T02:30:00", "soon", null];
    expect(never.map((said) => isReachedAt(said, "America/Chicago", Date.UTC(2099, 0, 1)))).toEqual(
      never.map(() => false),
    );
  });
});

describe("a scan's time", () => {
  it("[2.9-event.timeZone] is an instant where the zone is known", () => {
    const instant = (time: unknown, zone: unknown): string | undefined => {
      const { instantMs } = scanTime(time, zone);
      return instantMs === undefined ? undefined : utcText(instantMs);
    };
    expect(instant("2026-07-08T22:14:00", "America/Chicago")).toBe("2026-07-09T03:14:00Z");
    expect(instant("2026-07-08T22:14:00", "CDT")).toBe("2026-07-09T03:14:00Z");
    expect(instant("2026-07-08T22:14:00", "-05:00")).toBe("2026-07-09T03:14:00Z");
    expect(instant("2026-07-08T22:14:00Z", "America/Chicago")).toBe("2026-07-08T22:14:00Z");
  });

  it.each([
    ["2026-07-08T22:14:00", "Nowhere", "unknown zone"],
    ["2026-07-08T22:14:00", undefined, "no zone"],
    ["2026-07-08T22:14:00", "  ", "no zone"],
    ["2026-03-08T02:30:00", "America/Chicago", "skipped"],
    ["2026-11-01T01:30:00", "America/Chicago", "twice"],
    ["yesterday", "America/Chicago", "unreadable"],
  ])("has no instant for %j in %j: %s", (time, zone, doubt) => {
    expect(scanTime(time, zone)).toMatchObject({ doubt });
    expect(scanTime(time, zone).instantMs).toBeUndefined();
  });

  it("is taken in the zone of its ZIP where none is given, and says so", () => {
    const named = scanTime("2026-07-08T22:14:00", "America/Chicago", "America/Phoenix");
    expect(named.instantMs).toBe(Date.UTC(2026, 6, 9, 3, 14));
    expect(named).not.toHaveProperty("zipZone");
    expect(scanTime("2026-07-08T22:14:00", " ", "America/Phoenix")).toMatchObject({
      instantMs: Date.UTC(2026, 6, 9, 5, 14),
      zipZone: "America/Phoenix",
    });
    expect(scanTime("2026-03-08T02:30:00", undefined, "America/Chicago")).toMatchObject({
      doubt: "skipped",
      zipZone: "America/Chicago",
    });
  });

  it("has no instant for a US zone's name at a place abroad", () => {
    expect(scanTime("2026-07-08T22:14:00", "CST", undefined, true)).toMatchObject({ doubt: "unknown zone" });
    expect(scanTime("2026-07-08T22:14:00", "CST", undefined)).not.toHaveProperty("doubt");
  });

  it("orders scans by instant, not by the clocks on their walls", () => {
    const times = [
      scanTime("2026-07-08T20:30:00", "America/Los_Angeles"),
      scanTime("2026-07-08T22:00:00", "America/New_York"),
      scanTime("2026-07-08T10:00:00", "America/New_York"),
    ];
    expect(oldestFirst(times)).toEqual([2, 1, 0]);
  });

  it("orders by instant although some are unreadable, and keeps the order of equal ones", () => {
    const times = [
      scanTime("2026-07-08T20:30:00", "America/Los_Angeles"),
      scanTime("later", "America/New_York"),
      scanTime("2026-07-08T22:00:00", "America/New_York"),
      scanTime("sooner", "America/New_York"),
      scanTime("2026-07-08T21:00:00", "America/Chicago"),
    ];
    expect(oldestFirst(times)).toEqual([1, 3, 2, 4, 0]);
  });

  it("falls back to wall clocks for all when one zone is unknown, unreadable ones first", () => {
    const times = [
      scanTime("2026-07-08T22:00:00", "Nowhere"),
      scanTime("2026-07-08T20:30:00", "America/Los_Angeles"),
      scanTime("later", "America/New_York"),
    ];
    expect(oldestFirst(times)).toEqual([2, 1, 0]);
  });
});
