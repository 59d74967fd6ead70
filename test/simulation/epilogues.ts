import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import { between, pick } from "./random.ts";
import { OWN_LEVEL, Plot, parcel, plan, type Scene } from "./scenes.ts";
import type { Ask, Step } from "./schedule.ts";

/** A refresh in the background fails while the token is still valid. */
const failedRefresh: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 100 } });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, parcel);
  const failing = pick(random, [
    { kind: "status", status: pick(random, [401, 403, 500]) },
    { kind: "status", status: 429, headers: { "Retry-After": "3" } },
    { kind: "reset" },
  ] as const);
  plot.fault(91_000, { product: "token", times: between(random, 1, 4), ...failing });
  for (let atMs = 91_000; atMs < 99_000; atMs += between(random, 500, 2_000)) plot.call(atMs, 12_000, parcel);
};

/** The client's wall clock is set back while its token ages. */
const setBackWhileAgeing: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 60 } });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, parcel);
  plot.add(between(random, 100, 20_000), { act: "setWall", ms: -pick(random, [30_000, 600_000, 90_000_000]) });
  for (const atMs of [61_000, 70_000]) plot.call(atMs, 12_000, parcel);
};

/** A token comes without `expires_in`. */
const lifeUntold: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 86_400 } });
  plot.fault(0, { product: "token", kind: "noMeta" });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, parcel);
  for (const atMs of pick(random, [[310_000], [200_000, 310_000], [280_000, 310_000]])) plot.call(atMs, 12_000, parcel);
};

/** The data of every page is another. */
const dataChangesAlways: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { newData: "each-request", maxPageSize: 10, defaultPageSize: 10 } });
  const ask: Ask = { kind: "alerts", ...pick(random, [{}, {}, { minLevel: OWN_LEVEL }]) };
  for (let count = between(random, 1, 2); count > 0; count -= 1) plot.call(0, 60_000, () => ask);
  plot.add(100_000, { act: "settings", change: { newData: "hourly" } });
  plot.call(500_000, 60_000, () => ask);
};

/** The credentials are refused for the better part of an hour. */
const refusedForLong: Scene = (random, plot) => {
  plot.fault(0, { product: "token", kind: "status", status: pick(random, [400, 401, 403]), times: 8 });
  plot.add(0, { act: "revoke" });
  for (let atMs = 0; atMs < 3_300_000; atMs += between(random, 20_000, 180_000)) plot.call(atMs, 3_000, parcel);
};

/** Exchanges fail for a moment, and calls come before and after that is forgotten. */
const failuresForgotten: Scene = (random, plot) => {
  const failing = pick(random, [{ kind: "reset" }, { kind: "html" }, { kind: "status", status: 500 }] as const);
  plot.fault(0, { product: "token", times: between(random, 2, 4), ...failing });
  plot.add(0, { act: "revoke" });
  for (const atMs of [0, 4_000, 7_000, 20_000, 40_000]) plot.call(atMs, 3_000, parcel);
};

/** What is known, but no longer fresh, cannot be had again, or must not: refused, failing, or all that may be billed is. */
const knownOfOld: Scene = (random, plot, tomorrow) => {
  const ask: Ask = { kind: "risk", granularity: pick(random, ["zip3", "zip5"]), date: tomorrow };
  plot.call(0, 25_000, () => ask);
  const atMs = between(random, 905_000, 3_500_000);
  const status = pick(random, [401, 403, 500, 503, "limit"] as const);
  if (status === "limit") for (let count = 13; count > 0; count -= 1) plot.call(atMs - 30_000, 12_000, parcel);
  else plot.fault(atMs, { product: "risk", kind: "status", status, times: 4 });
  for (let count = between(random, 1, 2); count > 0; count -= 1) plot.call(atMs, 25_000, () => ask);
};

/** A product's scope is missing, and now and then the service fails instead of saying so. */
const scopeMissingAmidFailures: Scene = (random, plot) => {
  const scopes = PRODUCTS.filter((each) => each !== "tracking");
  plot.add(0, { act: "calm" });
  plot.add(0, { act: "settings", change: { rateLimits: {}, scopes, tokenLifeS: 86_400 } });
  plot.add(0, { act: "revoke" });
  for (let atMs = 100; atMs < 100_000; atMs += between(random, 2_000, 9_000)) {
    if (between(random, 0, 1) === 0) {
      plot.fault(atMs, { product: "tracking", kind: "status", status: pick(random, [500, 503, 504]), times: 2 });
    }
    plot.call(atMs, 12_000, parcel);
  }
  plot.add(100_000, { act: "settings", change: { scopes: PRODUCTS } });
};

/** The same is asked again soon. */
const askedAgain: Scene = (random, plot, tomorrow) => {
  const ask = pick<Ask>(random, [
    { kind: "alerts" },
    { kind: "alerts", minLevel: OWN_LEVEL },
    { kind: "risk", granularity: "zip3", date: tomorrow },
  ]);
  for (const atMs of [0, 3_000, 60_000, 290_000, 310_000]) plot.call(atMs, 60_000, () => ask);
};

/** Two products at once, of which one is held back. */
const heldApart: Scene = (random, plot, tomorrow) => {
  const product = pick(random, ["alerts", "risk", "planning", "tracking"] as const);
  plot.fault(0, { product, kind: "status", status: 429, headers: { "Retry-After": pick(random, ["7", "90"]) } });
  const asks: readonly ((call: number) => Ask)[] = [
    () => ({ kind: "alerts", minLevel: OWN_LEVEL }),
    () => ({ kind: "risk", granularity: "zip3", date: tomorrow }),
    plan,
    parcel,
  ];
  for (const ask of asks)
    for (const atMs of [0, 3_000, 5_000]) plot.call(atMs, pick(random, [1_000, 3_000, 25_000]), ask);
};

const EPILOGUES: readonly Scene[] = [
  failedRefresh,
  setBackWhileAgeing,
  lifeUntold,
  dataChangesAlways,
  refusedForLong,
  failuresForgotten,
  knownOfOld,
  knownOfOld,
  scopeMissingAmidFailures,
  askedAgain,
  heldApart,
];

/**
 * A situation that begins when all else is over, so that it needs luck no more, and what went before stays as it was;
 * `calls` is the number of the last call.
 */
export function drawEpilogue(random: Random, atMs: number, calls: number, tomorrow: string): readonly Step[] {
  const plot = new Plot(atMs, calls);
  plot.add(0, { act: "calm" });
  plot.add(0, { act: "settings", change: { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20 } });
  pick(random, EPILOGUES)(random, plot, tomorrow);
  return plot.steps;
}
