import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { zipLookup } from "../../../src/api/answers/zip-lookup.ts";
import { zipOf } from "../../../src/domain/record-zip.ts";

// Four digits are no ZIP.
const digits = fc.stringMatching(/^(?:\d{1,3}|\d{5})$/);

describe("records by ZIP", () => {
  test("a look-up finds what a walk over all records finds, in the order sent", () => {
    fc.assert(
      fc.property(fc.array(digits, { maxLength: 60 }), fc.array(digits, { maxLength: 3 }), (zips, locations) => {
        const records = zips.map((zip, n) => ({ zip, n }));
        const walked = records.filter(({ zip }) => {
          return locations.some((location) => zip.startsWith(location) || location.startsWith(zip));
        });
        expect(zipLookup(records)(...locations)).toEqual(walked);
      }),
    );
  });

  test("an empty location has no records, and a record without a ZIP belongs to no location", () => {
    const at = zipLookup([{ zip: "" }, { zip: "85001" }, {}, { zip: "850xx" }]);
    expect(at("")).toEqual([]);
    expect(at("85001")).toEqual([{ zip: "85001" }]);
  });

  test.each([
    ["85001", "85001"],
    [" 85001\u200b", "85001"],
    ["８５００１", "85001"],
    ["850", "850"],
    ["K1A 0B1", "K1A 0B1"],
    [10_000, "10000"],
    [99_999, "99999"],
    [9_999, undefined],
    [100_000, undefined],
    [85_001.5, undefined],
    ["850xx", undefined],
    ["850#?", undefined],
    ["", undefined],
    [" ", undefined],
    [null, undefined],
    [undefined, undefined],
    [["85001"], undefined],
  ])("a zip sent as %j is read as %j", (zip, expected) => {
    expect(zipOf({ zip })).toBe(expected);
  });
});
