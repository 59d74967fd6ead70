import type { Random } from "../../src/sandbox/world/random.ts";
import type { Fault } from "../support/sandbox.ts";
import type { Action, Ask, Step } from "./steps.ts";

/** The steps that a scene draws. Times count from the start of the scene. */
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

  /** Adds a call and returns its number. */
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

/** The start of a scene. */
export interface When {
  /** The next day on the service's clock. */
  readonly tomorrow: string;
  /** Epoch milliseconds on the service's clock and on the client's. */
  readonly serviceMs: number;
  readonly clientMs: number;
}

/** Adds steps to a plot, for a situation that chance alone seldom brings about. */
export type Scene = (random: Random, plot: Plot, when: When) => void;

/** The lowest level, so that it leaves out no alerts. Only scenes ask for it. */
export const OWN_LEVEL = "Warm";

export const parcel = (call: number): Ask => ({ kind: "package", id: String(10_042 + (call % 40)) });
export const plan = (call: number): Ask => ({ kind: "plan", reference: `simulated-plan-${call}`, zip: "33101" });
export const warm = { kind: "alerts", minLevel: OWN_LEVEL } as const satisfies Ask;

/** Small pages, and a call that leaves while the second page is on the wire. The client keeps both pages. */
export function leaveOff(plot: Plot): void {
  plot.add(0, { act: "settings", change: { alertCount: 60, maxPageSize: 10, defaultPageSize: 10, tooLarge: "clamp" } });
  plot.add(0, { act: "settings", change: { pageParameter: "honoured" } });
  plot.fault(0, { product: "alerts", kind: "pass" });
  plot.fault(0, { product: "alerts", kind: "pass", delayMs: 600 });
  plot.add(500, { act: "cancel", call: plot.call(0, 25_000, () => warm) });
}
