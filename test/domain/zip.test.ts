import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readZip, zipRanges } from "../../src/domain/zip.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe("a whole ZIP", () => {
  test("is five digits, or ZIP+4 with its hyphen", () => {
    fc.assert(
      fc.property(digits(5), digits(4), (zip, plus4) => {
        for (const whole of [zip, ` ${zip} `, ` ${zip}-${plus4} `]) {
          expect(readZip(whole)).toEqual({ ok: true, zip });
        }
      }),
    );
  });

  test.each<readonly [text: string, says: string | RegExp]>([
    ["2134", "write 02134 if its leading zero was lost"],
    ["850011234", "write ZIP+4 as 85001-1234, or 85001"],
    ["850012", "a US ZIP has five"],
    ["350", /^is only a ZIP prefix; all five digits are needed here$/],
    ...["601", "901", "988"].map((text) => [text, `(00${text} if leading zeros were lost)`] as const),
    ...["", "Phoenix", "8500a", "a85001", "a8500", "a850011234", "85001-12", "85001-12345", "185001-1234"].map(
      (text) => [text, /^is not a five-digit ZIP code$/] as const,
    ),
    ...["8-5", "-1", "85001-85003", "８５００１"].map((text) => [text, /^is not a five-digit ZIP code$/] as const),
  ])("is not %j: %s", (text, says) => {
    const reading = readZip(text);
    expect(reading.ok ? "" : reading.message).toMatch(says);
  });
});

test.each([
  [[], ""],
  [["85001"], "85001"],
  [["85201", "85002", "85001", "85003", "85001"], "85001–85003, 85201"],
  [["00602", "00601", "851", "850"], "00601–00602, 850–851"],
])("the list of ZIPs %j is written %s", (zips, text) => {
  expect(zipRanges(zips)).toBe(text);
});
