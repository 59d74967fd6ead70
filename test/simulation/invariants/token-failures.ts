import type { SimulationEvent } from "../events.ts";
import { elapsedMs } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, holdMs, isRefusal, noteExchange } from "./token.ts";

export const validTokenIsUsed: Invariant = {
  name: "no call fails for want of a token while there is one",
  clause: "G-token: reused for its life; refreshed in the background, blocking only once it has expired",
  watch: (run) => {
    // If the schedule sets the clock back, a token may have looked too old for a while.
    if (run.schedule.steps.some(({ action }) => action.act === "setWall" && action.ms < 0)) return () => undefined;
    const exchanges: Exchange[] = [];
    const rejected = new Set<number>();
    return (event) => {
      if (event.type === "answered" && event.answer.status === 401) rejected.add(event.request.token);
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "started" && event.request.product === "token") {
        exchanges.push(begunBy(event.request));
      }
      if (event.type !== "ended" || !isForWantOfToken(event)) return undefined;
      const good = exchanges.findLast(({ isGood }) => isGood);
      if (good?.endedAt === undefined || rejected.has(good.number)) return undefined;
      const { startedAt, number } = event.call;
      const isOld = elapsedMs(good.request.startedAt, event.at) >= good.lifeMs;
      const isThroughout = good.endedAt.trueMs <= startedAt.trueMs && !isOld;
      return isThroughout ? `call ${number} fails at the token endpoint, and token ${good.number} is valid` : undefined;
    };
  },
};

export const tokenFailuresAreForgotten: Invariant = {
  name: "no call is told of an exchange that failed longer ago than that is remembered",
  clause: "G-token: refused it is remembered for 60 s, doubling to 10 min, otherwise 5 s or its Retry-After",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    return (event) => {
      noteExchange(exchanges, event, run.sandbox);
      if (event.type === "started" && event.request.product === "token") {
        exchanges.push(begunBy(event.request));
      }
      if (event.type !== "ended" || !isForWantOfToken(event)) return undefined;
      const last = exchanges.at(-1);
      if (last?.endedAt === undefined || last.isGood) return undefined;
      const { startedAt, number } = event.call;
      const forgottenMs = last.endedAt.monotonicMs + holdMs(last, refusalsAtMost(exchanges));
      const isBefore = last.endedAt.trueMs < startedAt.trueMs;
      return isBefore && forgottenMs <= startedAt.monotonicMs
        ? `call ${number}, begun ${startedAt.monotonicMs - forgottenMs} ms after that, makes no new exchange`
        : undefined;
    };
  },
};

/** Whether an exchange made a call fail before its deadline. */
function isForWantOfToken(event: Extract<SimulationEvent, { type: "ended" }>): boolean {
  const failure = failureOf(event.end);
  if (failure === undefined || !("product" in failure) || failure.product !== "token") return false;
  return failure.kind !== "cancelled" && event.at.monotonicMs < event.call.deadlineMs;
}

/** The most refusals that may count: those since the last token. None unless the last exchange was refused. */
function refusalsAtMost(exchanges: readonly Exchange[]): number {
  const [last] = exchanges.slice(-1);
  if (last === undefined || !isRefusal(last)) return 0;
  const since = exchanges.slice(exchanges.findLastIndex(({ isGood }) => isGood) + 1);
  return since.filter(isRefusal).length;
}
