import { describe, expect, test } from "vitest";
import { readState, STATES } from "../../src/places/states.ts";
import { placeOfZip, stateOfArea, zipsUnder } from "../../src/places/zip-codes.ts";

const all = Array.from({ length: 10 }, (_, digit) => zipsUnder(String(digit))).flat();

describe("a ZIP", () => {
  test("is one of about 42,500, each once, in order", () => {
    expect(all.length).toBeGreaterThan(42_400);
    expect(all.length).toBeLessThan(43_000);
    expect(all).toEqual([...new Set(all)].sort());
  });

  test.each([
    ["85001", "Phoenix", "AZ", "America/Phoenix"],
    ["60601", "Chicago", "IL", "America/Chicago"],
    ["79901", "El Paso", "TX", "America/Denver"],
    ["86515", "Window Rock", "AZ", "America/Denver"],
    ["32501", "Pensacola", "FL", "America/Chicago"],
    ["37402", "Chattanooga", "TN", "America/New_York"],
    ["96813", "Honolulu", "HI", "Pacific/Honolulu"],
    ["99546", "Adak", "AK", "America/Adak"],
    ["00901", "San Juan", "PR", "America/Puerto_Rico"],
    ["96910", "Hagatna", "GU", "Pacific/Guam"],
    // The nearest cities with their prefixes are 100 km and 50 km away.
    ["85292", "Dudleyville", "AZ", "America/Phoenix"],
    ["97425", "Cascade Summit", "OR", "America/Los_Angeles"],
    // The source names a firm and an abbreviation instead of a city.
    ["75363", "Dallas", "TX", "America/Chicago"],
    ["64944", "Kansas City", "MO", "America/Chicago"],
    ["09012", "APO", "AE", undefined],
  ])("%s is of %s, %s", (zip, city, state, zone) => {
    expect(placeOfZip(zip)).toEqual({ city, state, zone });
  });

  test("has a zone that exists, unless it is military", () => {
    const places = all.map((zip) => placeOfZip(zip));
    const zones = new Set(places.filter((place) => !/^A[AEP]$/.test(place?.state ?? "")).map((place) => place?.zone));
    for (const zone of zones) expect(() => new Intl.DateTimeFormat("en", { timeZone: zone ?? "none" })).not.toThrow();
    expect(zones.size).toBeGreaterThan(25);
  });

  test.each(["00000", "99999", "8500", "850011", "85oo1", "-1234", "850.1", ""])("is not %j", (zip) => {
    expect(placeOfZip(zip)).toBeUndefined();
  });
});

test.each([
  ["85001", "AZ"],
  ["850", "AZ"],
  ["8", "CO"],
  // All of 063 except Fishers Island, NY is in Connecticut.
  ["063", "CT"],
  ["000", undefined],
  ["85000", undefined],
])("the state of area %s is %s", (area, state) => {
  expect(stateOfArea(area)).toBe(state);
});

test("a state is known by its code and its name, in any case", () => {
  for (const state of STATES) {
    expect(readState(state.code)).toBe(state);
    expect(readState(state.name.toUpperCase())).toBe(state);
  }
  expect(STATES).toHaveLength(62);
  expect(readState("ON")).toBeUndefined();
});
