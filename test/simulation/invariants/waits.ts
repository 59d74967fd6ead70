import { FAILURE_HOLD_MS } from "../../support/contract.ts";
import type { SimulationEvent } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import { failureOf } from "./calls.ts";
import type { Invariant } from "./invariant.ts";

/** The longest first backoff of an exchange. */
const SLACK_MS = 500;

/** The longest backoff that stands in for a Retry-After. */
const BACKOFF_MS = 5_000;

/** The state of one product or of the token endpoint. Times are readings of the client's monotonic clock. */
interface Business {
  inFlight: number;
  heldUntilMs: number;
  lastEndedMs: number;
}

export const waitsHaveACause: Invariant = {
  name: "G-rate-limit: no call runs out of time unsent while nothing is in its way",
  watch: (run) => {
    // At a limit, the calls of one product wait until open requests of others are billed or refused.
    const isLimited = run.config.billableLimit !== undefined;
    const businesses = new Map<string, Business>();
    const business = (product: string): Business => {
      const known = businesses.get(product) ?? { inFlight: 0, heldUntilMs: 0, lastEndedMs: Number.NEGATIVE_INFINITY };
      businesses.set(product, known);
      return known;
    };
    return (event) => {
      if (event.type === "started" || event.type === "answered" || event.type === "finished") {
        note(business(event.request.product), event);
      }
      // A call that ends late stood still with its process.
      if (event.type !== "ended" || event.at.monotonicMs > event.call.deadlineMs) return undefined;
      const failure = failureOf(event.end);
      if (failure?.kind !== "timeout" || failure.sent || failure.product === "token") return undefined;
      const inTheWay = isLimited ? [...businesses.keys()] : [failure.product, "token"];
      const isBusy = inTheWay.some((product) => blocks(business(product), event.at));
      return isBusy ? undefined : `call ${event.call.number} waited for a place at ${failure.product}, which is idle`;
    };
  },
};

function note(business: Business, event: Extract<SimulationEvent, { readonly request: unknown }>): void {
  if (event.type === "started") business.inFlight += 1;
  if (event.type === "answered") {
    const mostMs = Math.max(askedMs(event.answer) ?? 0, heldAnywayMs(event));
    business.heldUntilMs = Math.max(business.heldUntilMs, event.at.monotonicMs + mostMs);
  }
  if (event.type !== "finished") return;
  business.inFlight -= 1;
  business.lastEndedMs = event.at.monotonicMs;
}

/** The longest hold after an answer, apart from its Retry-After. A failed exchange holds the next one. */
function heldAnywayMs({ request, answer }: Extract<SimulationEvent, { type: "answered" }>): number {
  if (request.product === "token" && answer.status !== 200) return FAILURE_HOLD_MS;
  // An unreadable Retry-After holds, too.
  const isHold = answer.status === 429 || (answer.status === 503 && answer.headers.has("retry-after"));
  return isHold ? BACKOFF_MS : 0;
}

function blocks({ inFlight, heldUntilMs, lastEndedMs }: Business, { monotonicMs }: Instant): boolean {
  return inFlight > 0 || monotonicMs < Math.max(heldUntilMs, lastEndedMs) + SLACK_MS;
}
