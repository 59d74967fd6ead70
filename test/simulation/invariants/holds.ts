import { askedMs } from "../retry-after.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs } from "./rate-limit.ts";
import { begunBy, type Exchange, noteExchange } from "./token.ts";
import { workBehind, workOf } from "./work.ts";

/** As long as a 429 without a readable Retry-After, and jitter, may hold a product back. */
const MOST_MS = 5_250;

export const holdsHaveACause: Invariant = {
  name: "nobody is told of a cool-down that there is not",
  clause: "4, rate limit: per product, a 429, or a 503 with Retry-After, holds back every call of that product",
  watch: () => {
    const untilMs = new Map<string, number>();
    return (event) => {
      if (event.type === "answered" && floorMs(event.answer) !== undefined) {
        const { product } = event.request;
        const mostMs = event.at.monotonicMs + Math.max((askedMs(event.answer) ?? 0) + MOST_MS, MOST_MS);
        untilMs.set(product, Math.max(untilMs.get(product) ?? 0, mostMs));
      }
      if (event.type !== "ended") return undefined;
      const failure = failureOf(event.end);
      if (failure?.kind !== "rate_limited" || failure.status !== undefined || failure.product === "token") {
        return undefined;
      }
      const restMs = (untilMs.get(failure.product) ?? 0) - event.at.monotonicMs;
      return restMs > 0 ? undefined : `call ${event.call.number} is told to wait for ${failure.product}`;
    };
  },
};

/** Equal calls, and what their last attempt came to. */
interface Work {
  calls: number;
  inFlight: number;
  /** Its last attempt was refused for now; others are repeated after a pause of their own. */
  isHeld: boolean;
  /** Another attempt came before, or none yet. */
  isPausing: boolean;
}

const PRODUCT_OF = { risk: "risk", plan: "planning", package: "tracking" } as const;

export const hopelessWaitsEnd: Invariant = {
  name: "who has no time for a cool-down is told so at once",
  clause: "4, rate limit: a wait that does not fit the call's remaining time fails at once and says when to come back",
  watch: (run) => {
    // At a limit who has a place may wait for what others' requests will have been billed.
    if (run.config.billableLimit !== undefined) return () => undefined;
    const works = new Map<string, Work>();
    const untilMs = new Map<string, number>();
    const exchanges: Exchange[] = [];
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "called" || event.type === "ended") {
        const key = workOf(event.call.ask);
        const work = works.get(key) ?? { calls: 0, inFlight: 0, isHeld: false, isPausing: false };
        work.calls += event.type === "called" ? 1 : -1;
        if (work.calls > 0) works.set(key, work);
        else works.delete(key);
      }
      if (event.type === "started" || event.type === "answered" || event.type === "finished") {
        const { product } = event.request;
        if (product === "token" && event.type === "started") exchanges.push(begunBy(event.request));
        const waitMs = event.type === "answered" ? floorMs(event.answer) : undefined;
        if (waitMs !== undefined) {
          untilMs.set(product, Math.max(untilMs.get(product) ?? 0, event.at.monotonicMs + waitMs));
        }
        const work = works.get(workBehind(event.request) ?? "");
        if (work !== undefined) note(work, event.type, waitMs !== undefined);
      }
      // Who waits for a token is at no gate.
      if (event.type !== "quiet" || exchanges.at(-1)?.isGood !== true) return undefined;
      const late = run.calls.find(({ ask, deadlineMs, ended }) => {
        if (ended !== undefined || ask.kind === "alerts") return false;
        const work = works.get(workOf(ask));
        const endMs = untilMs.get(PRODUCT_OF[ask.kind]) ?? 0;
        return work !== undefined && work.inFlight === 0 && !work.isPausing && deadlineMs < endMs;
      });
      return late && `call ${late.number} waits for a cool-down that is longer than its time`;
    };
  },
};

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
