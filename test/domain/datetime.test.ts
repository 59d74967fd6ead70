import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDatetime, readOffset } from "../../src/domain/datetime.ts";

const wall = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 })
  .map((seconds) => seconds * 1000);
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

describe("written datetimes", () => {
  test("are read with or without seconds, fractions and offset", () => {
    fc.assert(
      fc.property(wall, (ms) => {
        expect(readDatetime(written(ms))).toEqual({ wallMs: ms, offsetMinutes: null });
        expect(readDatetime(`${written(ms)}.250+05:30`)).toEqual({ wallMs: ms + 250, offsetMinutes: 330 });
      }),
    );
  });

  test.each([
    ["2026-07-09T12:00", 0, null],
    ["2026-07-09t12:00:00z", 0, 0],
    [" 2026-07-09 12:00:00 ", 0, null],
    ["2026-07-09T12:00:00 -0500", 0, -300],
    ["2026-07-09T12:00:07.123456789Z", 7_123, 0],
    ["2026-07-09T12:00:07.5", 7_500, null],
  ])("are read from %j", (given, afterNoonMs, offsetMinutes) => {
    expect(readDatetime(given)).toEqual({ wallMs: Date.UTC(2026, 6, 9, 12) + afterNoonMs, offsetMinutes });
  });

  test.each([
    ...["2026-07-09", "2026-02-30T12:00:00", "2026-07-09T24:00:00", "2026-07-09T12:60:00", "2026-07-09T12:00:60"],
    ...["2026-07-09T12:00:5", "2026-07-09T12:00:00.", "2026-07-09T12:00:00.1234567890", "2026-07-09T12:00:00+99:00"],
    ...["2026-07-09T12:00:00+5:00", "2026-07-09_12:00:00", "x2026-07-09T12:00:00", "2026-07-09T12:00:00x", 5, {}],
  ])("are not read from %j", (given) => {
    expect(readDatetime(given)).toBeUndefined();
  });

  test("have an offset within the range of real ones, bounds included", () => {
    const read = (texts: readonly string[]) => texts.map(readOffset);
    expect(read(["Z", "z", "-12:00", "+1400", "+05:45", "-00:59"])).toEqual([0, 0, -720, 840, 345, -59]);
    const refused = ["-12:01", "+14:01", "+05:60", "5:00", "+5:00", "x+05:00", "+05:000", "aZ", "Zulu", ""];
    expect(read(refused)).toEqual(refused.map(() => undefined));
  });
});
