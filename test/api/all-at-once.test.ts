import { describe, expect, test } from "vitest";
import { AlertPages } from "../../src/api/alert-pages.ts";
import type { Envelope } from "../../src/api/answer.ts";
import { LAST, MORE, page, zipsOf } from "../support/alert-page.ts";

describe("alerts that are all asked for at once, by size (DESIGN 4, paging)", () => {
  const begun = (): AlertPages => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, generatedAt: "a", total: 3 }), 1);
    return pages;
  };

  test.each<[string, Partial<Envelope>, boolean]>([
    ["says that there is no more", LAST, true],
    ["says nothing and has all", { total: 3 }, true],
    ["says nothing and has all, a double among them", { total: 4 }, true],
    ["says nothing and has too few", { total: 5 }, false],
    ["says nothing at all and has all that was announced before", {}, true],
    ["says that there is more", { hasMore: true, total: 3 }, false],
  ])("the whole where it %s: %j is %j", (_, fields, isWhole) => {
    const pages = begun();
    expect(pages.takeWhole(page(["1", "2", "3", "3"], fields), 5)).toBe(isWhole);
    expect([pages.isComplete, zipsOf(pages), pages.bytes]).toEqual([isWhole, ["1", "2", "3"], 6]);
  });

  test("data of another time takes the place of what was read before", () => {
    const pages = begun();
    expect(pages.take(2, page(["9"], { generatedAt: "b" }), 1)).toBe("changed");
    pages.takeWhole(page(["2", "3"], { ...LAST, generatedAt: "b" }), 5);
    expect(pages.isOutdated).toBe(false);
    expect([zipsOf(pages), pages.hasZip("1"), pages.hasZip("2")]).toEqual([["2", "3"], false, true]);
  });

  test.each<Partial<Envelope>>([{}, { hasMore: true, total: 2 }, { total: 3 }])(
    "data of another time that may not be all of it (%j) stands beside what was read before",
    (fields) => {
      const pages = begun();
      expect(pages.takeWhole(page(["2", "3"], { ...fields, generatedAt: "b" }), 5)).toBe(false);
      expect([pages.isOutdated, zipsOf(pages), pages.isComplete]).toEqual([true, ["1"], false]);
    },
  );

  test("what comes once more when it is whole, asked for by who went on with it, is not taken in", () => {
    const pages = begun();
    const all = page(["1", "2", "3"], { ...LAST, total: 3 });
    expect(pages.takeWhole(all, 5)).toBe(true);
    pages.close();
    const [whole, bytes] = [zipsOf(pages), pages.bytes];
    expect([pages.takeWhole(all, 5), pages.take(2, page(["2"], MORE), 1), pages.take(3, all, 5)]).toEqual([
      true,
      "taken",
      "taken",
    ]);
    expect([zipsOf(pages), pages.bytes, pages.isComplete]).toEqual([whole, bytes, true]);
  });

  test("what was announced before must come, though it says otherwise now", () => {
    const whole = (zips: readonly string[], fields: Partial<Envelope>) => {
      const pages = new AlertPages();
      pages.take(1, page(["1"], { ...MORE, generatedAt: "a", total: 3 }), 1);
      return [pages.takeWhole(page(zips, fields), 5), pages.total, pages.isShort];
    };
    expect(whole(["1", "2"], {})).toEqual([false, 3, true]);
    expect(whole(["1", "2"], { ...LAST, total: 2 })).toEqual([true, 3, true]);
    expect(whole(["1", "2"], { ...LAST, generatedAt: "b", total: 2 })).toEqual([true, 2, false]);
  });

  test("of another time that are not all take the place of nothing, and are told beside what came before", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, total: 3, generatedAt: "a" }), 5);
    expect(pages.take(2, page(["2"], { ...MORE, generatedAt: "b" }), 5)).toBe("changed");
    expect(pages.takeWhole(page(["3"], { ...MORE, generatedAt: "b" }), 5)).toBe(false);
    expect([zipsOf(pages), pages.isOutdated, pages.keptBytes]).toEqual([["1"], true, 15]);
    expect(pages.takeWhole(page(["3"], { ...LAST, total: 9, generatedAt: "b" }), 5)).toBe(false);
    const set = pages.toSet({ reason: "page_ignored" });
    expect(set.records.map(({ zip }) => zip)).toEqual(["2", "3", "1"]);
    expect(set).toMatchObject({ generatedAt: "a", later: { generatedAt: "b", records: { length: 2 } } });
    expect(pages.takeWhole(page(["4"], { ...LAST, generatedAt: "b" }), 5)).toBe(true);
    expect([pages.isOutdated, pages.toSet(undefined).records]).toEqual([false, [{ zip: "4" }]]);
  });

  test("what it announces and sends counts from then on", () => {
    const ofFour = (...zips: readonly string[]) => {
      const pages = begun();
      pages.takeWhole(page(zips, { ...LAST, total: 4 }), 5);
      return [pages.total, pages.isShort];
    };
    expect([ofFour("1", "2"), ofFour("1", "2", "2", "2")]).toEqual([
      [4, true],
      [4, false],
    ]);
  });
});
