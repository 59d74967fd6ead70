import type { Fault } from "../../support/sandbox.ts";
import { OWN_LEVEL, type Scene, warm } from "../plot.ts";
import { between, chance, pick } from "../random.ts";
import { type Meta, readPages, type Sent } from "./paging.ts";

const PAGE_SIZE = 3;
const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007", "85008", "85009", "85012"] as const;
const LATER: Meta = { generatedAt: "2026-07-09T13:03:00Z" };

/** The first `count` ZIPs of the page at `index`. By default, all that fit. */
const zipsOf = (index: number, count = PAGE_SIZE): readonly Sent[] =>
  ZIPS.slice(index * PAGE_SIZE, index * PAGE_SIZE + count);

/** New data appears while a reading is under way. */
const newDataAmidPages: Scene = (random, plot) => {
  for (let pages = between(random, 1, 8); pages > 0; pages -= 1) plot.fault(0, { product: "alerts", kind: "pass" });
  plot.fault(0, { product: "alerts", kind: "newData", times: pick(random, [1, 1, 2]) });
  for (let count = between(random, 1, 2); count > 0; count -= 1) {
    plot.call(0, 25_000, () => ({ kind: "alerts", minLevel: OWN_LEVEL }));
  }
};

/** The service sends fewer alerts than it announces. It ends with `hasMore: false` or with an empty page. */
const fewerThanAnnounced: Scene = (random, plot) => {
  const total = pick(random, [{ total: 5 }, {}]);
  const meta = { generatedAt: "2026-07-09T12:03:00Z", granularity: "zip5", pageSize: 3, ...total };
  const page = (page: number, hasMore: boolean, ...zips: readonly string[]): Fault => {
    const data = zips.map((zip) => ({ zip, temperatureLevel: OWN_LEVEL }));
    return { product: "alerts", kind: "body", status: 200, body: { data, meta: { ...meta, page, hasMore } } };
  };
  const readings = [
    [page(1, false, "85001", "85003", "85004")],
    [page(1, true, "85001", "85003", "85004"), page(2, true)],
    [page(1, true, "85001", "85003", "85004"), page(2, false)],
    [page(1, true, "85001", "85003", "85004"), page(2, false, "85005")],
  ];
  for (const fault of pick(random, readings)) plot.fault(0, fault);
  for (const atMs of [0, 3_000]) plot.call(atMs, 25_000, () => warm);
};

/**
 * After some pages, the next one fails, is late or is refused. The calls that share the reading have unequal deadlines.
 * In some runs memory already holds all alerts, but no longer fresh.
 */
const failureAmidPages: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { alertCount: 60, maxPageSize: 10, defaultPageSize: 10 } });
  plot.add(0, { act: "settings", change: { pageParameter: "honoured" } });
  const knownMs = pick(random, [0, 310_000]);
  if (knownMs > 0) plot.call(0, 60_000, () => warm);
  plot.fault(knownMs, { product: "alerts", kind: "pass", times: between(random, 2, 7) });
  const failure = pick<Omit<Fault, "product" | "times">>(random, [
    { kind: "status", status: pick(random, [403, 404, 500, 503]) },
    { kind: "status", status: 429, headers: { "Retry-After": pick(random, ["4", "20", "90"]) } },
    { kind: "reset" },
    { kind: "html" },
    { kind: "hang" },
    { kind: "pass", delayMs: 6_000 },
  ]);
  const failing = { product: "alerts", ...failure } as const;
  const times = pick(random, [3, 8, 16]);
  const callers = Array.from({ length: between(random, 1, 3) }, () => pick(random, [3_000, 12_000, 25_000, 60_000]));
  // One page is refused after others beside it have failed. Drawn last, to leave the other draws as they were.
  if (chance(random, 0.75)) {
    const delayMs = pick(random, [300, 1_500, 3_000]);
    const failed = { product: "alerts", kind: "status", status: 500 } as const;
    plot.fault(knownMs, failed);
    plot.fault(knownMs, { product: "alerts", kind: "status", status: 403, delayMs });
    plot.fault(knownMs, { ...failed, times: between(random, 1, 4) });
  }
  plot.fault(knownMs, { ...failing, times });
  for (const maxWaitMs of callers) plot.call(knownMs, maxWaitMs, () => warm);
  plot.call(knownMs + 61_000, 25_000, () => warm);
};

type Page = readonly [Meta, readonly Sent[]];

/** The service answers the last page with another, which states its own number. Then it may send all in one page. */
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

export const CHANGES: readonly Scene[] = [newDataAmidPages, fewerThanAnnounced, failureAmidPages, anotherPageInstead];
