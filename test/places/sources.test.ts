import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodeIndex } from "../../.config/us-places/encode.ts";
import { cityKey, groupBy, nearestKm, readTowns, readZips } from "../../.config/us-places/sources.ts";
import { CityNames } from "../../src/places/city-names.ts";
import { keyOf, wordsOf } from "../../src/places/place-name.ts";
import { readPlace } from "../../src/places/read-place.ts";

describe("the index of ZIP codes", () => {
  it("is what the script makes of its sources", () => {
    const committed = brotliDecompressSync(readFileSync("src/places/us-zip-codes.br"));
    expect(committed.equals(encodeIndex())).toBe(true);
  });
});

describe("a place as the sources have it", () => {
  it("reads no county as a city of nearly its name", () => {
    const names = CityNames.open();
    const counties = new Map(readZips().map(({ county, state }) => [`${county}, ${state}`, { county, state }]));
    expect(counties.size).toBeGreaterThan(3_000);
    const taken = [...counties.values()].filter(({ county, state }) => {
      const name = wordsOf(county);
      return names.named(keyOf(name), state).length === 0 && names.meant(name, state) !== undefined;
    });
    expect(taken.length).toBeGreaterThan(15);
    const readings = taken.map(({ county, state }) => readPlace(`${county}, ${state}`));
    expect(readings.filter(({ kind }) => kind !== "unread")).toEqual([]);
  });

  it("says so where the post's place is not the larger one of its name in the state", () => {
    const byCity = groupBy(readZips(), cityKey);
    const far = readTowns().filter(({ name, state = "", population, at }) => {
      const rows = byCity.get(cityKey({ city: name, state }));
      return population >= 15_000 && rows !== undefined && nearestKm(at, rows) > 50;
    });
    expect(far.length).toBeGreaterThan(8);
    const silent = far
      .map(({ name, state }) => `${name}, ${state}`)
      .filter((label) => {
        const reading = readPlace(label);
        return reading.kind === "place" && reading.remark === undefined;
      });
    // The gazetteer has these two elsewhere than they are.
    expect(silent.sort()).toEqual(["Jackson, NJ", "Voorhees, NJ"]);
  });
});
