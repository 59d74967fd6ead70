import { FIRST_BACKOFF_MS, MAX_IN_FLIGHT } from "../../support/contract.ts";
import type { WireAnswer } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Invariant } from "./invariant.ts";

/** The shortest time for which an answer holds its product back: any 429, or a 503 with Retry-After. */
function floorMs(answer: WireAnswer): number | undefined {
  const { status, headers } = answer;
  const holds = status === 429 || (status === 503 && headers.has("retry-after"));
  return holds ? (askedMs(answer) ?? FIRST_BACKOFF_MS) : undefined;
}

/** No request of a product starts inside its cool-down, on the client's clock. */
export const startsOutsideCooldown: Invariant = {
  name: "G-rate-limit: no request starts inside a cool-down",
  watch: () => {
    const ends = new Map<string, number>();
    return (event) => {
      if (event.type === "answered" && event.request.product !== "token") {
        const { product } = event.request;
        const waitMs = floorMs(event.answer);
        if (waitMs !== undefined) ends.set(product, Math.max(ends.get(product) ?? 0, event.at.monotonicMs + waitMs));
      }
      if (event.type !== "started") return undefined;
      const restMs = (ends.get(event.request.product) ?? 0) - event.at.monotonicMs;
      return restMs > 0 ? `request ${event.request.number} starts ${restMs} ms before its cool-down ends` : undefined;
    };
  },
};

export const atMostEightInFlight: Invariant = {
  name: "G-rate-limit: at most eight requests of a product are in flight",
  watch: () => {
    const inFlight = new Map<string, number>();
    return (event) => {
      if (event.type !== "started" && event.type !== "finished") return undefined;
      const { product } = event.request;
      const count = (inFlight.get(product) ?? 0) + (event.type === "started" ? 1 : -1);
      inFlight.set(product, count);
      return count > MAX_IN_FLIGHT ? `${count} requests of ${product} are in flight` : undefined;
    };
  },
};
