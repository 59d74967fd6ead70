import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";
import { between, chance, pick } from "./random.ts";
import { OWN_LEVEL, Plot, parcel, plan, type Scene } from "./scenes.ts";
import type { Ask, Step } from "./schedule.ts";

const warm: Ask = { kind: "alerts", minLevel: OWN_LEVEL };
const PAGES = [
  ["85001", "85003"],
  ["85004", "85005"],
  ["85006", "85007"],
  ["85008", "85009"],
  ["85012", "85013"],
] as const;

const zipsOf = (...pages: readonly number[]): Ask => ({
  ...warm,
  zips: pages.map((page) => PAGES[page - 1]?.[1] ?? ""),
});

/** One of the pages above, in the order in which they are asked for. */
function addPage(plot: Plot, atMs: number, page: number, delayMs = 0): void {
  const data = (PAGES[page - 1] ?? []).map((zip) => ({ zip, temperatureLevel: OWN_LEVEL }));
  const meta = { generatedAt: "2026-07-09T12:03:00Z", granularity: "zip5", total: 10, page, pageSize: 2 };
  const body = { data, meta: { ...meta, hasMore: page < PAGES.length } };
  plot.fault(atMs, { product: "alerts", kind: "body", status: 200, body, delayMs });
}

/** Pages are left off with enough for who asked, then gone on with, and what has come is asked for while others are slow. */
const askedAmidGoingOn: Scene = (random, plot) => {
  addPage(plot, 0, 1);
  const first = plot.call(0, 25_000, () => zipsOf(1));
  if (chance(random, 0.5)) plot.follow({ call: first, turns: between(random, 0, 6) }, 25_000, zipsOf(1));
  const fromMs = pick(random, [600, 1_500, 4_600]);
  plot.call(fromMs - 200, 25_000, () => zipsOf(1));
  for (const page of [2, 3]) addPage(plot, fromMs, page);
  if (chance(random, 0.4)) {
    plot.fault(fromMs, { product: "alerts", kind: "status", status: 429, headers: { "Retry-After": "2" } });
    addPage(plot, fromMs, 5);
    addPage(plot, fromMs, 4);
  } else {
    addPage(plot, fromMs, 4, 2_500);
    addPage(plot, fromMs, 5, pick(random, [0, 1_500]));
  }
  const whole = plot.call(fromMs, 25_000, () => warm);
  const laterMs = fromMs + between(random, 200, 1_900);
  if (chance(random, 0.3)) plot.add(laterMs, { act: "cancel", call: whole });
  for (const ask of [zipsOf(pick(random, [2, 3, 3, 5])), zipsOf(1, pick(random, [2, 3])), zipsOf(1)]) {
    plot.call(laterMs, 25_000, () => ask);
  }
  plot.call(fromMs + 6_000, 25_000, () => zipsOf(1, 4));
};

/** Nothing can be asked for at first; meanwhile another call joins, and the same is asked again while it is fresh. */
const lateFirstRequest: Scene = (random, plot, tomorrow) => {
  const [product, ask] = pick(random, [
    ["alerts", warm] as const,
    ["risk", { kind: "risk", granularity: "zip3", date: tomorrow } satisfies Ask] as const,
  ]);
  const limited = { kind: "status", status: 429, headers: { "Retry-After": "3" } } as const;
  const causes: readonly Fault[] = [
    { product, ...limited },
    { product, ...limited },
    { product, kind: "html", delayMs: 3_000 },
    { product: "token", ...limited },
  ];
  plot.add(0, { act: "settings", change: { alertCount: 7, maxPageSize: 50_000, defaultPageSize: 1_000 } });
  const cause = pick(random, causes);
  if (cause.product === "token") plot.add(0, { act: "revoke" });
  plot.fault(0, cause);
  for (const atMs of [0, between(random, 500, 2_900)]) plot.call(atMs, 25_000, () => ask);
  for (const atMs of [4_100, 7_700, 12_700]) plot.call(atMs, 25_000, () => ask);
};

/** Another call joins when the first pages have come, and then the next one fails, is refused, or comes late. */
const joinedAmidPages: Scene = (random, plot) => {
  addPage(plot, 0, 1);
  const held = pick(random, ["429", "503", "late"] as const);
  const failing = pick<Omit<Fault, "product">>(random, [
    { kind: "status", status: 403 },
    { kind: "status", status: 403 },
    { kind: "status", status: 500, times: 2 },
    { kind: "status", status: 429, headers: { "Retry-After": "90" } },
    { kind: "html", times: 2 },
    { kind: "hang", times: 4 },
    { kind: "status", status: 401, times: 2 },
    { kind: "pass", delayMs: 4_000 },
  ]);
  if (held !== "late") {
    plot.fault(0, { product: "alerts", kind: "status", status: Number(held), headers: { "Retry-After": "3" } });
  }
  plot.fault(0, { product: "alerts", ...failing, ...(held === "late" ? { delayMs: 900 } : {}) });
  plot.call(0, 25_000, () => warm);
  for (let others = between(random, 1, 2); others > 0; others -= 1) {
    const ask = pick(random, [warm, warm, zipsOf(1), zipsOf(3)]);
    plot.call(between(random, 100, held === "late" ? 800 : 2_900), pick(random, [1_500, 8_000, 25_000]), () => ask);
  }
  plot.call(40_000, 8_000, () => warm);
};

/** Who pauses before trying again meets a longer cool-down than the one it was told of. */
const longerCooldown: Scene = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const first = pick(random, [
    { status: 429, headers: { "Retry-After": "1" } },
    { status: 503, headers: { "Retry-After": "1" } },
    { status: 502 },
  ]);
  plot.fault(0, { product, kind: "status", ...first });
  const headers = { "Retry-After": pick(random, ["20", "60"]) };
  plot.fault(0, { product, kind: "status", status: 429, headers, delayMs: between(random, 100, 600) });
  for (let count = between(random, 2, 3); count > 0; count -= 1) plot.call(0, pick(random, [9_000, 12_000]), ask);
};

const AFTERPIECES: readonly Scene[] = [
  askedAmidGoingOn,
  askedAmidGoingOn,
  lateFirstRequest,
  lateFirstRequest,
  joinedAmidPages,
  joinedAmidPages,
  longerCooldown,
];

/** One situation more, when nothing of what went before is known any longer; `calls` is the number of the last call. */
export function drawAfterpiece(random: Random, atMs: number, calls: number, tomorrow: string): readonly Step[] {
  const beginning = new Plot(atMs, calls);
  const well = { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20, newData: "hourly" } as const;
  beginning.add(0, { act: "calm" });
  beginning.add(0, { act: "settings", change: { ...well, tokenLifeS: 86_400, pageParameter: "honoured" } });
  beginning.add(0, { act: "revoke" });
  const plot = new Plot(atMs + 1_000, beginning.call(0, 25_000, parcel));
  pick(random, AFTERPIECES)(random, plot, tomorrow);
  return [...beginning.steps, ...plot.steps];
}
