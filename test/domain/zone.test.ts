import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantsAt, resolveZone, wallAt } from "../../src/domain/zone.ts";

/** The zone that a name stands for beside a US state. */
function zone(name: string): string {
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

describe("names of zones", () => {
  /** Names that mean this beside a US state alone: China has a CST, too, and the Philippines a PST. */
  const IN_THE_US = `
    AST = -04:00; ADT = -03:00; EST = -05:00; edt = -04:00; CST = -06:00; CDT = -05:00; MST = -07:00;
    MDT = -06:00; PST = -08:00; PDT = -07:00; AKST = -09:00; AKDT = -08:00; HST = -10:00; HDT = -09:00;
    SST = -11:00; ChST = +10:00; ET = America/New_York; ct = America/Chicago; PT = America/Los_Angeles;
    Eastern Time = America/New_York; Central Time = America/Chicago; Pacific Time = America/Los_Angeles;
    Alaska Daylight Time = -08:00; Central Daylight Time = -05:00;
    Eastern Daylight Time = -04:00; Mountain Daylight Time = -06:00; Pacific Daylight Time = -07:00`;
  /** Windows names of US zones, offsets and IANA names, which mean this anywhere. */
  const ANYWHERE = `
    Alaskan Standard Time = America/Anchorage; Aleutian Standard Time = America/Adak;
    Central Standard Time = America/Chicago; eastern  standard time = America/New_York;
    Hawaiian Standard Time = Pacific/Honolulu; Mountain Standard Time = America/Denver;
    Pacific Standard Time = America/Los_Angeles; SA Western Standard Time = America/Puerto_Rico;
    US Eastern Standard Time = America/Indiana/Indianapolis; US Mountain Standard Time = America/Phoenix;
    West Pacific Standard Time = Pacific/Guam; UTC = +00:00; GMT = +00:00; Z = +00:00; UTC-0 = -00:00;
    -05:00 = -05:00; -5 = -05:00; UTC-5 = -05:00; UTC -5 = -05:00; GMT+10 = +10:00; utc+0530 = +05:30;
    America/Chicago = America/Chicago; Asia/Shanghai = Asia/Shanghai;
    America/Argentina/Buenos_Aires = America/Argentina/Buenos_Aires`;
  const read = (list: string) => list.split(";").map((pair) => pair.trim().split(" = ") as [string, string]);

  test.each(read(IN_THE_US))("%j is %s beside a US state alone", (name, id) => {
    expect(resolveZone(name, true)).toBe(id);
    expect(resolveZone(` ${name.toLowerCase()} `, true)).toBe(id);
    expect(resolveZone(name)).toBeUndefined();
  });

  test.each(read(ANYWHERE))("%j is %s anywhere", (name, id) => {
    expect(resolveZone(name, true)).toBe(id);
    expect(resolveZone(` ${name} `)).toBe(id);
  });

  test.each([
    ...["Eastern", "IST", "ACT", "BST", "PRT", "AEST", "MT", "Mountain Time", "EST5EDT", ""],
    ...["Atlantic Standard Time", "Samoa Standard Time", "Romance Standard Time"],
    ...["Nowhere/City", "../etc/passwd", "/Chicago", "1America/Chicago", "America/Chicago!"],
    ...["+25:00", "xUTC-5", "UTC-5x", "UTC_-5", "2026-07-09T00:00[America/Chicago]", "EST".padEnd(51)],
    ...[5, null, undefined],
  ])("%j is no zone, not even beside a US state", (name) => {
    expect(resolveZone(name, true)).toBeUndefined();
  });
});

describe("the clock of a zone", () => {
  test.each([
    ["America/New_York", "2026-03-08T01:59:59", ["2026-03-08T06:59:59Z"]],
    ["America/New_York", "2026-03-08T02:00:00", []],
    ["America/New_York", "2026-03-08T02:59:59", []],
    ["America/New_York", "2026-03-08T03:00:00", ["2026-03-08T07:00:00Z"]],
    ["America/Adak", "2026-11-01T00:59:59", ["2026-11-01T09:59:59Z"]],
    ["America/Adak", "2026-11-01T01:00:00", ["2026-11-01T10:00:00Z", "2026-11-01T11:00:00Z"]],
    ["America/Adak", "2026-11-01T01:59:59", ["2026-11-01T10:59:59Z", "2026-11-01T11:59:59Z"]],
    ["America/Adak", "2026-11-01T02:00:00", ["2026-11-01T12:00:00Z"]],
    ["America/Phoenix", "2026-03-08T02:30:00", ["2026-03-08T09:30:00Z"]],
    ["Pacific/Guam", "2026-11-01T01:30:00", ["2026-10-31T15:30:00Z"]],
  ])("of %s shows %s at %j", (name, wall, shownAt) => {
    expect(instantsAt(name, utc(wall))).toEqual(shownAt.map((instant) => Date.parse(instant)));
    for (const instant of shownAt) expect(wallAt(name, Date.parse(instant))).toBe(utc(wall));
  });

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
});
