import { describe, expect, test } from "vitest";
import { AlertPages } from "../../src/api/alert-pages.ts";
import type { Envelope } from "../../src/api/answer.ts";
import { LAST, MORE, page, zipsOf } from "../support/alert-page.ts";

describe("the pages of one reading (DESIGN 4, paging)", () => {
  test("in order: complete with the page that says so", () => {
    const pages = new AlertPages();
    expect([pages.isComplete, pages.nextPage(), pages.pagesRead, pages.pagesTotal, pages.total]).toEqual([
      false,
      1,
      0,
      null,
      null,
    ]);
    expect(pages.take(1, page(["1", "2"], { ...MORE, total: 3, pageSize: 2 }), 10)).toBe("taken");
    expect([pages.isComplete, pages.nextPage(), pages.pagesRead, pages.pagesTotal]).toEqual([false, 2, 1, 2]);
    expect(pages.take(2, page(["3"], LAST), 5)).toBe("taken");
    expect([pages.isComplete, pages.nextPage(), pages.pagesRead, pages.pagesTotal]).toEqual([true, undefined, 2, 2]);
    expect([zipsOf(pages), pages.bytes, pages.total, pages.isShort]).toEqual([["1", "2", "3"], 15, 3, false]);
  });

  test("out of order: a page beyond the end adds nothing, and one missing before it is still to be read", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], MORE), 1);
    expect(pages.nextPage(new Set([2, 3]))).toBe(4);
    expect(pages.take(3, page(["3"], LAST), 1)).toBe("taken");
    expect([pages.isComplete, pages.nextPage(), pages.nextPage(new Set([2]))]).toEqual([false, 2, undefined]);
    expect(pages.take(4, page(["4"], MORE), 1)).toBe("taken");
    expect(zipsOf(pages)).toEqual(["1", "3"]);
    expect(pages.take(2, page(["2"], LAST), 1)).toBe("taken");
    expect([pages.isComplete, pages.pagesTotal, pages.bytes]).toEqual([true, 2, 3]);
  });

  test("an end that an empty page tells before the page in front of it is there leaves that one to be read", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], MORE), 1);
    expect(pages.take(3, page([], LAST), 1)).toBe("taken");
    expect([pages.isComplete, pages.nextPage(), pages.pagesTotal]).toEqual([false, 2, 2]);
    pages.take(2, page(["2"], MORE), 1);
    expect([pages.isComplete, zipsOf(pages)]).toEqual([true, ["1", "2"]]);
  });

  test("an earlier end that comes later stays the end", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], MORE), 1);
    pages.take(2, page(["2"], LAST), 1);
    pages.take(3, page(["3"], LAST), 1);
    expect(pages.pagesTotal).toBe(2);
  });

  test("without hasMore a total is believed, without either there is one page", () => {
    const counted = new AlertPages();
    counted.take(1, page(["1", "2"], { total: 3 }), 1);
    expect([counted.isComplete, counted.pagesTotal]).toEqual([false, 2]);
    counted.take(2, page(["3"], { total: 3 }), 1);
    expect(counted.isComplete).toBe(true);
    const alone = new AlertPages();
    alone.take(1, page(["1"]), 1);
    expect([alone.isComplete, alone.isShort, alone.total, alone.pagesTotal]).toEqual([true, false, null, 1]);
  });

  test("pages that nobody can count have no number", () => {
    const empty = new AlertPages();
    expect(empty.take(1, page([], { ...MORE, total: 5 }), 1)).toBe("taken");
    expect([empty.pagesTotal, empty.pagesRead]).toEqual([null, 1]);
    const none = new AlertPages();
    none.take(1, page(["1"], { ...MORE, pageSize: 10 }), 1);
    expect(none.pagesTotal).toBeNull();
    const zero = new AlertPages();
    zero.take(1, page(["1"], { ...MORE, total: 0, pageSize: 10 }), 1);
    expect(zero.pagesTotal).toBeNull();
  });

  test("an empty page ends the reading where it says so, and is a fault where more was announced", () => {
    const ended = new AlertPages();
    ended.take(1, page(["1"], MORE), 1);
    expect(ended.take(2, page([], LAST), 7)).toBe("taken");
    expect([ended.isComplete, ended.pagesTotal, ended.pagesRead, ended.bytes]).toEqual([true, 1, 1, 1]);
    const faulty = new AlertPages();
    faulty.take(1, page(["1"], MORE), 1);
    expect(faulty.take(2, page([], MORE), 1)).toBe("empty");
    expect(faulty.isComplete).toBe(false);
    const whole = new AlertPages();
    whole.take(1, page(["1"], { ...MORE, total: 2 }), 1);
    expect(whole.take(2, page([], { ...MORE, total: 2 }), 1)).toBe("empty");
    whole.take(2, page(["2"], { ...MORE, total: 2 }), 1);
    expect(whole.take(3, page([], { ...MORE, total: 2 }), 1)).toBe("taken");
    expect([whole.isComplete, whole.isShort]).toEqual([true, false]);
    const nothing = new AlertPages();
    expect(nothing.take(1, page([], LAST), 1)).toBe("taken");
    expect([nothing.isComplete, nothing.pagesRead, nothing.pagesTotal]).toEqual([true, 1, 1]);
  });

  test("an empty page that says nothing ends the reading only where all that was announced is there", () => {
    const ended = (zips: readonly string[], total: number | null) => {
      const pages = new AlertPages();
      pages.take(1, page(zips, { ...MORE, total }), 1);
      return [pages.take(2, page([]), 1), pages.isComplete];
    };
    expect(ended(["1"], null)).toEqual(["empty", false]);
    expect(ended(["1"], 2)).toEqual(["empty", false]);
    expect(ended(["1", "1"], 2)).toEqual(["taken", true]);
    expect(ended(["1", "2"], 2)).toEqual(["taken", true]);
    expect(ended(["1", "2", "3"], 2)).toEqual(["empty", false]);
  });

  test("a page that says nothing of more is the last only where it is the first, and is not full", () => {
    const alone = (fields: Partial<Envelope>, asked?: number) => {
      const pages = new AlertPages();
      pages.pageSize = asked;
      pages.take(1, page(["1", "2"], fields), 1);
      return pages.isComplete;
    };
    expect([alone({}), alone({ pageSize: 3 }), alone({}, 3), alone({ pageSize: 3 }, 2)]).toEqual(Array(4).fill(true));
    expect([alone({ pageSize: 2 }), alone({}, 2), alone({ pageSize: 1 }, 3)]).toEqual(Array(3).fill(false));
    for (const total of [null, 4]) {
      const pages = new AlertPages();
      pages.take(1, page(["1"], { ...MORE, total }), 1);
      pages.take(2, page(["2"]), 1);
      expect([pages.isComplete, pages.nextPage()]).toEqual([false, 3]);
    }
    const counted = new AlertPages();
    counted.take(1, page(["1"], { ...MORE, total: 2 }), 1);
    counted.take(2, page(["2"]), 1);
    expect(counted.isComplete).toBe(true);
  });

  test("a last page that says nothing may come before those in front of it", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, total: 3 }), 1);
    pages.take(3, page(["3"], { total: 3 }), 1);
    expect([pages.isComplete, pages.nextPage()]).toEqual([false, 2]);
    pages.take(2, page(["2"], { ...MORE, total: 3 }), 1);
    expect([pages.isComplete, pages.pagesTotal]).toEqual([true, 3]);
  });

  test("a total that is too small for what follows counts no pages", () => {
    const pages = new AlertPages();
    const counts: (number | null)[] = [];
    for (const number of [1, 2, 3]) {
      pages.take(number, page([`${number}`], { ...(number === 3 ? LAST : MORE), total: 2, pageSize: 1 }), 1);
      counts.push(pages.pagesTotal);
    }
    expect(counts).toEqual([2, null, 3]);
  });

  test("a double in one page is two of those announced: no page is asked for in its place", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1", "1", "2"], { total: 3 }), 1);
    expect([pages.isComplete, zipsOf(pages)]).toEqual([true, ["1", "2"]]);
  });

  test("the same page again, by its records or by its own number, is told", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1", "2"], { ...MORE, page: 1, total: 4 }), 1);
    expect(pages.take(2, page(["2", "1"], { ...MORE, page: 2 }), 1)).toBe("repeated");
    expect(pages.take(2, page(["3"], { ...MORE, page: 1 }), 1)).toBe("repeated");
    // Of those the one that brought a record is kept with it.
    expect([pages.pagesRead, pages.isComplete, pages.bytes]).toEqual([1, false, 2]);
    expect(pages.take(2, page(["2", "4"], { ...MORE, page: 2 }), 1)).toBe("taken");
    expect(zipsOf(pages)).toEqual(["1", "2", "3", "4"]);
  });

  test("a page of another number that brings all that was announced makes the whole", () => {
    const whole = (fields: Partial<Envelope>, total: number | null) => {
      const pages = new AlertPages();
      pages.take(1, page(["1"], { ...MORE, page: 1, total }), 1);
      return [pages.take(2, page(["1", "2"], { page: 1, ...fields }), 1), pages.isComplete];
    };
    expect(whole(LAST, 2)).toEqual(["taken", true]);
    expect(whole({}, 2)).toEqual(["taken", true]);
    expect(whole(MORE, 2)).toEqual(["repeated", false]);
    expect(whole(LAST, 3)).toEqual(["repeated", false]);
    expect(whole(LAST, null)).toEqual(["repeated", false]);
  });

  test("pages are counted from 0 where the first one calls itself 0", () => {
    const pages = new AlertPages();
    expect(pages.parameterOf(2)).toBe(2);
    pages.take(1, page(["1"], { ...MORE, page: 0 }), 1);
    expect(pages.parameterOf(2)).toBe(1);
    expect(pages.take(2, page(["2"], { ...MORE, page: 1 }), 1)).toBe("taken");
    expect(pages.take(3, page(["3"], { ...LAST, page: 1 }), 1)).toBe("repeated");
  });

  test("data of another time is refused; a time that is missing is no change", () => {
    const pages = new AlertPages();
    pages.take(1, page(["1"], { ...MORE, generatedAt: "a" }), 1);
    expect(pages.take(2, page(["2"], { ...MORE, generatedAt: "b" }), 1)).toBe("changed");
    expect(zipsOf(pages)).toEqual(["1"]);
    expect(pages.take(2, page(["2"], MORE), 1)).toBe("taken");
    expect(pages.take(3, page(["3"], { ...LAST, generatedAt: "b" }), 1)).toBe("changed");
    expect(pages.take(3, page(["3"], { ...LAST, generatedAt: "a" }), 1)).toBe("taken");
    const late = new AlertPages();
    late.take(1, page(["1"], MORE), 1);
    expect(late.take(2, page(["2"], { ...MORE, generatedAt: "a" }), 1)).toBe("taken");
    expect(late.take(3, page(["3"], { ...LAST, generatedAt: "b" }), 1)).toBe("changed");
    expect(late.toSet(undefined).generatedAt).toBe("a");
    const timeless = new AlertPages();
    timeless.take(1, page(["1"], MORE), 1);
    expect(timeless.take(2, page(["2"], { ...LAST, generatedAt: "b" }), 1)).toBe("taken");
  });

  test("fewer records than announced, doubles counted, is short", () => {
    const short = (zips: readonly string[], total: number) => {
      const pages = new AlertPages();
      pages.take(1, page(zips, { ...LAST, total }), 1);
      return pages.isShort;
    };
    expect([short(["1", "2"], 3), short(["1", "1", "2"], 3), short(["1", "2", "3"], 3)]).toEqual([true, false, false]);
  });

  test("the largest total that a page announced counts", () => {
    for (const [first, second] of [
      [4, 6],
      [6, 4],
    ] as const) {
      const pages = new AlertPages();
      pages.take(1, page(["1", "2"], { ...MORE, total: first }), 1);
      pages.take(2, page(["3", "4"], { ...LAST, total: second }), 1);
      expect([pages.total, pages.isShort]).toEqual([6, true]);
    }
  });

  test("a record that another page had is none of those announced, whichever came first", () => {
    const overlapping = (total: number, order: readonly number[]) => {
      const pages = new AlertPages();
      pages.take(1, page(["1", "1", "2"], { ...MORE, total }), 1);
      for (const number of order) {
        pages.take(number, page(number === 2 ? ["2", "3"] : ["3", "4"], { ...(number === 2 ? MORE : LAST), total }), 1);
      }
      expect(zipsOf(pages)).toHaveLength(4);
      return pages.isShort;
    };
    for (const order of [
      [2, 3],
      [3, 2],
    ]) {
      expect([overlapping(5, order), overlapping(6, order)]).toEqual([false, true]);
    }
  });

  test("a ZIP is known once a record names it", () => {
    const pages = new AlertPages();
    pages.take(1, { ...page(["85001"], MORE), records: [{ zip: "85001" }, {}, { zip: 7 }] }, 1);
    expect([pages.hasZip("85001"), pages.hasZip("850"), pages.hasZip("undefined")]).toEqual([true, false, false]);
  });
});
