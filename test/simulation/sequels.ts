import { type Meta, readPages, type Sent } from "./finales.ts";
import { between, chance, pick } from "./random.ts";
import { parcel, plan, type Scene } from "./scenes.ts";
import type { Ask } from "./schedule.ts";

const PAGE_SIZE = 3;
const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007", "85008", "85009", "85012"] as const;

type Page = readonly [Meta, readonly Sent[]];

/** The ZIPs of the page at `index`, as many as fit, or the first `count` of them. */
const zipsOf = (index: number, count = PAGE_SIZE): readonly Sent[] =>
  ZIPS.slice(index * PAGE_SIZE, index * PAGE_SIZE + count);

/** Pages of one time do not announce the same number of records: more than come, or fewer, first or last. */
const unequalTotals: Scene = (random, plot) => {
  const count = between(random, 2, 3);
  const isSilent = chance(random, 0.5);
  // No more are announced than fit on three pages.
  const ofLast = between(random, 1, PAGE_SIZE - 1);
  const sent = (count - 1) * PAGE_SIZE + ofLast;
  const beyond = pick(random, [
    [1, 1, 0],
    [1, 0, 0],
    [1, 0, -1],
    [0, 1, 0],
    [0, 0, 1],
    [0, -ofLast, 0],
    [-ofLast, 0, -1],
    [-PAGE_SIZE, -1, 0],
  ]).slice(-count);
  const pages = beyond.map((by, index): Page => {
    const isLast = index === count - 1;
    const total = chance(random, 0.1) ? {} : { total: sent + by };
    const more = isSilent ? {} : { hasMore: !isLast };
    return [{ page: index + 1, pageSize: PAGE_SIZE, ...total, ...more }, zipsOf(index, isLast ? ofLast : PAGE_SIZE)];
  });
  readPages(plot, pages);
};

/** In place of the last page that was asked for comes another one, by its own number; then all, where it can be asked for. */
const anotherPageInstead: Scene = (random, plot) => {
  const before = between(random, 1, 2);
  const first = pick(random, [1, 1, 0]);
  const isCounted = chance(random, 0.3);
  const total = isCounted ? { total: (before + 1) * PAGE_SIZE } : {};
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
  readPages(plot, [...pages, instead, ...(isCounted || chance(random, 0.5) ? [all] : [])]);
};

const LATER: Meta = { generatedAt: "2026-07-09T13:03:00Z" };

/** The token endpoint asks to wait when no token is valid any more, and equal calls have unequal time for that. */
const tokenHeld: Scene = (random, plot, tomorrow) => {
  const ask = pick<Ask>(random, [
    parcel(between(random, 0, 39)),
    { kind: "risk", granularity: "zip3", date: tomorrow },
  ]);
  plot.add(0, { act: "settings", change: { tokenLifeS: 2 } });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, plan);
  plot.add(5_000, { act: "settings", change: { tokenLifeS: 86_400 } });
  const headers = { "Retry-After": pick(random, ["2", "3", "7"]) };
  plot.fault(5_000, { product: "token", kind: "status", status: pick(random, [429, 503]), headers });
  const patience = pick(random, [
    [25_000, 1_500],
    [1_500, 25_000],
    [25_000, 1_500, 12_000],
  ]);
  for (const maxWaitMs of patience) plot.call(5_000, maxWaitMs, () => ask);
  plot.call(5_000 + between(random, 100, 1_500), 1_000, () => ask);
};

/** What a service may do that contradicts itself, or is told to those who share it alike. */
export const SEQUELS: readonly Scene[] = [unequalTotals, unequalTotals, anotherPageInstead, tokenHeld];
