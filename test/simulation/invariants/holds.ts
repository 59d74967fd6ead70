import type { WireAnswer } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import { GateWaits } from "./gate-waits.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs, MAX_IN_FLIGHT } from "./rate-limit.ts";

/** As long as a 429 may hold a product back without a Retry-After, or beyond a short one. */
const BACKOFF_MS = 5_000;

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
      if (failure?.kind !== "rate_limited" && failure?.kind !== "unavailable") return undefined;
      if (failure.product === "token" || failure.waitMs === undefined) return undefined;
      const { leastMs = 0, mostMs = 0 } = ends.get(failure.product) ?? {};
      const untilMs = event.at.monotonicMs + failure.waitMs;
      const isOfService = failure.status !== undefined;
      return untilMs >= leastMs && (isOfService || (event.at.monotonicMs < mostMs && untilMs <= mostMs))
        ? undefined
        : `call ${event.call.number} is told to wait ${failure.waitMs} ms for ${failure.product}`;
    };
  },
};

export const hopelessWaitsEnd: Invariant = {
  name: "a wait that a cool-down outlasts ends at once for whoever shares it",
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
      const late = waits.find(event.at, (call, product) => waits.latestMs(call) < (untilMs.get(product) ?? 0));
      return late && `call ${late.number} waits for a cool-down that is longer than its time`;
    };
  },
};

export const hopelessTokenWaitsEnd: Invariant = {
  name: "who has no time for the wait that the token endpoint asks for is told so at once",
  clause: "4, token: a failed exchange is remembered for its Retry-After; rate limit: what does not fit fails at once",
  watch: (run) => {
    // At a limit who has a place may wait for what others' requests will have been billed.
    if (run.config.billableLimit !== undefined) return () => undefined;
    const waits = new GateWaits(run);
    /** Products that were held back, until a request that was sent since is answered: its callers wait at a gate. */
    const heldSince = new Map<string, number>();
    return (event) => {
      waits.note(event);
      if (event.type === "answered") {
        const { product, startedAt } = event.request;
        const since = heldSince.get(product) ?? Number.POSITIVE_INFINITY;
        if (floorMs(event.answer) !== undefined) heldSince.set(product, event.at.trueMs);
        else if (startedAt.trueMs > since) heldSince.delete(product);
      }
      const untilMs = event.type === "quiet" && !waits.hasToken(event.at) ? (waits.tokenHeldUntilMs ?? 0) : 0;
      if (event.at.monotonicMs >= untilMs) return undefined;
      const late = waits.findUnsent((call, product) => {
        const hasPlace = !heldSince.has(product) && waits.wanted(product) <= MAX_IN_FLIGHT;
        return hasPlace && waits.latestMs(call) < untilMs;
      });
      return late && `call ${late.number} waits for the token endpoint longer than its time`;
    };
  },
};

/** When the cool-down that an answer begins is over at the latest. */
export function latestEndMs(answer: WireAnswer, { monotonicMs }: Instant): number {
  if (floorMs(answer) === undefined) return 0;
  return monotonicMs + Math.max(askedMs(answer) ?? 0, BACKOFF_MS);
}
