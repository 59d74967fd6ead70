import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { instantsAt, loadZones, resolveZone, startOfDay, wallAt, type Zone } from "../../src/domain/zone.ts";

beforeAll(loadZones);

/** The zone that a name stands for beside a US state. */
function zone(name: string): Zone {
  const found = resolveZone(name, true);
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

test("a zone that is asked for before zones are loaded is a defect", async () => {
  const another = "../../src/domain/zone.ts?another";
  const { resolveZone: resolve } = (await import(another)) as { resolveZone: typeof resolveZone };
  expect(() => resolve("America/Chicago")).toThrow("before loadZones()");
});

describe("names of zones", () => {
  /** What a name stands for beside a US state, and whether it means the same anywhere. */
  test.each([
    // Abbreviations and short names: China and the Philippines have a CST and a PST, too.
    ["AST", "-04:00", false],
    ["ADT", "-03:00", false],
    ["EST", "-05:00", false],
    ["edt", "-04:00", false],
    [" CST ", "-06:00", false],
    ["CDT", "-05:00", false],
    ["MST", "-07:00", false],
    ["MDT", "-06:00", false],
    ["PST", "-08:00", false],
    ["PDT", "-07:00", false],
    ["AKST", "-09:00", false],
    ["AKDT", "-08:00", false],
    ["HST", "-10:00", false],
    ["HDT", "-09:00", false],
    ["SST", "-11:00", false],
    ["ChST", "+10:00", false],
    ["EST".padEnd(50), "-05:00", false],
    ["ET", "America/New_York", false],
    ["ct", "America/Chicago", false],
    ["PT", "America/Los_Angeles", false],
    ["Eastern Time", "America/New_York", false],
    ["Central Time", "America/Chicago", false],
    ["Pacific Time", "America/Los_Angeles", false],
    ["EST5EDT", "America/New_York", false],
    ["CST6CDT", "America/Chicago", false],
    ["MST7MDT", "America/Denver", false],
    ["PST8PDT", "America/Los_Angeles", false],
    ["Alaska Daylight Time", "-08:00", false],
    ["Central Daylight Time", "-05:00", false],
    ["Eastern Daylight Time", "-04:00", false],
    ["Mountain Daylight Time", "-06:00", false],
    ["Pacific Daylight Time", "-07:00", false],
    // Windows names of US zones.
    ["Alaskan Standard Time", "America/Anchorage", true],
    ["Aleutian Standard Time", "America/Adak", true],
    ["Central Standard Time", "America/Chicago", true],
    ["eastern  standard time", "America/New_York", true],
    ["Hawaiian Standard Time", "Pacific/Honolulu", true],
    ["Mountain Standard Time", "America/Denver", true],
    ["Pacific Standard Time", "America/Los_Angeles", true],
    ["SA Western Standard Time", "America/Puerto_Rico", true],
    ["US Eastern Standard Time", "America/Indiana/Indianapolis", true],
    ["US Mountain Standard Time", "America/Phoenix", true],
    ["West Pacific Standard Time", "Pacific/Guam", true],
    // Offsets; -00:00 would stand for one that is not known (RFC 3339 section 4.3).
    ["UTC", "+00:00", true],
    ["GMT", "+00:00", true],
    ["Z", "+00:00", true],
    ["UTC-0", "+00:00", true],
    ["-05:00", "-05:00", true],
    ["-5", "-05:00", true],
    ["UTC-5", "-05:00", true],
    ["UTC -5", "-05:00", true],
    ["GMT+10", "+10:00", true],
    ["utc+0530", "+05:30", true],
    // IANA names.
    ["America/Chicago", "America/Chicago", true],
    ["Asia/Shanghai", "Asia/Shanghai", true],
    [" America/Argentina/Buenos_Aires ", "America/Argentina/Buenos_Aires", true],
  ])("%j is %s beside a US state, and anywhere: %s", (name, id, isAnywhere) => {
    expect(resolveZone(name, true)).toEqual({ id });
    expect(resolveZone(name)).toEqual(isAnywhere ? { id } : undefined);
  });

  test.each([
    ...["Eastern", "IST", "ACT", "BST", "PRT", "AEST", "MT", "Mountain Time", ""],
    ...["Atlantic Standard Time", "Samoa Standard Time", "Romance Standard Time"],
    ...["Nowhere/City", "../etc/passwd", "/Chicago", "1America/Chicago", "America/Chicago!"],
    ...["+25:00", "xUTC-5", "UTC-5x", "UTC_-5", "2026-07-09T00:00[America/Chicago]", "EST".padEnd(51)],
    ...[5, null, undefined],
  ])("%j is no zone, not even beside a US state", (name) => {
    expect(resolveZone(name, true)).toBeUndefined();
  });
});

describe("the clock of a zone", () => {
  test("finds the instant again from the wall clock it shows", () => {
    fc.assert(
      fc.property(zones, instants, (name, seconds) => {
        const at = seconds * 1000;
        expect(instantsAt(zone(name), wallAt(zone(name), at))).toContain(at);
        expect(wallAt(zone(name), at + 250)).toBe(wallAt(zone(name), at) + 250);
      }),
    );
  });

  test("shows the wall clock that the platform shows", () => {
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

  test("has no instant in the gap and two in the fold of a clock change", () => {
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

  test("starts a day whose midnight does not exist with the change itself", () => {
    // Havana's clocks go from 00:00 to 01:00 on 2026-03-08 (05:00 UTC).
    expect(startOfDay(zone("America/Havana"), utc("2026-03-08T00:00:00"))).toBe(utc("2026-03-08T05:00:00"));
    expect(startOfDay(zone("America/New_York"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-11T04:00:00"));
    // Clocks back from 01:00 to 00:00: the day begins when midnight is shown for the first time.
    expect(startOfDay(zone("America/Havana"), utc("2026-11-01T00:00:00"))).toBe(utc("2026-11-01T04:00:00"));
    expect(startOfDay(zone("Pacific/Kiritimati"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-10T10:00:00"));
    expect(startOfDay(zone("Pacific/Pago_Pago"), utc("2026-07-11T00:00:00"))).toBe(utc("2026-07-11T11:00:00"));
  });
});
