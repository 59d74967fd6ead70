import { type Meta, readPages, type Sent } from "./finales.ts";
import { between, chance, pick } from "./random.ts";
import type { Scene } from "./scenes.ts";

const PAGE_SIZE = 3;
const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007", "85008", "85009", "85012"] as const;

type Page = readonly [Meta, readonly Sent[]];

/** The ZIPs of the page at `index`, as many as fit, or the first `count` of them. */
const zipsOf = (index: number, count = PAGE_SIZE): readonly Sent[] =>
  ZIPS.slice(index * PAGE_SIZE, index * PAGE_SIZE + count);

/** Pages of one time do not announce the same number of records. */
const unequalTotals: Scene = (random, plot) => {
  const pages = between(random, 2, 3);
  const isSilent = chance(random, 0.5);
  const ofLast = between(random, 1, PAGE_SIZE);
  const sent = (pages - 1) * PAGE_SIZE + ofLast;
  const page = (index: number): Page => {
    const total = pick(random, [sent, sent, sent - 1, Math.max(1, sent - PAGE_SIZE), sent + 1]);
    // No more than fit on the three pages that there may be.
    const announced = chance(random, 0.2) ? {} : { total: Math.min(total, ZIPS.length) };
    const more = isSilent ? {} : { hasMore: index + 1 < pages };
    const meta = { page: index + 1, pageSize: PAGE_SIZE, ...announced, ...more };
    return [meta, zipsOf(index, index + 1 < pages ? PAGE_SIZE : ofLast)];
  };
  readPages(
    plot,
    Array.from({ length: pages }, (_, index) => page(index)),
  );
};

/** In place of the last page that was asked for comes another one, by its own number; then, perhaps, all at once. */
const anotherPageInstead: Scene = (random, plot) => {
  const before = between(random, 1, 2);
  const first = pick(random, [1, 1, 0]);
  const total = chance(random, 0.3) ? { total: (before + 1) * PAGE_SIZE } : {};
  const page = (index: number, number: number, hasMore: boolean, count?: number): Page => [
    { page: number, pageSize: PAGE_SIZE, hasMore, ...total },
    zipsOf(index, count),
  ];
  const asked = first + before;
  const came = pick(random, [asked + 1, asked + 1, asked - 1, asked + 7]);
  const pages = Array.from({ length: before }, (_, index) => page(index, first + index, true));
  const all: Page = [
    { page: first, pageSize: ZIPS.length, total: ZIPS.length, hasMore: false, ...pick(random, [{}, LATER]) },
    ZIPS,
  ];
  const instead = page(before, came, chance(random, 0.2), between(random, 1, PAGE_SIZE));
  readPages(plot, [...pages, instead, ...(chance(random, 0.5) ? [all] : [])]);
};

const LATER: Meta = { generatedAt: "2026-07-09T13:03:00Z" };

/** How a service may contradict itself from page to page. */
export const PAGINGS: readonly Scene[] = [unequalTotals, anotherPageInstead];
