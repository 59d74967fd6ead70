import type { Fault } from "../../support/sandbox.ts";
import { OWN_LEVEL, type Scene, warm } from "../plot.ts";
import { between, chance, pick } from "../random.ts";

/** New data appears while a reading is under way. */
const newDataAmidPages: Scene = (random, plot) => {
  for (let pages = between(random, 1, 8); pages > 0; pages -= 1) plot.fault(0, { product: "alerts", kind: "pass" });
  plot.fault(0, { product: "alerts", kind: "newData", times: pick(random, [1, 1, 2]) });
  for (let count = between(random, 1, 2); count > 0; count -= 1) {
    plot.call(0, 25_000, () => ({ kind: "alerts", minLevel: OWN_LEVEL }));
  }
};

/**
 * After some pages, the next one fails, is late or is refused. The calls that share the reading have unequal deadlines.
 * In some runs memory already holds all alerts, but no longer fresh.
 */
const failureAmidPages: Scene = (random, plot) => {
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
  // One page is refused after others beside it have failed. Drawn last, to leave the other draws as they were.
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

export const CHANGES: readonly Scene[] = [newDataAmidPages, failureAmidPages];
