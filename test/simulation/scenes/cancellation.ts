import { parcel, plan, type Scene, warm } from "../plot.ts";
import { between, chance, pick } from "../random.ts";
import type { Ask } from "../steps.ts";

/** A call is cancelled or answered, and its caller at once asks the same again. */
const askedAnewAtOnce: Scene = (random, plot) => {
  const ask = pick<Ask>(random, [parcel(between(random, 0, 39)), parcel(between(random, 0, 39)), warm]);
  plot.add(0, { act: "settings", change: { latencyMs: pick(random, [20, 500]) } });
  for (const atMs of [0, 2_000, 4_000]) {
    const call = plot.call(atMs, 25_000, () => ask);
    plot.follow({ call, turns: between(random, 0, 6) }, 25_000, ask);
    if (chance(random, 0.7)) plot.add(atMs + between(random, 1, 19), { act: "cancel", call });
  }
};

/** A call is cancelled, and its caller at once asks the same again. Another caller joins that request. */
const askedByTwoAnew: Scene = (random, plot) => {
  const ask = parcel(between(random, 0, 39));
  plot.add(0, { act: "settings", change: { latencyMs: 500 } });
  plot.call(0, 12_000, plan);
  const call = plot.call(5_000, 12_000, () => ask);
  plot.add(5_200, { act: "cancel", call });
  plot.call(5_400, 12_000, () => ask);
  plot.follow({ call, turns: between(random, 0, 3) }, 12_000, ask);
};

export const CANCELLATION: readonly Scene[] = [askedAnewAtOnce, askedByTwoAnew];
