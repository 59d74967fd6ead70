import { expect, test } from "vitest";
import { localClock } from "../../src/domain/zone.ts";
import { slackTo } from "../../src/tools/plan-shipment/facts.ts";

test.each([
  ["2026-07-10T14:30:00Z", "America/New_York", "2026-07-10", 13.5],
  // The same instant is another local hour in Honolulu. A deadline a day earlier is missed.
  ["2026-07-10T14:30:00Z", "Pacific/Honolulu", "2026-07-10", 19.5],
  ["2026-07-10T14:30:00Z", "America/New_York", "2026-07-09", -10.5],
  // Days with a clock change have 25 and 23 hours.
  ["2026-11-01T05:00:00Z", "America/Chicago", "2026-11-01", 25],
  ["2026-03-08T06:00:00Z", "America/Chicago", "2026-03-08", 23],
  // The end of the day, and a second on either side, which never rounds to zero.
  ["2026-07-11T04:00:00Z", "America/New_York", "2026-07-10", 0],
  ["2026-07-11T04:00:01Z", "America/New_York", "2026-07-10", -0.1],
  // A deadline with a local time. If the clock shows it twice, the first one counts.
  ["2026-11-28T22:00:00Z", "America/New_York", "2026-11-28T12:00", -5],
  ["2026-11-01T05:00:00Z", "America/Chicago", "2026-11-01T01:30", 1.5],
])("[2.6-estimatedArrivalDateTimeZone] %s in %s, due by %s, has %d h to spare", (arrival, zone, by, slackHours) => {
  expect(slackTo(by, arrival, zone)).toEqual({ arrivesInTime: slackHours >= 0, slackHours });
});

test.each([
  [undefined, "America/New_York", "2026-07-10"],
  // No offset.
  ["2026-07-10T10:30:00", "America/New_York", "2026-07-10"],
  ["2026-07-10T14:30:00Z", undefined, "2026-07-10"],
  ["2026-07-10T14:30:00Z", "Eastern", "2026-07-10"],
  ["2026-07-10T14:30:00Z", "America/New_York", "Friday"],
  // Not a local time, and a time that the clock skips.
  ["2026-07-10T14:30:00Z", "America/New_York", "2026-07-10T12:00Z"],
  ["2026-03-08T06:00:00Z", "America/Chicago", "2026-03-08T02:30"],
])("an arrival at %j in %j, due by %j, has no known slack", (arrival, zone, by) => {
  expect(slackTo(by, arrival, zone)).toBeUndefined();
});

test("the local clock is shown only where it is certain", () => {
  expect(localClock("2026-07-10T14:30:00Z", "America/New_York")).toEqual({ date: "2026-07-10", time: "10:30" });
  for (const [time, zone] of [
    ["2026-07-10T14:30:00", "America/New_York"],
    ["2026-07-10T14:30:00Z", "Eastern"],
  ])
    expect(localClock(time, zone)).toBeUndefined();
});
