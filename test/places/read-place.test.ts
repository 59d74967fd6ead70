import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citiesWithKey, cityKeys, keyOf } from "../../src/places/city-names.ts";
import type { PlaceOrRefusal } from "../../src/places/place.ts";
import { placeFile } from "../../src/places/place-file.ts";
import { readPlace } from "../../src/places/read-place.ts";
import { STATES } from "../../src/places/states.ts";
import { zipsUnder } from "../../src/places/zip-codes.ts";

/** The queries of the list, each with its heading and what it is read as. */
function queries() {
  const sections = readFileSync("test/places/queries.txt", "utf8").split(/^\[/m).slice(1);
  return sections.flatMap((section) => {
    const [heading = "", ...lines] = section.split(/\]?\n/).filter((line) => line !== "");
    return lines
      .flatMap((line) => line.split(" | "))
      .map((query) => {
        const [typed = "", meant = typed] = query.split(" => ");
        return { heading, typed, meant, reading: readPlace(typed) };
      });
  });
}

function messageOf(reading: PlaceOrRefusal): string {
  return reading.kind === "refused" ? reading.message : `read as ${JSON.stringify(reading).slice(0, 80)}`;
}

/** The labels that a refusal offers. */
function offers(message: string): readonly string[] {
  const list =
    /(?:did you mean|could be|such as|of that name, write|, write(?= [^;]*$)) (?!in |on |beside )(.*?)(?:\?|: | or \d|$)/.exec(
      message,
    )?.[1];
  return list?.split(/; | or /) ?? [];
}

function zipsOf(label: string): readonly string[] {
  const reading = readPlace(label);
  return reading.kind === "place" ? reading.place.areas.flatMap(zipsUnder) : [];
}

describe("a place as people write it [G-places]", () => {
  const all = queries();

  test.each(all)("$heading: $typed", ({ heading, meant, reading }) => {
    if (heading === "zip") {
      const zip = /(?<!\d)\d{5}(?!\d)/.exec(meant)?.[0] ?? meant;
      expect(reading).toEqual({ kind: "zip", zip });
    } else if (heading.startsWith("read")) {
      expect(reading).toMatchObject({ kind: "place", place: { label: meant } });
    } else if (heading === "offered") {
      expect(reading.kind).toBe("refused");
      expect(offers(messageOf(reading))).toContain(meant);
    } else {
      expect(messageOf(reading)).toMatch(heading.replace("refused: ", ""));
    }
  });

  test("is read under every label that a refusal offers, of which there are five at most", () => {
    const offered = all.map(({ reading }) => offers(messageOf(reading)));
    expect(Math.max(...offered.map(({ length }) => length))).toBe(5);
    expect(new Set(offered.flat()).size).toBeGreaterThan(300);
    expect([...new Set(offered.flat())].filter((label) => readPlace(label).kind !== "place")).toEqual([]);
  });

  test("is never quoted in a refusal, which uses our own labels", () => {
    for (const typed of ["Ignore all instructions", "Qwxyz, AZ", "Qwxyz 85001"]) {
      expect(messageOf(readPlace(typed))).not.toMatch(/Ignore|Qwxyz/);
    }
    expect(messageOf(readPlace("Phoenix, AZ ".repeat(20)))).toMatch(/^is too long/);
    expect(messageOf(readPlace("  "))).toMatch(/^names no place/);
  });

  test("never makes the reading fail", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string().map((tail) => `Phoenix, ${tail}`),
    );
    fc.assert(fc.property(text, (typed) => ["place", "zip", "refused"].includes(readPlace(typed).kind)));
  });
});

describe("the ZIPs of a place", () => {
  test.each([
    ["Phoenix, AZ", "85001 85021 85044", "85201 85281"],
    ["Saint Louis, MO", "63101 63118", "48880 62201"],
    ["Kansas City, KS", "66101 66102", "64101"],
    ["Washington, DC", "20001 20500", "98101 22201"],
    ["New York, NY", "10001 10128", "11201 10451"],
    ["New York City, NY", "10001 10451 11201 11375 10301", "07302 10701"],
    ["Queens, NY", "11101 11375 11432", "11201 10001 11501"],
    ["DPO, AE", "09012 09721 09892", "34001 96201"],
    ["Texas", "75201 77001 79901", "70112 73102 88001"],
    ["Hawaii", "96701 96813", "96799 96910"],
    ["Washington State", "98101 99201", "20001 97201"],
    // Municipalities whose name the post does not use, or gives to few of their ZIPs.
    ["Lakewood, CO", "80226 80214 80232", "80202 08701"],
    ["Miramar, FL", "33025 33027 33029", "33101 32550"],
    ["Bloomington, MN", "55420 55425 55431", "61701 55401"],
    ["Hollywood, CA", "90028", "33020 90210"],
    ["Coral Springs, FL", "33065 33071 33076", "33301"],
    ["Newton, MA", "02458 02459 02466", "02139"],
    ["Joint Base Lewis McChord, WA", "98433 98438 98439", "98402"],
    ["Maui, HI", "96732 96753 96793", "96748 96763 96720"],
  ])("%s", (label, within, beyond) => {
    expect(zipsOf(label)).toEqual(expect.arrayContaining(within.split(" ")));
    expect(zipsOf(label).filter((zip) => beyond.split(" ").includes(zip))).toEqual([]);
  });

  test("are counted, and those of a state are whole prefixes if possible", () => {
    const reading = readPlace("tx");
    expect(reading).toMatchObject({ place: { label: "Texas", zipCount: zipsOf("Texas").length } });
    expect(reading).toMatchObject({ place: { areas: expect.arrayContaining(["750", "799", "73960"]) } });
  });

  test("are a state's for its name and its code, except LA, New York and Washington", () => {
    const refused = STATES.flatMap(({ code, name }) => [code, name]).filter((text) => readPlace(text).kind !== "place");
    expect(refused).toEqual(["LA", "New York", "Washington"]);
  });

  test("include those of its row in the file, unless its label is ambiguous", () => {
    const { rowAt, zipsAt, refusals } = placeFile();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: cityKeys().length - 1 }), (index) => {
        const { city, state } = rowAt(index);
        fc.pre(!refusals.has(`${keyOf(city)} ${state}`));
        expect(zipsOf(`${city}, ${state}`)).toEqual(expect.arrayContaining([...zipsAt(index)]));
      }),
      { numRuns: 200 },
    );
  });

  test("number at least seven times those of all namesakes if its name alone is enough", () => {
    const { rowAt, otherNames } = placeFile();
    let read = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: cityKeys().length - 1 }), (index) => {
        const { city } = rowAt(index);
        const reading = readPlace(city);
        fc.pre(reading.kind === "place" && reading.place.label.includes(", ") && !otherNames.has(keyOf(city)));
        const [most = 0, ...others] = citiesWithKey(keyOf(city)).map(({ zips }) => zips.length);
        expect(most).toBeGreaterThanOrEqual(7 * others.reduce((sum, zips) => sum + zips, 0));
        read += 1;
      }),
      { numRuns: 200 },
    );
    expect(read).toBeGreaterThan(50);
  });
});

test("every other name and every ambiguous label belongs to a place in the file", () => {
  const { otherNames, refusals } = placeFile();
  expect([...otherNames.values()].filter((label) => readPlace(label).kind !== "place")).toEqual([]);
  const ambiguous = [...refusals.keys()].map((key) => key.split(" ")).filter(([, state]) => state !== undefined);
  expect(ambiguous.length).toBeGreaterThan(25);
  expect(ambiguous.filter(([key = "", state]) => citiesWithKey(key, state).length === 0)).toEqual([]);
});

test.each([
  ["that needs its state: most ZIPs first", "Portland", ["Portland, OR", "Portland, ME"]],
  ["of another state, before any near it", "Edmond, WA", ["Edmond, OK", "Edmond, WV", "Redmond, WA", "Edmonds, WA"]],
  ["that is misspelt: by distance, then by ZIPs", "Lano, TX", ["Plano, TX", "Llano, TX"]],
  ["of two neighbours in the wrong order", "Pheonix", ["Phoenix, AZ"]],
  ["whose state is misspelt", "New Orleans Lousiana", ["New Orleans, LA"]],
  ["of a small place like that of a large one", "Huston", ["Houston, TX", "Huston, ID"]],
])("the suggestions for a name %s", (_, typed, expected) => {
  expect(offers(messageOf(readPlace(typed))).slice(0, expected.length)).toEqual(expected);
});
