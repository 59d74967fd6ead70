import type { Fault } from "../../support/sandbox.ts";
import { drawKept, leaveOff, OWN_LEVEL, type Plot, parcel, type Scene, warm } from "../plot.ts";
import { between, pick } from "../random.ts";
import type { Ask } from "../steps.ts";

/** After this time, no alerts in memory are fresh. */
const FRESH_NO_MORE_MS = 301_000;

/** After this time, no call is open that was made when pages began to fail. */
const OVER_MS = 70_000;

const ZIPS = ["85001", "85003", "85004", "85005", "85006", "85007"] as const;
const PAGE_SIZE = 2;

/** The machine sleeps with an answer in memory. After that, the service fails. */
const oldAnswer: Scene = (random, plot, { tomorrow }) => {
  const [ask, product] = pick(random, [
    [{ kind: "risk", granularity: "zip3", date: tomorrow }, "risk"],
    [{ kind: "alerts", minLevel: OWN_LEVEL }, "alerts"],
  ]);
  plot.call(0, 25_000, () => ask);
  plot.add(20_000, { act: "sleep", ms: pick(random, [1_000_000, 3_500_000, 3_700_000, 7_100_000]) });
  plot.fault(20_000, { product, kind: pick(random, ["hang", "reset", "html"]), times: 2 });
  plot.call(20_000, 25_000, () => ask);
};

/** A stale answer is in memory, and a new one is out of reach: refused, failing, or beyond the billing limit. */
const knownOfOld: Scene = (random, plot, { tomorrow }) => {
  const ask: Ask = { kind: "risk", granularity: pick(random, ["zip3", "zip5"]), date: tomorrow };
  plot.call(0, 25_000, () => ask);
  const atMs = between(random, 905_000, 3_500_000);
  const status = pick(random, [401, 403, 500, 503, "limit"] as const);
  if (status === "limit") for (let count = 13; count > 0; count -= 1) plot.call(atMs - 30_000, 12_000, parcel);
  else plot.fault(atMs, { product: "risk", kind: "status", status, times: 4 });
  for (let count = between(random, 1, 2); count > 0; count -= 1) plot.call(atMs, 25_000, () => ask);
};

/** Calls repeat a question over some five minutes. */
const askedAgain: Scene = (random, plot, { tomorrow }) => {
  const ask = pick<Ask>(random, [
    { kind: "alerts" },
    { kind: "alerts", minLevel: OWN_LEVEL },
    { kind: "risk", granularity: "zip3", date: tomorrow },
  ]);
  for (const atMs of [0, 3_000, 60_000, 290_000, 310_000]) plot.call(atMs, 60_000, () => ask);
};

/** An answer in memory ages while the client's machine sleeps or its wall clock is set. */
const ageing: Scene = (random, plot, when) => {
  const ask = drawKept(random, when);
  plot.call(0, 25_000, () => ask);
  const ms = pick(random, [3_000, 30_000, 600_000]);
  const back = { act: "setWall", ms: -ms } as const;
  const trouble = pick(random, [back, back, { act: "setWall", ms }, { act: "sleep", ms }] as const);
  plot.add(500, trouble);
  const wokenMs = trouble.act === "sleep" ? ms : 0;
  for (const atMs of [2_500, 4_500, 9_000, 290_000, 310_000]) plot.call(wokenMs + atMs, 25_000, () => ask);
};

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

/** A call resumes a reading while its pages are fresh, and another joins when they no longer are. */
const joinedAsTheyAge: Scene = (random, plot) => {
  leaveOff(plot);
  const ttlMs = pick(random, [5_000, 300_000, 300_000]);
  plot.fault(ttlMs - 100, { product: "alerts", kind: "pass", delayMs: 300, times: 9 });
  for (const atMs of [-100, 200]) plot.call(ttlMs + atMs, 25_000, () => warm);
};

export const MEMORY: readonly Scene[] = [
  oldAnswer,
  knownOfOld,
  askedAgain,
  ageing,
  cutOffAnew,
  leftOffTwice,
  joinedAsTheyAge,
];
