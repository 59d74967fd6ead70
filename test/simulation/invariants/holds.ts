import type { WireAnswer, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs } from "./rate-limit.ts";

/** The longest backoff. A 429 without a Retry-After, or with a shorter one, may hold a product back so long. */
const BACKOFF_MS = 5_000;

export const holdsHaveACause: Invariant = {
  name: "nobody is told of a cool-down that there is not, or of an end that comes too early",
  clause: "G-rate-limit: per product, a 429, or a 503 with Retry-After, holds back every call; says when to come back",
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

export const hopelessWaitsFailAtOnce: Invariant = {
  name: "a plan that is refused for longer than its time fails at once",
  clause: "G-rate-limit: a wait that does not fit the call's time fails at once and says when to come back",
  watch: (run) => {
    const underWay = new Set<WireRequest>();
    /** The end of the wait of each plan that the service refused for now, by reference. */
    const heldUntilMs = new Map<string | undefined, number>();
    return (event) => {
      if (event.type === "started") underWay.add(event.request);
      if (event.type === "finished") underWay.delete(event.request);
      const waitMs = event.type === "answered" ? floorMs(event.answer) : undefined;
      if (event.type === "started") heldUntilMs.delete(event.request.reference);
      if (event.type === "answered" && waitMs !== undefined) {
        heldUntilMs.set(event.request.reference, event.at.monotonicMs + waitMs);
      }
      // A call that waits for a token has not reached the gate.
      const isBusy = [...underWay].some(({ product }) => product === "planning" || product === "token");
      if (event.type !== "quiet" || isBusy) return undefined;
      const late = run.calls.find(
        ({ ask, ended, deadlineMs }) =>
          ended === undefined && ask.kind === "plan" && deadlineMs < (heldUntilMs.get(ask.reference) ?? 0),
      );
      return late && `call ${late.number} waits for a cool-down that is longer than its time`;
    };
  },
};

/** The latest end of the cool-down that an answer begins, jitter included. */
function latestEndMs(answer: WireAnswer, { monotonicMs }: Instant): number {
  if (floorMs(answer) === undefined) return 0;
  return monotonicMs + Math.max(askedMs(answer) ?? 0, BACKOFF_MS);
}
