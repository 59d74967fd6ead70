import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  instantsAt,
  isZoneAbroad,
  loadZones,
  resolveZone,
  startOfDay,
  wallAt,
  type Zone,
} from "../../src/domain/zone.ts";

beforeAll(loadZones);

function zone(name: string): Zone {
  const found = resolveZone(name);
  if (found === undefined) throw new Error(`no zone ${name}`);
  return found;
}

const utc = (text: string): number => Date.parse(`${text}Z`);
const zones = fc.constantFrom(
  "America/New_York",
  "America/Phoenix",
  "America/St_Johns",
  "America/Havana",
  "Pacific/Honolulu",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "EST",
  "UTC+05:30",
);
const instants = fc.integer({ min: utc("2020-01-01T00:00:00") / 1000, max: utc("2030-01-01T00:00:00") / 1000 });

it("is a defect, and says so, to ask for zones before they are loaded", async () => {
  const another = "../../src/domain/zone.ts?another";
  const { resolveZone: resolve } = (await import(another)) as { resolveZone: typeof resolveZone };
  expect(() => resolve("America/Chicago")).toThrow("before loadZones()");
});

it("writes an offset of zero with a plus, since -00:00 stands for one that is not known (RFC 3339 section 4.3)", () => {
  expect(resolveZone("UTC-0")).toEqual({ id: "+00:00" });
});

describe("time zones", () => {
  it.each([
    ["EST", -5],
    ["edt", -4],
    ["AST", -4],
    ["AKDT", -8],
    ["HST", -10],
    ["SST", -11],
    ["ChST", 10],
    ["UTC", 0],
    ["GMT", 0],
    ["Z", 0],
    ["-05:00", -5],
    ["UTC-5", -5],
    ["GMT+10", 10],
    ["ADT", -3],
    ["CST", -6],
    ["CDT", -5],
    ["MST", -7],
    ["MDT", -6],
    ["PST", -8],
    ["PDT", -7],
    ["AKST", -9],
    ["HDT", -9],
    ["-5", -5],
    ["UTC -5", -5],
    ["utc+0530", 5.5],
    [" EST ", -5],
    ["EST".padEnd(50), -5],
  ])("takes %s for a fixed offset of %i h", (name, hours) => {
    const at = utc("2026-07-09T12:00:00");
    expect((wallAt(zone(name), at) - at) / 3_600_000).toBe(hours);
    expect(zone(name).id).toMatch(/^[+-]\d\d:\d\d$/);
  });

  it.each([
    "Eastern",
    "IST",
    "ACT",
    "BST",
    "PRT",
    "Nowhere/City",
    "",
    "+25:00",
    "../etc/passwd",
    "EST".padEnd(51),
    "xUTC-5",
    "UTC-5x",
    "UTC_-5",
    "MT",
    "Mountain Time",
    "Atlantic Standard Time",
    "Samoa Standard Time",
    "AEST",
    "2026-07-09T00:00[America/Chicago]",
    5,
    null,
  ])("does not guess what %j means", (name) => {
    expect(resolveZone(name)).toBeUndefined();
  });

  it("knows IANA zones by their name", () => {
    expect(resolveZone(" America/Argentina/Buenos_Aires ")).toEqual({ id: "America/Argentina/Buenos_Aires" });
  });

  it("takes the ZIP's zone last, and only where no other is named", () => {
    for (const name of [undefined, null, "", "  "]) {
      expect(resolveZone(name, "America/Phoenix")).toEqual({ id: "America/Phoenix", isOfZip: true });
    }
    expect(resolveZone("EST", "America/Phoenix")).toEqual({ id: "-05:00" });
    expect(resolveZone("Nowhere", "America/Phoenix")).toBeUndefined();
    expect(resolveZone("")).toBeUndefined();
  });

  it("finds the instant again from the wall clock it shows", () => {
    fc.assert(
      fc.property(zones, instants, (name, seconds) => {
        const at = seconds * 1000;
        expect(instantsAt(zone(name), wallAt(zone(name), at))).toContain(at);
        expect(wallAt(zone(name), at + 250)).toBe(wallAt(zone(name), at) + 250);
      }),
    );
  });

  it("shows the wall clock that the platform shows", () => {
    fc.assert(
      fc.property(
        zones.filter((name) => name.includes("/")),
        instants,
        (name, seconds) => {
          const shown = new Date(seconds * 1000).toLocaleString("sv-SE", { timeZone: name });
          expect(new Date(wallAt(zone(name), seconds * 1000)).toISOString().slice(0, 19).replace("T", " ")).toBe(shown);
        },
      ),
    );
  });

  it("has no instant in the gap and two in the fold of a clock change", () => {
    const chicago = zone("America/Chicago");
    expect(instantsAt(chicago, utc("2026-03-08T02:30:00"))).toEqual([]);
    expect(instantsAt(chicago, utc("2026-11-01T01:30:00"))).toEqual([
      utc("2026-11-01T06:30:00"),
      utc("2026-11-01T07:30:00"),
    ]);
    expect(instantsAt(zone("Europe/Berlin"), utc("2026-10-25T02:30:00"))).toEqual([
      utc("2026-10-25T00:30:00"),
      utc("2026-10-25T01:30:00"),
    ]);
    expect(instantsAt(zone("CDT"), utc("2026-11-01T01:30:00"))).toEqual([utc("2026-11-01T06:30:00")]);
  });

  it("starts a day whose midnight does not exist with the change itself", () => {
    // Havana's clocks go from 00:00 to 01:00 on 2026-03-08 (05:00 UTC).
    expect(startOfDay(zone("America/Havana"), utc("2026-03-08T00:00:00"))).toBe(utc("2026-03-08T05:00:00"));
    expect(startOfDay(zone("America/New_York"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-11T04:00:00"));
    // Clocks back from 01:00 to 00:00: the day begins when midnight is shown for the first time.
    expect(startOfDay(zone("America/Havana"), utc("2026-11-01T00:00:00"))).toBe(utc("2026-11-01T04:00:00"));
    expect(startOfDay(zone("Pacific/Kiritimati"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-10T10:00:00"));
    expect(startOfDay(zone("Pacific/Pago_Pago"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-11T11:00:00"));
  });

  it.each([
    ...["Europe/Rome", " america/mexico_city", "America/Argentina/Salta", "Asia/Kolkata", "Pacific/Auckland"],
    "Europe/Rome".padEnd(50),
  ])("%j is kept abroad", (name) => {
    expect(isZoneAbroad(name)).toBe(true);
    expect(isZoneAbroad(name, new Set([""]))).toBe(true);
  });

  it.each([
    ["America/Port_of_Spain", "VI"],
    ["Pacific/Port_Moresby", "FM"],
    [" pacific/guadalcanal", "FM"],
    ["Pacific/Tarawa", "MH"],
  ])("%j is kept abroad, but no sign of that where %s is asked, whose clock has that name, too", (name, state) => {
    expect(isZoneAbroad(name)).toBe(true);
    expect(isZoneAbroad(name, new Set(["TX", state]))).toBe(false);
    expect(isZoneAbroad(name, new Set(["TX"]))).toBe(true);
  });

  it.each(["CST", "pst", "Central Standard Time", "ET", "EST5EDT"])("%s names no US zone at a place abroad", (name) => {
    expect(resolveZone(name)).toBeDefined();
    expect(resolveZone(name, undefined, true)).toBeUndefined();
  });

  it.each([
    ["UTC", "+00:00"],
    ["GMT", "+00:00"],
    ["+08:00", "+08:00"],
    ["Asia/Shanghai", "Asia/Shanghai"],
  ])("%s means the same everywhere", (name, id) => {
    expect(resolveZone(name, undefined, true)).toEqual({ id });
  });

  it.each([
    "America/Chicago",
    "america/new_york",
    "America/Indiana/Tell_City",
    "America/Indiana/Winamac",
    "America/Kentucky/Louisville",
    "America/North_Dakota/Beulah",
    "America/North_Dakota/Center",
    "US/Central",
    "Pacific/Guam",
    "Etc/UTC",
    "UTC",
    "-05:00",
    "AST",
    "US Mountain Standard Time",
    "Mars/Base",
    "Romance Standard Time",
    "Europe/Rome".padEnd(51),
    "",
    null,
  ])("%j is not known to be kept abroad", (name) => {
    expect(isZoneAbroad(name)).toBe(false);
  });
});
