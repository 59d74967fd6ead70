import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";
import { between, chance, pick } from "./random.ts";
import { OWN_LEVEL, Plot, parcel, plan } from "./scenes.ts";
import type { Ask, Step } from "./schedule.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The moment at which a coda begins, by the service's clock and by the client's, epoch milliseconds. */
export interface Beginning {
  readonly serviceMs: number;
  readonly clientMs: number;
}

type Coda = (random: Random, plot: Plot, beginning: Beginning) => void;

const warm: Ask = { kind: "alerts", minLevel: OWN_LEVEL };

/** One of the asks whose answers are kept, of a day in the midst of the horizon. */
function drawKept(random: Random, { serviceMs }: Beginning, afterMs = 0): Ask {
  const date = new Date(serviceMs + afterMs + 2 * DAY_MS).toISOString().slice(0, 10);
  return pick<Ask>(random, [warm, { kind: "risk", granularity: "zip3", date }]);
}

/** How long until the client's clock shows `ofDayMs` (since midnight, UTC). */
function untilMs({ clientMs }: Beginning, ofDayMs: number): number {
  return (((ofDayMs - clientMs) % DAY_MS) + DAY_MS) % DAY_MS;
}

/** More plans than any day's limit allows. */
function spendAll(plot: Plot, atMs: number): void {
  for (let count = 13; count > 0; count -= 1) plot.call(atMs, 25_000, plan);
}

/** All that a day may be billed is, and calls go on over the hours around its end. */
const dayEnds: Coda = (_, plot, beginning) => {
  const fromMs = untilMs(beginning, 23 * HOUR_MS - 60_000);
  spendAll(plot, fromMs);
  for (const minutes of [2, 60, 62, 122]) plot.call(fromMs + minutes * 60_000, 12_000, plan);
};

/** An answer is known of the last hour, but no longer fresh, when all that the day may be billed is. */
const knownAtTheLimit: Coda = (random, plot, beginning) => {
  const fromMs = untilMs(beginning, 60_000);
  plot.add(0, { act: "settings", change: { alertCount: 7 } });
  const ask = drawKept(random, beginning, fromMs);
  plot.call(fromMs, 25_000, () => ask);
  spendAll(plot, fromMs + 30_000);
  for (const atMs of [905_000, between(random, 906_000, 3_500_000)]) plot.call(fromMs + atMs, 25_000, () => ask);
};

/** A refusal whose body does not come holds others back from its status line on. */
const slowRefusal: Coda = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const refusal = { status: pick(random, [429, 429, 503]), headers: { "Retry-After": pick(random, ["3", "7"]) } };
  plot.fault(0, { product, kind: "hangBody", processed: false, ...refusal });
  for (const atMs of [0, 500, 900, between(random, 1_000, 9_000)]) plot.call(atMs, 25_000, ask);
};

/** A product is held back for longer than a minute. */
const longCooldown: Coda = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const waitS = between(random, 65, 200);
  plot.fault(0, { product, kind: "status", status: 429, headers: { "Retry-After": String(waitS) } });
  const late = [61_000, 64_000, waitS * 1_000 - 500, waitS * 1_000 + 500];
  for (const atMs of [0, 30_000, ...late]) plot.call(atMs, pick(random, [1_000, 25_000, 60_000]), ask);
};

/** What is remembered ages while the client's machine sleeps or its wall clock is set. */
const ageing: Coda = (random, plot, beginning) => {
  const ask = drawKept(random, beginning);
  plot.call(0, 25_000, () => ask);
  const ms = pick(random, [3_000, 30_000, 600_000]);
  const back = { act: "setWall", ms: -ms } as const;
  const trouble = pick(random, [back, back, { act: "setWall", ms }, { act: "sleep", ms }] as const);
  plot.add(500, trouble);
  const wokenMs = trouble.act === "sleep" ? ms : 0;
  for (const atMs of [2_500, 4_500, 9_000, 290_000, 310_000]) plot.call(wokenMs + atMs, 25_000, () => ask);
};

/** The service sends fewer alerts than it announces, and says that there is no more, or sends an empty page. */
const fewerThanAnnounced: Coda = (random, plot) => {
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
 * Pages have come when the next one fails, is late or is refused, and calls that share them have unequal time. Now and
 * then all of them are known, but no longer fresh.
 */
const failureAmidPages: Coda = (random, plot) => {
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
  // Drawn last, so that the rest stays what it was: one of the pages side by side is refused when others have failed.
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

/** Where the client has a daily limit. */
const OF_LIMITS: readonly Coda[] = [dayEnds, knownAtTheLimit];
const OTHERS: readonly Coda[] = [
  slowRefusal,
  longCooldown,
  ageing,
  ageing,
  fewerThanAnnounced,
  failureAmidPages,
  failureAmidPages,
];

/** A last situation, after the epilogue where there is one; `calls` is the number of the last call. */
export function drawCoda(
  random: Random,
  atMs: number,
  calls: number,
  isLimited: boolean,
  beginning: Beginning,
): readonly Step[] {
  const plot = new Plot(atMs, calls);
  const well = { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20, newData: "hourly" } as const;
  plot.add(0, { act: "calm" });
  plot.add(0, { act: "settings", change: well });
  pick(random, isLimited ? OF_LIMITS : OTHERS)(random, plot, beginning);
  return plot.steps;
}
