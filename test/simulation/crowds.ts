import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import { chance, pick } from "./random.ts";
import { Plot, parcel, plan } from "./scenes.ts";
import type { Step } from "./schedule.ts";

/** One more than may be under way of a product (DESIGN 4, rate limit). */
const CROWD = 9;

/** Long after what a prelude brings about. */
const PRELUDE_MS = 100_000;

/** Who has a place waits for a token that expired, and meanwhile a request that is still open meets the rate limit. */
function heldAmidExchange(random: Random, plot: Plot): void {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  plot.add(0, { act: "settings", change: { tokenLifeS: 2 } });
  plot.add(0, { act: "revoke" });
  plot.call(0, 25_000, ask);
  plot.fault(1_400, { product, kind: "status", status: 429, headers: { "Retry-After": "1" }, delayMs: 900 });
  plot.call(1_400, 25_000, ask);
  plot.fault(2_100, { product: "token", kind: "pass", delayMs: 700 });
  for (let others = pick(random, [1, 3, 7]); others > 0; others -= 1) plot.call(2_100, 25_000, ask);
}

/**
 * The end of all: more calls at once than may be under way, of two products, so that a place that was never given back
 * is missed. `calls` is the number of the last call.
 */
export function drawCrowd(random: Random, atMs: number, calls: number): readonly Step[] {
  const prelude = new Plot(atMs, calls);
  prelude.add(0, { act: "calm" });
  prelude.add(0, { act: "settings", change: { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20 } });
  if (chance(random, 0.25)) heldAmidExchange(random, prelude);
  prelude.add(PRELUDE_MS - 2_000, { act: "settings", change: { tokenLifeS: 86_400 } });
  prelude.add(PRELUDE_MS - 2_000, { act: "revoke" });
  const last = prelude.call(PRELUDE_MS - 2_000, 25_000, parcel);
  const plot = new Plot(atMs + PRELUDE_MS, last);
  for (const ask of [parcel, plan]) for (let count = CROWD; count > 0; count -= 1) plot.call(0, 25_000, ask);
  return [...prelude.steps, ...plot.steps];
}
