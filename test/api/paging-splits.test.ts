import fc from "fast-check";
import { expect, test } from "vitest";
import { AlertPages } from "../../src/api/alert-pages.ts";
import type { Envelope } from "../../src/api/answer.ts";

/** Different records, some of one ZIP, some of none. */
const records = fc
  .uniqueArray(fc.record({ zip: fc.stringMatching(/^[0-2]{3}$/), note: fc.nat(50) }), {
    selector: (record) => JSON.stringify(record),
    minLength: 1,
    maxLength: 40,
  })
  .map((some) =>
    some.map(({ zip, note }) => ({ ...(note % 7 === 0 ? {} : { zip }), note, temperatureLevel: `L${note % 3}` })),
  );

/** The records cut at any places into pages, the later ones repeating some of those before, as a list that moves does. */
const split = fc
  .tuple(
    fc.uniqueArray(records, { minLength: 1, maxLength: 1 }).map(([some = []]) => dedupe(some)),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
    fc.record({
      firstPage: fc.constantFrom(0, 1, null),
      tells: fc.constantFrom("hasMore", "total", "both"),
      /** Of which earlier records, and whether before or behind its own, each later page repeats some. */
      repeats: fc.array(fc.tuple(fc.nat(40), fc.boolean()), { maxLength: 4 }),
      repeatsOn: fc.constantFrom("all", "last"),
    }),
  )
  .map(([all, cuts, way]) => {
    const places = [...new Set(cuts.map((cut) => Math.floor(cut * all.length)))]
      .filter((at) => at > 0 && at < all.length)
      .sort((a, b) => a - b);
    const bounds = [0, ...places, all.length];
    const pages = bounds.slice(1).map((end, index) => all.slice(bounds[index], end));
    return { all, pages, ...way };
  });

function dedupe<T>(some: readonly T[]): readonly T[] {
  return [...new Map(some.map((record) => [JSON.stringify(record), record])).values()];
}

test("however the records are cut into pages, and however a page says what it is, the set is the same", () => {
  fc.assert(
    fc.property(split, ({ all, pages, firstPage, tells, repeats, repeatsOn }) => {
      const reading = new AlertPages();
      for (const [index, page] of pages.entries()) {
        const isLast = index === pages.length - 1;
        // What a page repeats of those before, it holds beside records of its own.
        const earlier = pages.slice(0, index).flat();
        const isRepeating = index > 0 && (isLast || repeatsOn === "all");
        const repeated = (isBehind: boolean) =>
          repeats
            .filter(([, behind]) => isRepeating && behind === isBehind)
            .flatMap(([place]) => earlier.slice(place % earlier.length).slice(0, 1));
        expect(reading.nextPage()).toBe(index + 1);
        expect(reading.parameterOf(index + 1)).toBe(index === 0 || firstPage !== 0 ? index + 1 : index);
        const envelope: Envelope = {
          records: [...repeated(false), ...page, ...repeated(true)],
          generatedAt: "g",
          granularity: "zip3",
          windowHours: 24,
          horizon: undefined,
          total: tells === "hasMore" ? null : all.length,
          page: firstPage === null ? null : firstPage + index,
          pageSize: null,
          hasMore: tells === "total" ? null : !isLast,
        };
        expect(reading.take(index + 1, envelope, 1)).toBe("taken");
        expect(reading.isComplete).toBe(isLast);
      }
      const set = reading.toSet(undefined);
      expect(set.records).toEqual(all);
      expect(set.total).toBe(all.length);
      expect(Object.values(set.byLevel).reduce((sum, count) => sum + count, 0)).toBe(all.length);
      for (const prefix of ["0", "01", "012"]) {
        expect(set.at(prefix)).toEqual(all.filter(({ zip }) => zip?.startsWith(prefix)));
      }
    }),
    { numRuns: 500 },
  );
});
