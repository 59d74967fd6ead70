import { FIRST_BACKOFF_MS, MAX_IN_FLIGHT } from "../../support/contract.ts";
import type { Run } from "../driver.ts";
import type { WireAnswer, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import type { Invariant } from "./invariant.ts";
import { workOf, workOfRequest } from "./work.ts";

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

/** After a cool-down, the second request waits until the first is over. */
export const firstGoesAlone: Invariant = {
  name: "G-rate-limit: after a cool-down one request goes alone",
  watch: (run) => {
    const probes = new Map<string, WireRequest | "none" | "over">();
    const answered = new Set<WireRequest>();
    return (event) => {
      if (event.type === "answered") {
        answered.add(event.request);
        if (floorMs(event.answer) !== undefined) probes.set(event.request.product, "none");
      }
      if (event.type === "finished" && probes.get(event.request.product) === event.request) {
        const isGivenUp = !answered.has(event.request) && isCancelled(event.request, event.at, run);
        probes.set(event.request.product, isGivenUp ? "none" : "over");
      }
      if (event.type !== "started" || event.request.product === "token") return undefined;
      const { product } = event.request;
      const probe = probes.get(product);
      if (probe === "none") probes.set(product, event.request);
      return typeof probe === "object"
        ? `request ${event.request.number} starts while ${probe.number} tries alone`
        : undefined;
    };
  },
};

/** Whether every caller has cancelled. The request has then shown nothing, and the next one goes alone. */
function isCancelled(request: WireRequest, { trueMs }: Instant, { calls }: Run): boolean {
  const work = workOfRequest(request);
  const callers = calls.filter(
    ({ ask, ended }) => workOf(ask) === work && (ended === undefined || ended.at.trueMs === trueMs),
  );
  return callers.length > 0 && callers.every(({ cancelledAt }) => cancelledAt?.trueMs === trueMs);
}

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
