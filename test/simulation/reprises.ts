import type { Fault } from "../support/sandbox.ts";
import { between, pick } from "./random.ts";
import { OWN_LEVEL, type Plot, type Scene } from "./scenes.ts";
import type { Ask } from "./schedule.ts";

const warm: Ask = { kind: "alerts", minLevel: OWN_LEVEL };

/** No alerts that were read are fresh any more after that. */
const FRESH_NO_MORE_MS = 301_000;

/** By then no call is open that was made when pages began to fail. */
const OVER_MS = 70_000;

const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007"] as const;
const PAGE_SIZE = 2;

/** The first pages of a reading, in the order in which they are asked for; each record says of which `reading` it is. */
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

/** Alerts are known whole, but no longer fresh, when of newer ones some pages come and the next one fails. */
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
    const ask = pick<Ask>(random, [warm, warm, { ...warm, zips: [pick(random, ZIPS)] }]);
    plot.call(FRESH_NO_MORE_MS + atMs, pick(random, [8_000, 25_000, 60_000]), () => ask);
  }
  plot.add(FRESH_NO_MORE_MS + OVER_MS + 12_000, { act: "calm" });
};

/** What is known already comes anew, and otherwise. */
export const REPRISES: readonly Scene[] = [cutOffAnew];
