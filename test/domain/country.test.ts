import { describe, expect, test } from "vitest";
import { countryCode, foreignCountry } from "../../src/domain/country.ts";

describe("a country", () => {
  test.each([
    ["France", "FR"],
    ["FRA", "FR"],
    ["United Kingdom", "GB"],
    ["UK", "GB"],
    ["Russia", "RU"],
    ["Bolivia", "BO"],
    ["South Korea", "KR"],
    ["usa", "US"],
    [" pr ", "PR"],
    ["FX", undefined],
    ["Spane", undefined],
  ])("%j has the code %s of ISO 3166-1", (text, code) => {
    expect(countryCode(text)).toBe(code);
  });

  test.each([["UK"], ["DEU"], ["Czechia"], ["mexico"]])("of a record is foreign: %s", (country) => {
    expect(foreignCountry({ country })).toBe(country);
    expect(foreignCountry({ countryCode: country })).toBe(country);
  });

  test.each([["US"], ["PRI"], ["Guam"], ["U.S."], ["United States of America"], ["XQZ"], [7], [""]])(
    "of a record is not certainly foreign: %s",
    (country) => {
      expect(foreignCountry({ country })).toBeUndefined();
    },
  );
});
