import { OWN_LEVEL, parcel, plan, type Scene } from "../plot.ts";
import { between, chance, pick } from "../random.ts";
import type { Ask } from "../steps.ts";

/** Many calls meet a rate limit. The call that goes first after it may be cancelled or slow. */
const heldTogether: Scene = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const waitS = pick(random, [1, 2, 3]);
  const count = between(random, 3, 12);
  const times = pick(random, [1, 3, count]);
  plot.fault(0, { product, kind: "status", status: 429, headers: { "Retry-After": String(waitS) }, times });
  plot.fault(0, { product, kind: pick(random, ["pass", "pass", "reset"]), delayMs: between(random, 500, 3_000) });
  const first = plot.call(0, 25_000, ask);
  for (let others = 1; others < count; others += 1) plot.call(between(random, 0, waitS * 1_000), 25_000, ask);
  // The oldest call, which goes first, and the next one.
  for (const call of [first, first + 1]) {
    if (chance(random, 0.5)) plot.add(waitS * 1_000 + between(random, 100, 2_500), { act: "cancel", call });
  }
};

/** The service refuses plans for now. Some calls lack the time for a retry. */
const shortOfTime: Scene = (random, plot) => {
  const status = pick(random, [429, 502, 503]);
  plot.fault(0, { product: "planning", kind: "status", status, times: pick(random, [1, 2, 4]) });
  for (let count = between(random, 1, 4); count > 0; count -= 1) {
    plot.call(between(random, 0, 100), pick(random, [200, 500, 900, 2_000, 4_000]), plan);
  }
};

/** Calls ask for all products while one is held back. */
const heldApart: Scene = (random, plot, { tomorrow }) => {
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

/** A refusal whose body never comes holds others back from its status line on. */
const slowRefusal: Scene = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const refusal = { status: pick(random, [429, 429, 503]), headers: { "Retry-After": pick(random, ["3", "7"]) } };
  plot.fault(0, { product, kind: "hangBody", processed: false, ...refusal });
  for (const atMs of [0, 500, 900, between(random, 1_000, 9_000)]) plot.call(atMs, 25_000, ask);
};

export const RATE_LIMIT: readonly Scene[] = [heldTogether, shortOfTime, heldApart, slowRefusal];
