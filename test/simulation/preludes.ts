import type { Random } from "../../src/sandbox/random.ts";
import { between, pick } from "./random.ts";
import { EARLY_ZIP, OWN_LEVEL, type Plot, parcel, plan } from "./scenes.ts";
import type { Ask } from "./schedule.ts";

type Prelude = (random: Random, plot: Plot) => void;

const warm: Ask = { kind: "alerts", minLevel: OWN_LEVEL };

/** Who has a place waits for a token that expired, and meanwhile a request that is still open meets the rate limit. */
const heldAmidExchange: Prelude = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  plot.add(0, { act: "settings", change: { tokenLifeS: 2 } });
  plot.call(0, 25_000, ask);
  plot.fault(1_400, { product, kind: "status", status: 429, headers: { "Retry-After": "1" }, delayMs: 900 });
  plot.call(1_400, 25_000, ask);
  plot.fault(2_100, { product: "token", kind: "pass", delayMs: 700 });
  for (let others = pick(random, [1, 3, 7]); others > 0; others -= 1) plot.call(2_100, 25_000, ask);
};

/** An exchange fails for a moment. */
const exchangeLost: Prelude = (random, plot) => {
  const failing = pick(random, [{ kind: "reset" }, { kind: "html" }, { kind: "status", status: 500 }] as const);
  plot.fault(0, { product: "token", times: between(random, 1, 2), ...failing });
  for (const atMs of [0, 10_000]) plot.call(atMs, 12_000, parcel);
};

/** The credentials are refused, and the refusal says when to come back. */
const refusedForSoLong: Prelude = (random, plot) => {
  const waitS = between(random, 90, 300);
  const headers = { "Retry-After": String(waitS) };
  plot.fault(0, { product: "token", kind: "status", status: pick(random, [400, 401, 403]), headers });
  for (const atMs of [0, 61_000, waitS * 1_000 - 5_000, waitS * 1_000 + 5_000]) plot.call(atMs, 3_000, parcel);
};

/** A token is refreshed slowly while it is good. */
const slowRefresh: Prelude = (random, plot) => {
  plot.add(0, { act: "settings", change: { tokenLifeS: 100 } });
  plot.call(0, 12_000, parcel);
  plot.fault(91_000, { product: "token", kind: "pass", delayMs: pick(random, [300, 700]) });
  for (const atMs of [0, 50, 200, 400]) plot.call(91_000 + atMs, 12_000, parcel);
};

/** A call is cancelled, its maker asks the same anew at once, and another asks it while that is under way. */
const askedByTwoAnew: Prelude = (random, plot) => {
  const ask = parcel(between(random, 0, 39));
  plot.add(0, { act: "settings", change: { latencyMs: 500 } });
  plot.call(0, 12_000, plan);
  const call = plot.call(5_000, 12_000, () => ask);
  plot.add(5_200, { act: "cancel", call });
  plot.call(5_400, 12_000, () => ask);
  plot.follow({ call, turns: between(random, 0, 3) }, 12_000, ask);
};

/** Some pages are enough for one call, and are asked for anew: while they are fresh, by whom more is wanted, or later. */
const enoughForNow: Prelude = (random, plot) => {
  plot.add(0, { act: "settings", change: { alertCount: 60, maxPageSize: 10, defaultPageSize: 10 } });
  plot.add(0, { act: "settings", change: { pageParameter: "honoured" } });
  const some: Ask = { ...warm, zips: [EARLY_ZIP] };
  for (const atMs of [0, 310_000]) plot.call(atMs, 25_000, () => some);
  plot.call(310_000 + pick(random, [2_500, 3_500, 100_000]), 60_000, () => warm);
};

/** Pages are gone on with while they are fresh, and another call joins when they no longer are. */
const joinedAsTheyAge: Prelude = (random, plot) => {
  plot.add(0, { act: "settings", change: { alertCount: 60, maxPageSize: 10, defaultPageSize: 10 } });
  plot.add(0, { act: "settings", change: { pageParameter: "honoured" } });
  const ttlMs = pick(random, [5_000, 300_000, 300_000]);
  plot.call(0, 25_000, () => ({ ...warm, zips: [EARLY_ZIP] }));
  plot.fault(ttlMs - 100, { product: "alerts", kind: "pass", delayMs: 300, times: 9 });
  for (const atMs of [-100, 200]) plot.call(ttlMs + atMs, 25_000, () => warm);
};

/** Who shares a read comes when the service has failed once. */
const joinedLate: Prelude = (random, plot) => {
  const ask = parcel(between(random, 0, 39));
  const status = pick(random, [500, 502, 503]);
  plot.fault(5_000, { product: "tracking", kind: "status", status });
  plot.fault(5_000, { product: "tracking", kind: "pass", delayMs: 900 });
  plot.call(0, 12_000, plan);
  for (const atMs of [0, 100, 500, 800]) plot.call(5_000 + atMs, 12_000, () => ask);
};

const PRELUDES: readonly Prelude[] = [
  heldAmidExchange,
  heldAmidExchange,
  exchangeLost,
  refusedForSoLong,
  slowRefresh,
  askedByTwoAnew,
  enoughForNow,
  joinedLate,
  joinedAsTheyAge,
];

/** A situation before the crowd comes, in which the service is well, but no token is valid. */
export function drawPrelude(random: Random, plot: Plot): void {
  plot.add(0, { act: "revoke" });
  pick(random, PRELUDES)(random, plot);
}
