import { describe, expect, test } from "vitest";
import { AlertPages } from "../../src/api/alert-pages.ts";
import { LAST, MORE, NOTHING, page, zipsOf } from "../support/alert-page.ts";

describe("the set of what was read", () => {
  test("a complete one, levels most frequent first", () => {
    const pages = new AlertPages();
    const levels = ["Warm", "Hot", "Hot", 5, undefined, "Hot", null];
    const records = levels.map((temperatureLevel, n) => ({ zip: `8500${n}`, temperatureLevel }));
    pages.take(1, { ...NOTHING, records, generatedAt: "a", windowHours: 24, granularity: "zip5", hasMore: false }, 1);
    const set = pages.toSet(undefined);
    expect(set).toMatchObject({
      records,
      total: 7,
      generatedAt: "a",
      windowHours: 24,
      granularity: "zip5",
      unplaced: 0,
    });
    expect(Object.entries(set.byLevel)).toEqual([
      ["Hot", 3],
      ["(none)", 3],
      ["Warm", 1],
    ]);
    expect(set).not.toHaveProperty("incomplete");
    expect(set.at("85001")).toEqual([records[1]]);
  });

  test("an incomplete one, with what was read of how much", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1", "", "1"], { ...MORE, pageSize: 3 }), 1);
    const set = pages.toSet({ reason: "time" });
    expect(set).toMatchObject({ total: null, generatedAt: null, windowHours: null, granularity: null, unplaced: 1 });
    expect(set.incomplete).toEqual({ reason: "time", pagesRead: 1, pagesTotal: null });
    pages.take(2, page(["2"], { ...LAST, total: 9 }), 1);
    expect(set.records).toHaveLength(2);
    expect(pages.toSet({ reason: "time" }).incomplete).toMatchObject({ pagesRead: 2, pagesTotal: 2 });
  });

  test("made before the last page leaves every record known: one that comes again is none more", () => {
    const pages = new AlertPages();
    const [hot, warm] = ["Hot", "Warm"].map((temperatureLevel) => ({ zip: "85001", temperatureLevel }));
    pages.take(1, { ...NOTHING, ...MORE, records: [{ ...hot }, { ...warm }] }, 1);
    pages.toSet({ reason: "answered" });
    pages.take(2, { ...NOTHING, ...LAST, records: [{ ...warm }, { zip: "85002" }] }, 1);
    expect(pages.toSet(undefined).records).toEqual([hot, warm, { zip: "85002" }]);
  });

  test("made of a page that came twice, since it was asked for anew, holds it once", () => {
    const pages = new AlertPages();
    pages.take(1, page(["85001"], { ...MORE, total: 3 }), 1);
    expect(pages.take(2, page(["85002"], MORE), 1)).toBe("taken");
    expect(pages.take(2, page(["85002"], MORE), 1)).toBe("taken");
    expect([zipsOf(pages), pages.pagesRead, pages.nextPage(), pages.bytes]).toEqual([["85001", "85002"], 2, 3, 2]);
  });

  test("asked for at once, of data whose number nobody told, is of no known number of pages", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, generatedAt: "a", total: 5, pageSize: 1 }), 1);
    expect(pages.pagesTotal).toBe(5);
    expect(pages.takeWhole(page(["1", "2"], { ...LAST, generatedAt: "b" }), 1)).toBe(true);
    expect(pages.pagesTotal).toBeNull();
  });

  test("that is whole is of one time: what newer data sent beyond its end is told only while pages are missing", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, generatedAt: "a" }), 1);
    expect(pages.take(3, page(["3"], { ...MORE, generatedAt: "b" }), 1)).toBe("changed");
    expect(pages.toSet({ reason: "changed" })).toMatchObject({ later: { generatedAt: "b", records: [{ zip: "3" }] } });
    pages.take(2, page(["2"], { ...LAST, generatedAt: "a" }), 1);
    expect(pages.isComplete).toBe(true);
    const whole = pages.toSet(undefined);
    expect([whole.records.map(({ zip }) => zip), whole.later]).toEqual([["1", "2"], undefined]);
  });

  test("is given without its reading losing what it has seen", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1", "2"], MORE), 1);
    pages.toSet({ reason: "time" });
    pages.take(2, page(["2", "3"], LAST), 1);
    expect(zipsOf(pages)).toEqual(["1", "2", "3"]);
  });

  test("holds a record nested too deep to be compared", () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const pages = new AlertPages();
    expect(pages.take(1, { ...NOTHING, records: [{ zip: "1", deep }, { zip: "1" }, { zip: "1", deep }] }, 1)).toBe(
      "taken",
    );
    expect(pages.toSet(undefined).at("1")).toHaveLength(3);
  });

  test("of nothing", () => {
    expect(new AlertPages().toSet(undefined)).toMatchObject({ records: [], total: 0, byLevel: {}, generatedAt: null });
  });

  test("the total is the service's where it gives one", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, total: 312 }), 1);
    expect(pages.toSet({ reason: "time" }).total).toBe(312);
    expect(pages.toSet(undefined).total).toBe(312);
  });

  test("a total that counts fewer than were sent is not known", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1", "2"], { ...MORE, total: 0 }), 1);
    expect(pages.toSet({ reason: "time" }).total).toBeNull();
    expect(pages.toSet(undefined).total).toBe(2);
    const equal = new AlertPages();
    equal.take(1, page(["1", "2"], { ...MORE, total: 2 }), 1);
    expect(equal.toSet({ reason: "time" }).total).toBe(2);
  });
});
