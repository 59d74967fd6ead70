import type { Fault } from "../../support/sandbox.ts";
import { OWN_LEVEL, type Plot, type Scene, warm } from "../plot.ts";
import { between, chance, pick } from "../random.ts";

const PAGES = [
  ["85001", "85003"],
  ["85004", "85005"],
  ["85006", "85007"],
  ["85008", "85009"],
  ["85012", "85013"],
] as const;

/** Calls with unequal deadlines share a slow or failing read. The call that starts it has the least time. */
const unequalPatience: Scene = (random, plot, { tomorrow }) => {
  const [ask, product] = pick(random, [
    [{ kind: "risk", granularity: "zip3", date: tomorrow }, "risk"],
    [{ kind: "package", id: "10051" }, "tracking"],
    [{ kind: "alerts", minLevel: OWN_LEVEL }, "alerts"],
  ]);
  const faults: readonly Omit<Fault, "product">[] = [
    { kind: "pass", delayMs: between(random, 200, 6_000) },
    { kind: "status", status: 429, headers: { "Retry-After": pick(random, ["1", "3", "7"]) } },
    { kind: "status", status: 502, times: 2 },
    { kind: "reset", delayMs: between(random, 100, 2_000) },
    { kind: "hang" },
  ];
  for (let count = pick(random, [1, 1, 2]); count > 0; count -= 1) plot.fault(0, { ...pick(random, faults), product });
  plot.call(0, pick(random, [300, 700, 3_000]), () => ask);
  for (let others = between(random, 1, 3); others > 0; others -= 1) {
    plot.call(between(random, 0, 250), pick(random, [5_000, 12_000, 25_000]), () => ask);
  }
};

/** The service answers its next request for alerts with one of `PAGES`. */
function addPage(plot: Plot, atMs: number, page: number, delayMs = 0): void {
  const data = (PAGES[page - 1] ?? []).map((zip) => ({ zip, temperatureLevel: OWN_LEVEL }));
  const meta = { generatedAt: "2026-07-09T12:03:00Z", granularity: "zip5", total: 10, page, pageSize: 2 };
  const body = { data, meta: { ...meta, hasMore: page < PAGES.length } };
  plot.fault(atMs, { product: "alerts", kind: "body", status: 200, body, delayMs });
}

/** A reading stops after one page. A call resumes it, and others join while its last pages are slow. */
const askedAmidGoingOn: Scene = (random, plot) => {
  addPage(plot, 0, 1);
  plot.fault(0, { product: "alerts", kind: "status", status: 403 });
  plot.call(0, 25_000, () => warm);
  const fromMs = pick(random, [600, 1_500, 4_600]);
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
  for (const maxWaitMs of [1_000, 25_000, 25_000]) plot.call(laterMs, maxWaitMs, () => warm);
  plot.call(fromMs + 6_000, 25_000, () => warm);
};

export const SHARING: readonly Scene[] = [unequalPatience, askedAmidGoingOn];
