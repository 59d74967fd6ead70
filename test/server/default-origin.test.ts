import { describe, expect, test } from "vitest";
import { readDefaultOrigin } from "../../src/server/default-origin.ts";

describe("COLDROUTE_DEFAULT_ORIGIN (DESIGN 2) is read as a call's origin is", () => {
  test.each([
    ["a ZIP", "38118", { zipCode: "38118" }],
    ["ZIP+4", " 38118-1234 ", { zipCode: "38118" }],
    ["an address with blanks and a number", { zipCode: 38118, state: " TN " }, { zipCode: "38118", state: "TN" }],
  ])("%s", (_, given, value) => {
    expect(readDefaultOrigin(given)).toEqual({ ok: true, value });
  });

  test.each([
    ["a four-digit ZIP", "2134", /02134/],
    ["a state that is none", { state: "TEN" }, /origin\.state /],
    ["an unknown member", { zip: "38118" }, /origin\.zip/],
  ])("%s is refused in words that name it", (_, given, why) => {
    const reading = readDefaultOrigin(given);
    expect(reading.ok ? "" : reading.why).toMatch(why);
  });
});
