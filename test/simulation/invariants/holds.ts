import type { Run } from "../driver.ts";
import type { SimulatedCall, SimulationEvent, WireAnswer, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs } from "./rate-limit.ts";
import { begunBy, type Exchange, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

/** As long as a 429 may hold a product back without a Retry-After, or beyond a short one; and the jitter on top. */
const BACKOFF_MS = 5_000;
const JITTER_MS = 250;

export const holdsHaveACause: Invariant = {
  name: "nobody is told of a cool-down that there is not, or of an end that comes too early",
  clause: "4, rate limit: per product, a 429, or a 503 with Retry-After, holds back every call; says when to come back",
  watch: () => {
    const ends = new Map<string, { readonly leastMs: number; readonly mostMs: number }>();
    return (event) => {
      const waitMs = event.type === "answered" ? floorMs(event.answer) : undefined;
      if (event.type === "answered" && waitMs !== undefined) {
        const { product } = event.request;
        const { leastMs = 0, mostMs = 0 } = ends.get(product) ?? {};
        ends.set(product, {
          leastMs: Math.max(leastMs, event.at.monotonicMs + waitMs),
          mostMs: Math.max(mostMs, latestEndMs(event.answer, event.at)),
        });
      }
      if (event.type !== "ended") return undefined;
      const failure = failureOf(event.end);
      if (failure?.kind !== "rate_limited" || failure.status !== undefined || failure.product === "token") {
        return undefined;
      }
      const { leastMs = 0, mostMs = 0 } = ends.get(failure.product) ?? {};
      const untilMs = event.at.monotonicMs + failure.waitMs;
      return untilMs >= leastMs && event.at.monotonicMs < mostMs && untilMs <= mostMs
        ? undefined
        : `call ${event.call.number} is told to wait ${failure.waitMs} ms for ${failure.product}`;
    };
  },
};

const PRODUCT_OF = { risk: "risk", plan: "planning", package: "tracking" } as const;

/** Calls that wait at a gate beyond doubt: under way is none of theirs, and none pauses before it tries again. */
class GateWaits {
  readonly #run: Run;
  readonly #works = new Map<string, Work>();
  readonly #exchanges: Exchange[] = [];

  constructor(run: Run) {
    this.#run = run;
  }

  note(event: SimulationEvent): void {
    noteExchange(this.#exchanges, event, this.#run.sandbox);
    if (event.type === "called" || event.type === "ended") {
      const key = workOf(event.call.ask);
      const work = this.#works.get(key) ?? { calls: 0, inFlight: 0, isHeld: false, isPausing: false };
      work.calls += event.type === "called" ? 1 : -1;
      if (work.calls > 0) this.#works.set(key, work);
      else this.#works.delete(key);
    }
    if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
    const { product } = event.request;
    if (product === "token" && event.type === "started") this.#exchanges.push(begunBy(event.request));
    const work = this.#works.get(workBehind(event.request) ?? "");
    const isHold = event.type === "answered" && floorMs(event.answer) !== undefined;
    if (work !== undefined) note(work, event.type, isHold);
  }

  /** The first call that waits at the gate of `product` and `isWrong` to. */
  find(isWrong: (call: SimulatedCall, product: WireRequest["product"]) => boolean): SimulatedCall | undefined {
    // Who waits for a token is at no gate.
    if (this.#exchanges.at(-1)?.isGood !== true) return undefined;
    return this.#run.calls.find((call) => {
      const { ask, ended } = call;
      if (ended !== undefined || ask.kind === "alerts") return false;
      const work = this.#works.get(workOf(ask));
      const isWaiting = work !== undefined && work.inFlight === 0 && !work.isPausing;
      return isWaiting && isWrong(call, PRODUCT_OF[ask.kind]);
    });
  }
}

/** Equal calls, and what their last attempt came to. */
interface Work {
  calls: number;
  inFlight: number;
  /** Its last attempt was refused for now; others are repeated after a pause of their own. */
  isHeld: boolean;
  /** Another attempt came before, or none yet. */
  isPausing: boolean;
}

function note(work: Work, type: "started" | "answered" | "finished", isHold: boolean): void {
  if (type === "started") {
    work.inFlight += 1;
    work.isHeld = false;
    work.isPausing = false;
  } else if (type === "answered") {
    work.isHeld = isHold;
  } else {
    work.inFlight -= 1;
    work.isPausing = !work.isHeld;
  }
}

export const hopelessWaitsEnd: Invariant = {
  name: "who has no time for a cool-down is told so at once",
  clause: "4, rate limit: a wait that does not fit the call's remaining time fails at once and says when to come back",
  watch: (run) => {
    // At a limit who has a place may wait for what others' requests will have been billed.
    if (run.config.billableLimit !== undefined) return () => undefined;
    const waits = new GateWaits(run);
    const untilMs = new Map<string, number>();
    return (event) => {
      waits.note(event);
      const waitMs = event.type === "answered" ? floorMs(event.answer) : undefined;
      if (event.type === "answered" && waitMs !== undefined) {
        const { product } = event.request;
        untilMs.set(product, Math.max(untilMs.get(product) ?? 0, event.at.monotonicMs + waitMs));
      }
      if (event.type !== "quiet") return undefined;
      const late = waits.find(({ deadlineMs }, product) => deadlineMs < (untilMs.get(product) ?? 0));
      return late && `call ${late.number} waits for a cool-down that is longer than its time`;
    };
  },
};

export const passedHoldsEnd: Invariant = {
  name: "nobody waits for a cool-down that has passed",
  clause: "4, rate limit: holds back every call until it has passed; Retry-After is a floor: jitter only adds",
  watch: (run) => {
    if (run.config.billableLimit !== undefined) return () => undefined;
    const waits = new GateWaits(run);
    const gates = new Map<string, { inFlight: number; endMs: number }>();
    return (event) => {
      waits.note(event);
      if (event.type === "started" || event.type === "answered" || event.type === "finished") {
        const { product } = event.request;
        const gate = gates.get(product) ?? { inFlight: 0, endMs: 0 };
        gates.set(product, gate);
        if (event.type === "started") gate.inFlight += 1;
        if (event.type === "finished") gate.inFlight -= 1;
        if (event.type === "answered") gate.endMs = Math.max(gate.endMs, latestEndMs(event.answer, event.at));
      }
      if (event.type !== "quiet") return undefined;
      const late = waits.find((_, product) => {
        const { inFlight = 0, endMs = 0 } = gates.get(product) ?? {};
        return inFlight === 0 && event.at.monotonicMs > endMs;
      });
      return late && `call ${late.number} waits, and nothing is in its way`;
    };
  },
};

/** When the cool-down that an answer begins is over at the latest, jitter included. */
export function latestEndMs(answer: WireAnswer, { monotonicMs }: Instant): number {
  if (floorMs(answer) === undefined) return 0;
  return monotonicMs + Math.max(askedMs(answer) ?? 0, BACKOFF_MS) + JITTER_MS;
}
