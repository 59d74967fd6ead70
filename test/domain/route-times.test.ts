import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { visitAt } from "../../src/domain/route-times.ts";
import { loadZones } from "../../src/domain/zone.ts";

beforeAll(loadZones);

describe("when a parcel is at a route point, by the calendar there", () => {
  it.each([
    ["2026-07-10T04:10:00Z", 45, "America/Chicago", "2026-07-09", "23:10", []],
    ["2026-07-10T04:10:00Z", 50, "America/Chicago", "2026-07-09", "23:10", ["2026-07-10"]],
    ["2026-07-10T05:10:00Z", 15, "America/Chicago", "2026-07-10", "00:10", ["2026-07-09"]],
    ["2026-07-10T17:00:00Z", 1440, "America/Chicago", "2026-07-10", "12:00", ["2026-07-09", "2026-07-11"]],
    // Noon, give or take two and a half days: every date between the ends, too.
    [
      "2026-07-10T17:00:00Z",
      3600,
      "America/Chicago",
      "2026-07-10",
      "12:00",
      ["2026-07-08", "2026-07-09", "2026-07-11", "2026-07-12", "2026-07-13"],
    ],
    ["2026-07-10T06:59:00Z", 0, "America/Phoenix", "2026-07-09", "23:59", []],
    ["2026-07-10T09:00:00+02:00", 0, "UTC", "2026-07-10", "07:00", []],
  ])("%s ± %s min in %s", (at, spread, zone, date, time, otherDates) => {
    expect(visitAt(at, spread, zone)).toEqual({ date, time, isInstant: true, otherDates, isCut: false });
  });

  it.each([
    ["2026-07-10T04:10:00", 15, "04:10", []],
    ["2026-07-10 00:10:00", 15, "00:10", ["2026-07-09"]],
  ])(
    "%s ± %s min names no offset: the date is as written, in whatever zone, and there is no instant",
    (at, spread, time, otherDates) => {
      for (const zone of ["America/Chicago", "Pacific/Honolulu", "UTC"]) {
        expect(visitAt(at, spread, zone)).toEqual({
          date: "2026-07-10",
          time,
          isInstant: false,
          otherDates,
          isCut: false,
        });
      }
    },
  );

  it.each([
    ["soon", "America/Chicago"],
    [undefined, "America/Chicago"],
    ["2026-07-10T04:10:00Z", "Mars/Base"],
    ["0000-01-01T03:00:00Z", "America/Chicago"],
  ])("%s in %s is not certain", (at, zone) => {
    expect(visitAt(at, 15, zone)).toBeUndefined();
  });

  it("takes an unreadable deviation for none, and an absurd one for two weeks", () => {
    for (const spread of [null, "15", -5, Number.NaN]) {
      expect(visitAt("2026-07-10T04:59:00Z", spread, "America/Chicago")?.otherDates).toEqual([]);
    }
    const absurd = visitAt("2026-07-10T17:00:00Z", 1e12, "America/Chicago");
    expect(absurd?.isCut).toBe(true);
    expect([absurd?.otherDates.length, absurd?.otherDates[0], absurd?.otherDates.at(-1)]).toEqual([
      28,
      "2026-06-26",
      "2026-07-24",
    ]);
  });

  it.each([
    [14 * 24 * 60, false],
    [14 * 24 * 60 + 1, true],
  ])("tells all dates within two weeks and no more: %s min", (spread, isCut) => {
    const visit = visitAt("2026-07-10T17:00:00Z", spread, "America/Chicago");
    expect(visit).toMatchObject({ isCut });
    expect(visit?.otherDates).toHaveLength(28);
  });

  it("ends with the years in which dates are written", () => {
    expect(visitAt("0000-01-01T18:00:00Z", 780, "America/Chicago")).toMatchObject({
      date: "0000-01-01",
      otherDates: [],
    });
    expect(visitAt("9999-12-30T17:00:00Z", 20_000, "America/Chicago")?.otherDates.at(-1)).toBe("9999-12-29");
  });

  it("never names the day itself among the others, nor a day twice", () => {
    const zones = fc.constantFrom(
      "America/New_York",
      "America/Phoenix",
      "Pacific/Honolulu",
      "America/Anchorage",
      "UTC",
    );
    const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) });
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 3000 }), zones, (ms, spread, zone) => {
        const visit = visitAt(new Date(ms).toISOString(), spread, zone);
        expect(visit?.otherDates).not.toContain(visit?.date);
        expect(new Set(visit?.otherDates).size).toBe(visit?.otherDates.length);
        const local = (at: number): string =>
          new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(at);
        const dates = new Set<string>();
        for (let at = ms - spread * 60_000; at < ms + spread * 60_000; at += 3_600_000) dates.add(local(at));
        dates.add(local(ms + spread * 60_000)).delete(local(ms));
        expect(visit?.otherDates).toEqual([...dates].sort());
        if (spread === 0) expect(visit?.otherDates).toEqual([]);
      }),
    );
  });
});
