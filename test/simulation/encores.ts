import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";
import { between, chance, pick } from "./random.ts";
import { OWN_LEVEL, Plot, parcel, plan, type Scene } from "./scenes.ts";
import type { Ask, Step } from "./schedule.ts";

type Kind = Omit<Fault, "product">;

const warm: Ask = { kind: "alerts", minLevel: OWN_LEVEL };

/** Faults of one product, each for the next one of its requests. */
function inTurn(plot: Plot, atMs: number, product: Fault["product"], kinds: readonly Kind[]): void {
  for (const kind of kinds) plot.fault(atMs, { ...kind, product });
}

const refused = (status: number, headers: Fault["headers"] = {}): Kind => ({ kind: "status", status, headers });

/** A product whose every request is answered apart. */
function drawProduct(random: Random): readonly ["tracking" | "planning", (call: number) => Ask] {
  return pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
}

/** The credentials are refused, then taken, then refused once more. */
const refusedAnew: Scene = (random, plot) => {
  const status = pick(random, [400, 401, 403]);
  plot.fault(0, { product: "token", ...refused(status), times: 2 });
  plot.add(0, { act: "revoke" });
  for (const atMs of [0, 61_000, 182_000]) plot.call(atMs, 12_000, parcel);
  plot.fault(190_000, { product: "token", ...refused(status) });
  plot.add(190_000, { act: "revoke" });
  for (const atMs of [0, between(random, 61_000, 110_000)]) plot.call(190_000 + atMs, 12_000, parcel);
};

/** What was asked with an old token is answered when the new one is refused already, or about to be. */
const acceptedLate: Scene = (random, plot) => {
  const [product, ask] = drawProduct(random);
  plot.call(0, 12_000, ask);
  const repeated = pick(random, [{ kind: "pass", delayMs: 600 } as const, refused(401)]);
  inTurn(plot, 5_000, product, [{ kind: "pass", delayMs: 400 }, refused(401), repeated, refused(401), refused(401)]);
  for (const atMs of [0, 100, 550, between(random, 5_000, 50_000)]) plot.call(5_000 + atMs, 12_000, ask);
};

/** The first refusal says when to come back, and the next one does not. */
const askedToWaitOnce: Scene = (random, plot) => {
  const [product, ask] = drawProduct(random);
  inTurn(plot, 0, product, [refused(502, { "Retry-After": "7" }), refused(pick(random, [502, 503]))]);
  plot.call(0, 60_000, ask);
};

/** A token is refused, then the service fails for a moment, then the new token is refused, too, that others could use. */
const refusedAmidFailures: Scene = (random, plot) => {
  const [product, ask] = drawProduct(random);
  plot.call(0, 12_000, ask);
  inTurn(plot, 5_000, product, [refused(401), refused(503), { kind: "pass" }, refused(401), refused(401)]);
  for (const atMs of [0, 70]) plot.call(5_000 + atMs, 25_000, ask);
};

/** A read is lost, then refused for a moment, then lost again. */
const lostTwice: Scene = (random, plot) => {
  const losses: readonly Kind[] = [
    { kind: "reset" },
    { kind: "truncate" },
    { kind: "html" },
    refused(500),
    refused(504),
  ];
  inTurn(plot, 0, "tracking", [pick(random, losses), refused(pick(random, [502, 503])), pick(random, losses)]);
  plot.call(0, 60_000, parcel);
};

/** Every page is the first one, and what is then asked for at once is of another time. */
const wholeOfAnotherTime: Scene = (_, plot) => {
  const page = (hour: number, hasMore: boolean, ...zips: readonly string[]): Kind => {
    const data = zips.map((zip) => ({ zip, temperatureLevel: OWN_LEVEL }));
    const meta = {
      generatedAt: `2026-07-09T${hour}:03:00Z`,
      granularity: "zip5",
      total: 4,
      page: 1,
      pageSize: 3,
      hasMore,
    };
    return { kind: "body", status: 200, body: { data, meta } };
  };
  const first = page(12, true, "85001", "85003", "85004");
  inTurn(plot, 0, "alerts", [first, first, page(13, false, "33101", "33109", "33122", "33125")]);
  for (const atMs of [0, 2_000]) plot.call(atMs, 25_000, () => warm);
};

/** Slow pages, until the data changes amid them, once or with every page; then the same is asked again. */
const slowUntilNewData: Scene = (random, plot) => {
  plot.add(0, { act: "settings", change: { alertCount: 60, maxPageSize: 10, defaultPageSize: 10 } });
  plot.add(0, { act: "settings", change: { pageParameter: "honoured" } });
  plot.fault(0, { product: "alerts", kind: "pass", delayMs: 900, times: between(random, 2, 3) });
  plot.fault(0, { product: "alerts", kind: "newData", ...pick(random, [{ delayMs: 900 }, { times: 16 }]) });
  for (const atMs of [0, 4_000, 5_500, 7_000, 12_000]) plot.call(atMs, 25_000, () => warm);
};

/** An answer comes late, or its body slowly, and is asked for again while it is known. */
const slowAnswer: Scene = (random, plot, tomorrow) => {
  plot.add(0, { act: "settings", change: { alertCount: 3, maxPageSize: 50_000, defaultPageSize: 1_000 } });
  const risk: Ask = { kind: "risk", granularity: "zip3", date: tomorrow };
  const delayMs = pick(random, [900, 2_500, 4_500]);
  const [ask, slow] = pick(random, [
    [risk, { product: "risk", kind: "pass", delayMs }],
    [warm, { product: "alerts", kind: "pass", delayMs }],
    [warm, { product: "alerts", kind: "drip", delayMs: 3 }],
  ]);
  plot.fault(0, slow);
  for (const atMs of [0, 5_000, 6_300, 7_600]) plot.call(atMs, 25_000, () => ask);
};

/** A call is cancelled or answered, and whoever made it asks the same anew at once. */
const askedAnewAtOnce: Scene = (random, plot) => {
  const ask = pick<Ask>(random, [parcel(between(random, 0, 39)), parcel(between(random, 0, 39)), warm]);
  plot.add(0, { act: "settings", change: { latencyMs: pick(random, [20, 500]) } });
  for (const atMs of [0, 2_000, 4_000]) {
    const call = plot.call(atMs, 25_000, () => ask);
    plot.follow({ call, turns: between(random, 0, 6) }, 25_000, ask);
    if (chance(random, 0.7)) plot.add(atMs + between(random, 1, 19), { act: "cancel", call });
  }
};

const ENCORES: readonly Scene[] = [
  refusedAnew,
  acceptedLate,
  acceptedLate,
  askedToWaitOnce,
  askedToWaitOnce,
  refusedAmidFailures,
  lostTwice,
  wholeOfAnotherTime,
  slowUntilNewData,
  slowUntilNewData,
  slowAnswer,
  slowAnswer,
  askedAnewAtOnce,
];

/** One more of `scenes` after all else is over; `calls` is the number of the last call. */
export function drawEncore(
  random: Random,
  atMs: number,
  calls: number,
  tomorrow: string,
  scenes: readonly Scene[] = ENCORES,
): readonly Step[] {
  const beginning = new Plot(atMs, calls);
  const well = { rateLimits: {}, scopes: PRODUCTS, accountValid: true, latencyMs: 20, newData: "hourly" } as const;
  beginning.add(0, { act: "calm" });
  beginning.add(0, { act: "settings", change: { ...well, tokenLifeS: 86_400 } });
  // Tokens that were short-lived, or that nobody accepts any more, are not this situation's.
  beginning.add(0, { act: "revoke" });
  const plot = new Plot(atMs + 1_000, beginning.call(0, 25_000, parcel));
  pick(random, scenes)(random, plot, tomorrow);
  return [...beginning.steps, ...plot.steps];
}
