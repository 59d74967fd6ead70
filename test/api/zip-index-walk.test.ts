import fc from "fast-check";
import { expect, test } from "vitest";
import { ZipIndex } from "../../src/api/zip-index.ts";

const digits = fc.stringMatching(/^[0-2]{1,5}$/);
const record = fc.record({
  zip: fc.oneof(
    { weight: 6, arbitrary: digits },
    { weight: 1, arbitrary: digits.map((zip) => ` ${zip}\u200b`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(null, undefined, "", "85xx", 85001, 501, 1.5, [], "K1A", "８５００１"),
    },
  ),
});

/** What a record's `zip` says, read without the index: a text's digits, or a whole number of five. */
function read(zip: unknown): string | undefined {
  if (zip === 85001 || zip === "８５００１") return "85001";
  if (typeof zip !== "string" || zip === "" || zip === "85xx") return undefined;
  return zip.replaceAll(/[ \u200b]/g, "");
}

test("an index finds what a walk over all records finds, in the order sent", () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 80 }), digits, (records, location) => {
      const index = new ZipIndex(records);
      const expected = records.filter(({ zip }) => {
        const place = read(zip);
        return place !== undefined && (place.startsWith(location) || location.startsWith(place));
      });
      expect(index.at(location)).toEqual(expected);
      expect(index.unplaced).toBe(records.filter(({ zip }) => read(zip) === undefined).length);
    }),
    { numRuns: 1_000 },
  );
});
