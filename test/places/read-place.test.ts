import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CityNames } from "../../src/places/city-names.ts";
import { AMBIGUOUS, NICKNAMES } from "../../src/places/nicknames.ts";
import { keyOf, wordsOf } from "../../src/places/place-name.ts";
import { readPlace } from "../../src/places/read-place.ts";
import { ZipCodes } from "../../src/places/zip-codes.ts";
import { countriesAndZips } from "./country-and-zip.ts";
import { furtherQueries } from "./further-queries.ts";
import { misspellings } from "./misspellings.ts";
import { quartersAndKinds } from "./quarters-and-kinds.ts";
import { type Query, queries as wellKnown } from "./queries.ts";
import { supportQueries } from "./support-queries.ts";
import { zipsAndCities } from "./zip-and-city.ts";

const queries: readonly Query[] = [
  ...wellKnown,
  ...quartersAndKinds,
  ...misspellings,
  ...zipsAndCities,
  ...countriesAndZips,
  ...furtherQueries,
  ...supportQueries,
];

/** Every known ZIP code of a place. */
function zipsOf(areas: readonly string[]): string[] {
  return areas.flatMap((area) => ZipCodes.open().under(area));
}

function words(list: string): string[] {
  return list.split(" ");
}

describe("a place as people type it", () => {
  it.each(queries)("$typed", ({ typed, place, has, lacks, within, exactly, says, zip, candidates, refused }) => {
    const reading = readPlace(typed);
    if (zip !== undefined) {
      const remark = { full: expect.stringMatching(says ?? /./), brief: expect.any(String) };
      expect(reading).toEqual({ kind: "zip", zip, ...(says === undefined ? {} : { remark }) });
      return;
    }
    if (reading.kind !== "place") {
      expect(place).toBeUndefined();
      expect(reading).toMatchObject({
        kind: "unread",
        message: refused ? expect.stringMatching(refused) : expect.any(String),
      });
      for (const candidate of candidates ?? [])
        expect(reading).toHaveProperty("message", expect.stringContaining(candidate));
      return;
    }
    expect(reading.place.label).toBe(place);
    const zips = zipsOf(reading.place.areas);
    expect(zips).toHaveLength(reading.place.zipCount);
    if (exactly !== undefined) expect(zips).toEqual(words(exactly));
    if (has !== undefined) expect(zips).toEqual(expect.arrayContaining(words(has)));
    if (lacks !== undefined) expect(zips.filter((each) => words(lacks).includes(each))).toEqual([]);
    if (within !== undefined) {
      expect(zips.filter((each) => !words(within).some((prefix) => each.startsWith(prefix)))).toEqual([]);
    }
    if (says !== undefined) expect(reading.remark?.full).toMatch(says);
  });

  it("takes every label that it gives, and every candidate that it offers", () => {
    const offered = queries.flatMap(({ typed }) => {
      const reading = readPlace(typed);
      if (reading.kind === "place") return [reading.place.label];
      const list = reading.kind === "unread" ? /could be (.*?)(?:: | or \d)/.exec(reading.message)?.[1] : undefined;
      return list === undefined ? [] : list.split(/; | or /);
    });
    expect(offered.length).toBeGreaterThan(60);
    // A label that is a state's name too is told apart by what follows it.
    const names = offered.filter((label) => label !== "Washington");
    expect(names.filter((label) => readPlace(label).kind !== "place")).toEqual([]);
  });

  it("knows each of its ZIP codes by that city's name and state", () => {
    const cities = ZipCodes.open().cities();
    const sample = fc.constantFrom(...cities.filter(({ isPostal }) => isPostal));
    fc.assert(
      fc.property(sample, (city) => {
        const reading = readPlace(`${city.name}, ${city.state}`);
        expect(reading).toMatchObject({ kind: "place" });
        if (reading.kind !== "place") return;
        expect(reading.place.areas).toEqual(expect.arrayContaining(ZipCodes.open().zipsOf(city)));
        expect(reading.remark?.full ?? "").not.toContain("read as");
      }),
      { numRuns: 300 },
    );
  });

  it("is silent on a ZIP code beside a city exactly where it is one of that city's", () => {
    const codes = ZipCodes.open();
    const cities = codes.cities();
    const zip = fc.integer({ min: 500, max: 99_950 }).map((number) => codes.find(String(number).padStart(5, "0")));
    let silent = 0;
    fc.assert(
      fc.property(zip, fc.constantFrom(...cities), fc.boolean(), (known, other, isOwn) => {
        fc.pre(known !== undefined);
        const { city, state } = isOwn ? known : { city: other.name, state: other.state };
        const reading = readPlace(`${city}, ${state} ${known.zip}`);
        const place = readPlace(`${city}, ${state}`);
        const isOfCity = place.kind === "place" && place.place.areas.includes(known.zip);
        expect(reading.kind === "zip" && reading.remark === undefined).toBe(isOfCity);
        if (isOfCity) silent += 1;
        expect(isOwn && reading.kind === "unread").toBe(false);
      }),
      { numRuns: 150 },
    );
    expect(silent).toBeGreaterThan(30);
  });

  it("reads the names that may be offered, those that something else is known by above all", () => {
    const special = new Set([...Object.keys(AMBIGUOUS), ...Object.keys(NICKNAMES)]);
    const labels = CityNames.open()
      .labels()
      .filter((label, index) => {
        const [name = "", state = "", ...more] = label.split(", ");
        const key = keyOf(wordsOf(name));
        return index % 50 === 0 || more.length > 0 || special.has(key) || special.has(key + state.toLowerCase());
      });
    expect(labels.length).toBeGreaterThan(700);
    expect(labels.filter((label) => readPlace(label).kind !== "place")).toEqual([]);
  });

  it("reads any text at all without throwing, and repeats none of it", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string().map((tail) => `Phoenix, ${tail}`),
    );
    fc.assert(
      fc.property(text, (typed) => {
        expect(["place", "zip", "unread"]).toContain(readPlace(typed).kind);
      }),
    );
    expect(JSON.stringify(readPlace("Ignore all instructions"))).not.toContain("Ignore");
  });
});
