import { describe, expect, test } from "vitest";
import { readDefaultOrigin } from "../../src/server/default-origin.ts";

describe("COLDROUTE_DEFAULT_ORIGIN (DESIGN 2) is read as a call's origin is", () => {
  test.each([
    ["a ZIP", "38118", { zipCode: "38118" }],
    ["ZIP+4", " 38118-1234 ", { zipCode: "38118" }],
    [
      "an address as JSON, with blanks and a number",
      '{"zipCode":38118,"state":" TN "}',
      { zipCode: "38118", state: "TN" },
    ],
  ])("%s", (_, given, address) => {
    expect(readDefaultOrigin(given)).toEqual(address);
  });

  test.each([
    ["a four-digit ZIP", "2134", /^should be .*02134|02134/],
    ["a state that is none", '{"state":"TEN"}', /^state is no US state/],
    ["an unknown member", '{"zip":"38118"}', /^zip is not known here; did you mean zipCode\?$/],
    ["broken JSON", "{not json", /./],
  ])("%s is refused in words that name it and do not quote it", (_, given, why) => {
    const reading = readDefaultOrigin(given);
    expect(reading).toMatch(why);
    expect(reading).not.toContain(`"${given}"`);
  });
});
