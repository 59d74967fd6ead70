import type { Fault } from "../../support/sandbox.ts";
import { leaveOff, OWN_LEVEL, type Plot, type Scene, warm } from "../plot.ts";
import { between, pick } from "../random.ts";

/** After this time, no alerts in memory are fresh. */
const FRESH_NO_MORE_MS = 301_000;

/** After this time, no call is open that was made when pages began to fail. */
const OVER_MS = 70_000;

const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007"] as const;
const PAGE_SIZE = 2;

/** Adds the first `count` pages of a reading, in order. Each record names its `reading`. */
function addPages(plot: Plot, atMs: number, reading: number, count: number, generatedAt: string): void {
  const total = ZIPS.length;
  for (let page = 1; page <= count; page += 1) {
    const zips = ZIPS.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const data = zips.map((zip) => ({ zip, temperatureLevel: OWN_LEVEL, newField: reading }));
    const hasMore = page * PAGE_SIZE < total;
    const meta = { generatedAt, granularity: "zip5", total, page, pageSize: PAGE_SIZE, hasMore };
    plot.fault(atMs, { product: "alerts", kind: "body", status: 200, body: { data, meta } });
  }
}

/** A whole but stale set is in memory. Of newer data, some pages come, then the next one fails. */
const cutOffAnew: Scene = (random, plot) => {
  addPages(plot, 0, 1, ZIPS.length / PAGE_SIZE, "2026-07-09T12:03:00Z");
  plot.call(0, 25_000, () => warm);
  addPages(plot, FRESH_NO_MORE_MS, 2, between(random, 1, 2), "2026-07-09T13:03:00Z");
  const failure = pick<Omit<Fault, "product">>(random, [
    { kind: "status", status: pick(random, [500, 503]) },
    { kind: "reset" },
    { kind: "html" },
    { kind: "hang" },
  ]);
  plot.fault(FRESH_NO_MORE_MS, { product: "alerts", ...failure, times: "always" });
  for (const atMs of [0, pick(random, [10, 30, 500]), 3_000, 12_000]) {
    plot.call(FRESH_NO_MORE_MS + atMs, pick(random, [8_000, 25_000, 60_000]), () => warm);
  }
  plot.add(FRESH_NO_MORE_MS + OVER_MS + 12_000, { act: "calm" });
};

/** Calls resume an unfinished reading, while its pages are fresh or later. */
const leftOffTwice: Scene = (random, plot) => {
  leaveOff(plot);
  const laterMs = pick(random, [2_500, 100_000, 310_000]);
  for (const atMs of [laterMs, laterMs + 3_500]) plot.call(atMs, 60_000, () => warm);
};

export const MEMORY: readonly Scene[] = [cutOffAnew, leftOffTwice];
