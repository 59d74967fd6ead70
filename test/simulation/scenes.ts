import type { Random } from "../../src/sandbox/random.ts";
import { PRODUCTS } from "../../src/sandbox/settings.ts";
import type { Fault } from "../support/sandbox.ts";
import { between, chance, pick } from "./random.ts";
import type { Action, Ask, Step } from "./schedule.ts";

/** A small plot, put together by what its scene draws. Times are of the scene. */
export class Plot {
  readonly steps: Step[] = [];
  readonly #atMs: number;
  #calls: number;

  constructor(atMs: number, calls: number) {
    this.#atMs = atMs;
    this.#calls = calls;
  }

  add(atMs: number, action: Action): void {
    this.steps.push({ atMs: this.#atMs + atMs, action });
  }

  /** Adds a call and gives its number. */
  call(atMs: number, maxWaitMs: number, ask: (call: number) => Ask): number {
    this.#calls += 1;
    this.add(atMs, { act: "call", call: this.#calls, ask: ask(this.#calls), maxWaitMs });
    return this.#calls;
  }

  /** Adds a call that is made as soon as the call `after` has ended. */
  follow(after: { readonly call: number; readonly turns: number }, maxWaitMs: number, ask: Ask): void {
    this.#calls += 1;
    this.add(0, { act: "call", call: this.#calls, ask, maxWaitMs, after });
  }

  fault(atMs: number, fault: Fault): void {
    this.add(atMs, { act: "fault", fault });
  }
}

/** What draws a plot's steps. */
export type Scene = (random: Random, plot: Plot, tomorrow: string) => void;

/** Alerts of this level are all there are, and no other call asks for them. */
export const OWN_LEVEL = "Warm";

/** The first alert that the sandbox has, and one of a later page where pages are small. */
export const EARLY_ZIP = "20108";
const LATE_ZIP = "28401";

export const parcel = (call: number): Ask => ({ kind: "package", id: String(10_042 + (call % 40)) });
export const plan = (call: number): Ask => ({ kind: "plan", reference: `simulated-plan-${call}`, zip: "33101" });

/** Calls share a reading of alerts, and its starter has enough before the others do. */
const enoughForOne: Scene = (random, plot) => {
  const alerts = (...zips: string[]) => ({ kind: "alerts", minLevel: OWN_LEVEL, zips }) as const;
  plot.call(0, 25_000, () => alerts(EARLY_ZIP));
  for (let others = between(random, 1, 3); others > 0; others -= 1) {
    const ask = pick(random, [{ kind: "alerts", minLevel: OWN_LEVEL }, alerts(LATE_ZIP), alerts(EARLY_ZIP, LATE_ZIP)]);
    plot.call(0, pick(random, [12_000, 25_000, 60_000]), () => ask);
  }
};

/** New data appears while its pages are read. */
const newDataAmidPages: Scene = (random, plot) => {
  for (let pages = between(random, 1, 8); pages > 0; pages -= 1) plot.fault(0, { product: "alerts", kind: "pass" });
  plot.fault(0, { product: "alerts", kind: "newData", times: pick(random, [1, 1, 2]) });
  for (let count = between(random, 1, 2); count > 0; count -= 1) {
    plot.call(0, 25_000, () => ({ kind: "alerts", minLevel: OWN_LEVEL }));
  }
};

/** Calls that share a slow or troubled read have unequal time for it, and the one that starts it the least. */
const unequalPatience: Scene = (random, plot, tomorrow) => {
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

/** A rate limit meets many calls, and whoever goes first after it may be cancelled or slow. */
const heldTogether: Scene = (random, plot) => {
  const [product, ask] = pick(random, [["tracking", parcel] as const, ["planning", plan] as const]);
  const waitS = pick(random, [1, 2, 3]);
  const count = between(random, 3, 12);
  const times = pick(random, [1, 3, count]);
  plot.fault(0, { product, kind: "status", status: 429, headers: { "Retry-After": String(waitS) }, times });
  plot.fault(0, { product, kind: pick(random, ["pass", "pass", "reset"]), delayMs: between(random, 500, 3_000) });
  const first = plot.call(0, 25_000, ask);
  for (let others = 1; others < count; others += 1) plot.call(between(random, 0, waitS * 1_000), 25_000, ask);
  // The oldest, which goes first, or the one that follows it.
  for (const call of [first, first + 1]) {
    if (chance(random, 0.5)) plot.add(waitS * 1_000 + between(random, 100, 2_500), { act: "cancel", call });
  }
};

/** A product's scope is missing for some minutes, in which it is asked for again and again. */
const scopeMissing: Scene = (random, plot, tomorrow) => {
  const [product, ask] = pick(random, [
    ["tracking", parcel] as const,
    ["risk", (): Ask => ({ kind: "risk", granularity: "zip5", date: tomorrow })] as const,
  ]);
  plot.add(0, { act: "settings", change: { scopes: PRODUCTS.filter((each) => each !== product), tokenLifeS: 86_400 } });
  plot.add(0, { act: "revoke" });
  for (let atMs = 100; atMs < 150_000; atMs += between(random, 1_000, 12_000)) {
    plot.call(atMs, 12_000, ask);
    if (chance(random, 0.2)) plot.call(atMs + 50, 12_000, plan);
  }
  plot.add(150_000, { act: "settings", change: { scopes: PRODUCTS } });
};

/** Two requests are refused for the same token, the second one when there is a new token already. */
const lateRefusal: Scene = (random, plot) => {
  plot.call(0, 12_000, parcel);
  const refused: Omit<Fault, "delayMs"> = { product: "tracking", kind: "status", status: 401 };
  plot.fault(5_000, refused);
  plot.fault(5_000, { ...refused, delayMs: between(random, 1_000, 4_000) });
  for (let count = between(random, 2, 4); count > 0; count -= 1) plot.call(5_000, 25_000, parcel);
  for (let count = between(random, 1, 3); count > 0; count -= 1)
    plot.call(5_000 + between(random, 0, 9_000), 25_000, plan);
};

/** The credentials are refused for some minutes, in which calls go on. */
const credentialsRefused: Scene = (random, plot) => {
  plot.fault(0, {
    product: "token",
    kind: "status",
    status: pick(random, [400, 401, 403]),
    times: between(random, 2, 5),
  });
  plot.add(0, { act: "revoke" });
  for (let atMs = 100; atMs < 400_000; atMs += between(random, 5_000, 30_000)) plot.call(atMs, 3_000, parcel);
};

/** An answer is remembered while the machine sleeps, and then the service cannot be reached. */
const oldAnswer: Scene = (random, plot, tomorrow) => {
  const [ask, product] = pick(random, [
    [{ kind: "risk", granularity: "zip3", date: tomorrow }, "risk"],
    [{ kind: "alerts", minLevel: OWN_LEVEL }, "alerts"],
  ]);
  plot.call(0, 25_000, () => ask);
  plot.add(20_000, { act: "sleep", ms: pick(random, [1_000_000, 3_500_000, 3_700_000, 7_100_000]) });
  plot.fault(20_000, { product, kind: pick(random, ["hang", "reset", "html"]), times: 2 });
  plot.call(20_000, 25_000, () => ask);
};

/** What is refused for now would be repeated after the time of who asks. */
const shortOfTime: Scene = (random, plot) => {
  const status = pick(random, [429, 502, 503]);
  plot.fault(0, { product: "planning", kind: "status", status, times: pick(random, [1, 2, 4]) });
  for (let count = between(random, 1, 4); count > 0; count -= 1) {
    plot.call(between(random, 0, 100), pick(random, [200, 500, 900, 2_000, 4_000]), plan);
  }
};

const SCENES = [
  enoughForOne,
  unequalPatience,
  heldTogether,
  scopeMissing,
  lateRefusal,
  shortOfTime,
  credentialsRefused,
  newDataAmidPages,
  oldAnswer,
] as const;

/** A situation that chance alone would bring about too seldom; `calls` is the number of the last call before its own. */
export function drawScene(random: Random, atMs: number, calls: number, tomorrow: string): readonly Step[] {
  const plot = new Plot(atMs, calls);
  pick(random, SCENES)(random, plot, tomorrow);
  return plot.steps;
}
