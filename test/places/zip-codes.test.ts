import { describe, expect, it } from "vitest";
import { ZipCodes } from "../../src/places/zip-codes.ts";

const codes = ZipCodes.open();
const all = Array.from({ length: 10 }, (_, digit) => codes.under(String(digit))).flat();

describe("the index of ZIP codes", () => {
  it("knows about 42,500 codes, each once, in order", () => {
    expect(all.length).toBeGreaterThan(42_400);
    expect(all.length).toBeLessThan(43_000);
    expect(all).toEqual([...new Set(all)].sort());
  });

  it.each([
    ["85001", "Phoenix", "AZ", 33.4, -112.1, "America/Phoenix"],
    ["60601", "Chicago", "IL", 41.9, -87.6, "America/Chicago"],
    ["79901", "El Paso", "TX", 31.8, -106.5, "America/Denver"],
    ["86515", "Window Rock", "AZ", 35.7, -109.1, "America/Denver"],
    ["32501", "Pensacola", "FL", 30.4, -87.2, "America/Chicago"],
    ["37402", "Chattanooga", "TN", 35.0, -85.3, "America/New_York"],
    ["37201", "Nashville", "TN", 36.2, -86.8, "America/Chicago"],
    ["96813", "Honolulu", "HI", 21.3, -157.9, "Pacific/Honolulu"],
    ["99546", "Adak", "AK", 51.9, -176.6, "America/Adak"],
    ["00901", "San Juan", "PR", 18.5, -66.1, "America/Puerto_Rico"],
    ["96910", "Hagatna", "GU", 13.5, 144.7, "Pacific/Guam"],
    // The Census points of these two are hundreds of kilometres off.
    ["99503", "Anchorage", "AK", 61.2, -149.9, "America/Anchorage"],
    ["99701", "Fairbanks", "AK", 64.8, -147.7, "America/Anchorage"],
    // The nearest city of their prefix is a hundred kilometres, and fifty away.
    ["85292", "Dudleyville", "AZ", 32.9, -110.7, "America/Phoenix"],
    ["97425", "Cascade Summit", "OR", 43.5, -121.9, "America/Los_Angeles"],
    // What stands for a city there is a firm, and an abbreviation.
    ["75363", "Dallas", "TX", 32.9, -96.8, "America/Chicago"],
    ["64944", "Kansas City", "MO", 39.0, -94.6, "America/Chicago"],
    // Its source has the longitude without its sign.
    ["10200", "New York", "NY", 40.8, -74.0, "America/New_York"],
  ])("places %s", (zip, city, state, latitude, longitude, zone) => {
    const found = codes.find(zip);
    expect(found).toMatchObject({ zip, city, state, zone });
    expect(Math.abs((found?.latitude ?? 0) - latitude)).toBeLessThan(0.5);
    expect(Math.abs((found?.longitude ?? 0) - longitude)).toBeLessThan(0.5);
  });

  it("knows military mail by its state, and neither its place nor its zone", () => {
    expect(codes.find("09012")).toMatchObject({ city: "APO", state: "AE", latitude: undefined, zone: undefined });
    expect(codes.find("96349")).toMatchObject({ state: "AP", longitude: undefined });
  });

  it("has no zero for a coordinate, none outside the United States and its islands, and a zone for each", () => {
    const found = all.map((zip) => codes.find(zip)).filter((each) => !["AA", "AE", "AP"].includes(each?.state ?? ""));
    const odd = found.filter((each) => {
      const { latitude = 0, longitude = 0, zone } = each ?? {};
      const isPacific = longitude > 130 && longitude < 180 && latitude > 1 && latitude < 55;
      const isWestern = longitude < -64 && longitude > -180 && (latitude > 17 || each?.state === "AS");
      return zone === undefined || latitude === 0 || longitude === 0 || !(isPacific || isWestern);
    });
    expect(odd).toEqual([]);
  });

  it("names zones that exist", () => {
    const zones = new Set(all.map((zip) => codes.find(zip)?.zone).filter((zone) => zone !== undefined));
    for (const zone of zones) expect(() => new Intl.DateTimeFormat("en", { timeZone: zone })).not.toThrow();
    expect(zones.size).toBeGreaterThan(25);
  });

  it.each(["00000", "99999", "8500", "850011", "85oo1", ""])("does not know %j", (zip) => {
    expect(codes.find(zip)).toBeUndefined();
  });
});
