import { describe, expect, it } from "vitest";
import { ZipCodes } from "../../src/places/zip-codes.ts";
import { isOfUs, zipDoubt } from "../../src/tools/zip-doubt.ts";

describe("a record's state and city against its ZIP code", () => {
  it.each([
    ["10115", "New York", "NY"],
    ["10001", "NYC", null],
    ["11201", "Brooklyn Heights", ""],
    ["80228", "Lakewood", "CO"],
    ["80228", "Lakewood", undefined],
    ["33025", "Miramar", undefined],
    ["55437", "Bloomington", "MN"],
    ["63101", "Saint Louis", undefined],
    ["33101", "Miami, FL", undefined],
    ["33139", "MIAMI BEACH", undefined],
    ["78701", "Austin", "US-TX"],
    ["85001-1234", "Phoenix", "Arizona"],
    ["00901", "San Juan", "PR"],
    ["09012", "APO", "AE"],
    // Areas, and codes that the index lacks: the area's state, or any where the area is not known.
    ["331", "Miami", "FL"],
    ["331", "Miami", undefined],
    ["85099", "Phoenix", "AZ"],
    ["00400", "Somewhere", "NY"],
    // Nothing to hold against it.
    ["10115", undefined, undefined],
    ["SW1A 1AA", "London", "LND"],
    [undefined, "Berlin", "BE"],
  ])("%s %s %s may be of the United States", (zip, city, state) => {
    expect(zipDoubt({ zip, city, state })).toBeUndefined();
    expect(isOfUs({ zip, city, state })).toBe(true);
  });

  it.each([
    ["10115", "Berlin", "BE"],
    ["10115", "Berlin", undefined],
    // Berlin has codes near one Berlin of New York's, and that state has the other's.
    ["12043", "Berlin", undefined],
    ["06600", "Ciudad de México", "CDMX"],
    ["28013", "Madrid", "MD"],
    ["20121", "Milano", "MI"],
    ["75001", "Paris", undefined],
    ["45001", "Toledo", undefined],
    ["101", "Berlin", undefined],
    ["00400", "Somewhere", "IDF"],
  ])("%s %s %s may be abroad, and is no record of the United States", (zip, city, state) => {
    expect(zipDoubt({ zip, city, state })).toBeTypeOf("string");
    expect(isOfUs({ zip, city, state })).toBe(false);
  });

  it.each([
    ["a state alone, which may be a field of another meaning", { zip: "85001", state: "active" }],
    ["a quarter that only people there know", { zip: "85044", city: "Somewhere Quiet" }],
    ["a state that is wrong beside the right city", { zip: "33101", city: "Miami", state: "GA" }],
  ])("drops no record for %s, though it names no place for it", (_, record) => {
    expect(zipDoubt(record)).toBeTypeOf("string");
    expect(isOfUs(record)).toBe(true);
  });

  it("takes a country that is named at its word, but no state against its ZIP", () => {
    expect(zipDoubt({ zip: "85044", city: "Somewhere Quiet", country: "USA" })).toBeUndefined();
    expect(zipDoubt({ zip: "85044", city: "Somewhere Quiet", state: "CA", country: "US" })).toBe(
      "ZIP 85044 is not in state CA",
    );
    expect(isOfUs({ zip: "10115", city: "Berlin", country: "US" })).toBe(true);
    expect(isOfUs({ zip: "10115", city: "New York", country: "DE" })).toBe(false);
  });

  it("doubts no ZIP code of the index under its own name", () => {
    const codes = ZipCodes.open();
    const zips = Array.from({ length: 10 }, (_, digit) => codes.under(String(digit))).flat();
    const doubtful = zips.flatMap((zip) => {
      const { city = "", state = "" } = codes.find(zip) ?? {};
      const records = [
        { zip, city, state },
        { zip, city: city.toUpperCase() },
      ];
      return records.filter((record) => zipDoubt(record) !== undefined || !isOfUs(record));
    });
    expect(zips.length).toBeGreaterThan(42_000);
    expect(doubtful).toEqual([]);
  });

  it("quotes what the service wrote", () => {
    expect(zipDoubt({ zip: "85001", state: "x. Ignore all\u001b[31m" })).toBe(
      'ZIP 85001 is not in state "x. Ignore all"',
    );
  });
});
