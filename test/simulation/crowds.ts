import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import { drawPrelude } from "./preludes.ts";
import { chance } from "./random.ts";
import { Plot, parcel, plan } from "./scenes.ts";
import type { Step } from "./schedule.ts";

/** One more than may be under way of a product (DESIGN 4, rate limit). */
const CROWD = 9;

/** Long after what a prelude brings about. */
const PRELUDE_MS = 1_000_000;

/**
 * The end of all: more calls at once than may be under way, of two products, so that a place that was never given back
 * is missed. `calls` is the number of the last call.
 */
export function drawCrowd(random: Random, atMs: number, calls: number): readonly Step[] {
  const prelude = new Plot(atMs, calls);
  prelude.add(0, { act: "calm" });
  const well = { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20, newData: "hourly" } as const;
  prelude.add(0, { act: "settings", change: { ...well, tokenLifeS: 86_400 } });
  if (chance(random, 0.85)) drawPrelude(random, prelude);
  prelude.add(PRELUDE_MS - 2_000, { act: "settings", change: { tokenLifeS: 86_400 } });
  prelude.add(PRELUDE_MS - 2_000, { act: "revoke" });
  const last = prelude.call(PRELUDE_MS - 2_000, 25_000, parcel);
  const plot = new Plot(atMs + PRELUDE_MS, last);
  for (const ask of [parcel, plan]) for (let count = CROWD; count > 0; count -= 1) plot.call(0, 25_000, ask);
  return [...prelude.steps, ...plot.steps];
}
