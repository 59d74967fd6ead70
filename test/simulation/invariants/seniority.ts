import type { SimulationEvent, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs } from "./rate-limit.ts";
import { workBehind, workOf } from "./work.ts";

/** Work that is asked for, in the order in which it was. */
interface Asked {
  readonly product: WireRequest["product"];
  calls: number;
  /** `waiting` for a place beyond doubt; `elsewhere`: under way, or pausing before it tries again. */
  is: "waiting" | "elsewhere";
  /** Since when (true time): who comes back to the gate in one instant comes in no order. */
  sinceMs: number;
  /** Held back by its last answer. */
  isHeld: boolean;
}

/** The gate of a product after a refusal, until the first request has passed it. */
interface Hold {
  readonly atMs: number;
  /** A token was wanted meanwhile, and who waits for one is at no gate. */
  isDisturbed: boolean;
}

const PRODUCT_OF = { risk: "risk", plan: "planning", package: "tracking" } as const;

export const oldestGoesFirst: Invariant = {
  name: "after a cool-down the oldest waiter goes first",
  clause:
    "4, rate limit: afterwards the oldest waiter goes first, alone (the next one if it is cancelled), then the rest",
  watch: (run) => {
    // At a limit who has a place may wait for what others' requests will have been billed.
    if (run.config.billableLimit !== undefined) return () => undefined;
    const asked = new Map<string, Asked>();
    const holds = new Map<string, Hold>();
    let exchanges = 0;
    return (event) => {
      noteCalls(asked, event);
      if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return undefined;
      const { request } = event;
      if (request.product === "token") {
        if (event.type !== "answered") exchanges += event.type === "started" ? 1 : -1;
        for (const hold of holds.values()) hold.isDisturbed = true;
        return undefined;
      }
      const work = workBehind(request) ?? "";
      const mine = asked.get(work);
      if (event.type === "answered") {
        const isHold = floorMs(event.answer) !== undefined;
        if (mine !== undefined) mine.isHeld = isHold;
        if (isHold) holds.set(request.product, { atMs: event.at.trueMs, isDisturbed: exchanges > 0 });
        return undefined;
      }
      if (mine === undefined) return undefined;
      mine.is = event.type === "finished" && mine.isHeld ? "waiting" : "elsewhere";
      if (event.type === "finished") {
        mine.sinceMs = event.at.trueMs;
        return undefined;
      }
      mine.isHeld = false;
      const hold = holds.get(request.product);
      holds.delete(request.product);
      // In the very instant of the refusal requests may be on their way back to the gate.
      if (hold === undefined || hold.isDisturbed || hold.atMs === event.at.trueMs) return undefined;
      const older = [...asked].find(
        ([, other]) => other.product === request.product && other.is === "waiting" && other.sinceMs < event.at.trueMs,
      );
      const order = [...asked.keys()];
      const isPassedOver = older !== undefined && order.indexOf(older[0]) < order.indexOf(work);
      return isPassedOver ? `request ${request.number} (${work}) goes first, before ${older[0]}` : undefined;
    };
  },
};

/** Alerts are left out: each of their pages is asked for anew. */
function noteCalls(asked: Map<string, Asked>, event: SimulationEvent): void {
  if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind === "alerts") return;
  const work = workOf(event.call.ask);
  const entry = asked.get(work) ?? {
    product: PRODUCT_OF[event.call.ask.kind],
    calls: 0,
    is: "waiting",
    sinceMs: Number.NEGATIVE_INFINITY,
    isHeld: false,
  };
  entry.calls += event.type === "called" ? 1 : -1;
  if (entry.calls > 0) asked.set(work, entry);
  else asked.delete(work);
}
