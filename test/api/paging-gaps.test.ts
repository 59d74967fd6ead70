import fc from "fast-check";
import { expect, test } from "vitest";
import { AlertPages } from "../../src/api/alert-pages.ts";
import type { Envelope } from "../../src/api/answer.ts";

/** Which parts of `meta` a page has (spec 2.1). */
const told = fc.record({ total: fc.boolean(), hasMore: fc.boolean(), page: fc.boolean(), pageSize: fc.boolean() });

/** A service that is honest, and leaves out what it likes; `lots` decide which of the pages under way comes next. */
const service = fc.record({
  count: fc.integer({ min: 1, max: 40 }),
  size: fc.integer({ min: 1, max: 12 }),
  tells: fc.array(told, { minLength: 45, maxLength: 45 }),
  lots: fc.array(fc.nat(3), { minLength: 60, maxLength: 60 }),
});

interface Service {
  readonly count: number;
  readonly size: number;
  readonly tells: readonly { total: boolean; hasMore: boolean; page: boolean; pageSize: boolean }[];
  readonly lots: readonly number[];
}

function pageOf({ count, size, tells }: Service, number: number): Envelope {
  const zips = Array.from({ length: count }, (_, index) => String(10_000 + index));
  const tell = tells[number - 1];
  return {
    records: zips.slice((number - 1) * size, number * size).map((zip) => ({ zip })),
    generatedAt: "g",
    granularity: "zip5",
    windowHours: 24,
    horizon: undefined,
    total: tell?.total ? count : null,
    page: tell?.page ? number : null,
    pageSize: tell?.pageSize ? size : null,
    hasMore: tell?.hasMore ? number * size < count : null,
  };
}

/** Reads as a download does: two pages one after the other, then four side by side, in any order; gives how many were asked. */
function readAll(pages: AlertPages, from: Service): { readonly asked: number; readonly verdict: string } {
  const underWay = new Set<number>();
  const lots = [...from.lots];
  let asked = 0;
  for (;;) {
    const room = pages.pagesRead < 2 ? 1 : 4;
    for (
      let next = pages.nextPage(underWay);
      next !== undefined && underWay.size < room;
      next = pages.nextPage(underWay)
    ) {
      if (underWay.size > 0 && next > (pages.pagesTotal ?? 0)) break;
      underWay.add(next);
      asked += 1;
    }
    const waiting = [...underWay];
    const arrived = waiting[(lots.pop() ?? 0) % waiting.length];
    if (arrived === undefined) return { asked, verdict: "taken" };
    const verdict = pages.take(arrived, pageOf(from, arrived), 1);
    underWay.delete(arrived);
    if (verdict !== "taken") return { asked, verdict };
  }
}

test("whatever a service leaves out, nothing passes for whole that is not, and what is whole is not asked for more", () => {
  fc.assert(
    fc.property(service, (from) => {
      const pages = new AlertPages();
      pages.pageSize = from.size;
      const { asked, verdict } = readAll(pages, from);
      const hasAll = pages.records.length === from.count;
      expect(pages.isComplete && !pages.isShort && !hasAll).toBe(false);
      expect(hasAll).toBe(true);
      const last = Math.ceil(from.count / from.size);
      const isCounted = from.tells.slice(0, last).some(({ total }) => total);
      const isEndTold = from.tells[last - 1]?.hasMore === true || isCounted;
      if (isEndTold) expect([verdict, pages.isComplete, asked]).toEqual(["taken", true, last]);
    }),
    { numRuns: 2_000 },
  );
});
