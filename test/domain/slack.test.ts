import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { localClock, slackToDayEnd } from "../../src/domain/slack.ts";
import { loadZones } from "../../src/domain/zone.ts";

beforeAll(loadZones);

describe("slack of an estimated arrival", () => {
  test("[2.6-estimatedArrivalDateTimeZone] runs to the end of the day in the arrival's own zone", () => {
    expect(slackToDayEnd("2026-07-10T14:30:00Z", "America/New_York", "2026-07-10")).toEqual({
      arrivesInTime: true,
      slackHours: 13.5,
    });
    // The same instant is another evening in Honolulu, and a missed one a day earlier.
    expect(slackToDayEnd("2026-07-10T14:30:00Z", "Pacific/Honolulu", "2026-07-10")).toMatchObject({ slackHours: 19.5 });
    expect(slackToDayEnd("2026-07-10T14:30:00Z", "America/New_York", "2026-07-09")).toEqual({
      arrivesInTime: false,
      slackHours: -10.5,
    });
  });

  test("counts the hours that a day with a clock change really has", () => {
    // 2026-11-01 has 25 hours in Chicago: midnight to midnight is 05:00 to 06:00 UTC.
    expect(slackToDayEnd("2026-11-01T05:00:00Z", "America/Chicago", "2026-11-01")).toMatchObject({ slackHours: 25 });
    expect(slackToDayEnd("2026-03-08T06:00:00Z", "America/Chicago", "2026-03-08")).toMatchObject({ slackHours: 23 });
  });

  test("is nothing, and in time, for an arrival at the very end of the day", () => {
    expect(slackToDayEnd("2026-07-11T04:00:00Z", "America/New_York", "2026-07-10")).toEqual({
      arrivesInTime: true,
      slackHours: 0,
    });
  });

  test("never has hours that contradict the verdict", () => {
    const minutes = fc.integer({ min: -3_000, max: 3_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom("America/New_York", "America/Phoenix", "-08:00"), (offset, zone) => {
        const arrival = new Date(Date.UTC(2026, 6, 11, 4) + offset * 60_000).toISOString();
        const slack = slackToDayEnd(arrival, zone, "2026-07-10");
        expect(slack?.arrivesInTime).toBe((slack?.slackHours ?? Number.NaN) >= 0);
      }),
    );
  });

  test.each([
    [undefined, "America/New_York", "2026-07-10"],
    // No offset.
    ["2026-07-10T10:30:00", "America/New_York", "2026-07-10"],
    ["2026-07-10T14:30:00Z", undefined, "2026-07-10"],
    ["2026-07-10T14:30:00Z", "  ", "2026-07-10"],
    ["2026-07-10T14:30:00Z", "Eastern", "2026-07-10"],
    ["2026-07-10T14:30:00Z", "America/New_York", ["2026-07-10"]],
    ["2026-07-10T14:30:00Z", "America/New_York", "Friday"],
  ])("is not known for %j in %j by %j", (arrival, zone, by) => {
    expect(slackToDayEnd(arrival, zone, by)).toBeUndefined();
  });

  test("shows the local clock only where it is certain", () => {
    expect(localClock("2026-07-10T14:30:00Z", "America/New_York")).toEqual({ date: "2026-07-10", time: "10:30" });
    expect(localClock("2026-07-10T14:30:00", "America/New_York")).toBeUndefined();
    expect(localClock("soon", "America/New_York")).toBeUndefined();
    expect(localClock("2026-07-10T14:30:00Z", "Eastern")).toBeUndefined();
  });

  test("knows the end of the last date that is written with four digits", () => {
    expect(slackToDayEnd("9999-12-31T12:00:00Z", "UTC", "9999-12-31")).toEqual({
      arrivesInTime: true,
      slackHours: 12,
    });
  });
});
