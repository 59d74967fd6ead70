import { MAX_ATTEMPTS } from "../../support/contract.ts";
import type { Run } from "../driver.ts";
import type { SimulatedCall, SimulationEvent, WireAnswer, WireRequest } from "../events.ts";
import { askedMs } from "../retry-after.ts";
import type { Instant } from "../virtual-time.ts";
import { AttemptNumbers } from "./attempt-numbers.ts";
import { latestEndMs } from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs } from "./rate-limit.ts";
import { workBehind, workOf } from "./work.ts";

/** The longest of three pauses, of which the first is of half a second and each twice as long as the one before. */
const MAX_BACKOFF_MS = 2_000;

/** What was sent for one call since it was made, and how that ended. */
class Attempts {
  readonly #statuses = new Map<WireRequest, number | undefined>();
  #rejections = 0;
  #losses = 0;

  note(event: Extract<SimulationEvent, { readonly request: unknown }>): string | undefined {
    if (event.type === "started") return this.#add(event.request);
    // What was sent before is another work's.
    if (!this.#statuses.has(event.request)) return undefined;
    if (event.type === "answered") {
      this.#statuses.set(event.request, event.answer.status);
      if (event.answer.status === 401) this.#rejections += 1;
    } else if (isLoss(this.#statuses.get(event.request))) {
      this.#losses += 1;
    }
    return undefined;
  }

  #add(request: WireRequest): string | undefined {
    this.#statuses.set(request, undefined);
    if (this.#statuses.size > MAX_ATTEMPTS) return "is sent once too often";
    if (this.#rejections > 1) return "is sent again after a second 401";
    return this.#losses > 1 ? "is sent again after it was lost a second time" : undefined;
  }
}

/** No answer, a broken one, or a 5xx that says nothing for sure. */
function isLoss(status: number | undefined): boolean {
  return status === undefined || status < 300 || (status >= 500 && status !== 502 && status !== 503);
}

export const whatIsDoneOnceIsDoneOnce: Invariant = {
  name: "what is repeated once for a call is not repeated again, whatever comes in between",
  clause:
    "4, token: a 401 fetches one new one and repeats the request once; retries: 4 attempts at most, once after any other lost or broken answer or 5xx",
  watch: () => {
    const open = new Map<SimulatedCall, Attempts>();
    return (event) => {
      // Alerts are many requests.
      if (event.type === "called" && event.call.ask.kind !== "alerts") open.set(event.call, new Attempts());
      if (event.type === "ended") open.delete(event.call);
      if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return undefined;
      const work = workBehind(event.request);
      for (const [{ number, ask }, attempts] of open) {
        const problem = workOf(ask) === work ? attempts.note(event) : undefined;
        if (problem !== undefined) return `request ${event.request.number}, for call ${number}, ${problem}`;
      }
      return undefined;
    };
  },
};

/** A request that failed and is to be repeated, on the clock by which the client waits. */
interface Pause {
  readonly work: string;
  readonly since: Instant;
  readonly atLeastMs: number;
  /** Of that attempt, before chance has had its part. */
  readonly backoff: ReturnType<AttemptNumbers["backoffOf"]>;
}

/** Timers of a run fall due at whole milliseconds. */
const ROUNDED_MS = 1;

export const pausesAreBackoffs: Invariant = {
  name: "a pause before the next attempt is a backoff on top of what the last answer asks for, twice as long each time",
  clause: "4, retries: full-jitter backoff from 0.5 s; rate limit: Retry-After is a floor",
  watch: (run) => {
    const attempts = new AttemptNumbers();
    const inFlight = new Map<WireRequest, WireAnswer | undefined>();
    const left = new Set<WireRequest>();
    /** When the last cool-down of a product is over at the latest. */
    const heldUntilMs = new Map<string, number>();
    // While nothing else is sent, nobody is in the way.
    let pause: Pause | undefined;
    /** Since when each open call is asked. */
    const open = new Map<SimulatedCall, number>();
    return (event) => {
      attempts.note(event);
      if (event.type === "called") open.set(event.call, event.at.monotonicMs);
      if (event.type === "ended") {
        open.delete(event.call);
        const work = workOf(event.call.ask);
        // What is on the wire then belongs to nobody: who asks meanwhile joins it, and asks anew at once where it fails.
        const isLeft = ![...open.keys()].some(({ ask }) => workOf(ask) === work);
        for (const request of inFlight.keys()) if (isLeft && workBehind(request) === work) left.add(request);
      }
      if (event.type === "stalled") pause = undefined;
      if (event.type === "ended" && pause?.work === workOf(event.call.ask)) pause = undefined;
      if (event.type === "answered") {
        const { product } = event.request;
        inFlight.set(event.request, event.answer);
        heldUntilMs.set(product, Math.max(heldUntilMs.get(product) ?? 0, latestEndMs(event.answer, event.at)));
      }
      if (event.type === "finished") {
        const answer = inFlight.get(event.request);
        inFlight.delete(event.request);
        const isHeld = event.at.monotonicMs < (heldUntilMs.get(event.request.product) ?? 0);
        pause =
          inFlight.size === 0 && !isHeld && !left.delete(event.request)
            ? pauseAfter(event, answer, attempts)
            : undefined;
      }
      if (event.type !== "started") return undefined;
      const { request, at } = event;
      const begun = pause?.work === workBehind(request) ? pause : undefined;
      inFlight.set(request, undefined);
      pause = undefined;
      // A call made in that very instant has nothing to pause for.
      const isRepeated = [...open].some(
        ([{ ask }, sinceMs]) => workOf(ask) === begun?.work && sinceMs < begun.since.monotonicMs,
      );
      const pausedMs = at.monotonicMs - (begun?.since.monotonicMs ?? 0);
      const isWrong = begun !== undefined && isRepeated && !isBackoff(begun, pausedMs, run);
      return isWrong ? `request ${request.number} comes ${pausedMs} ms after one that failed` : undefined;
    };
  },
};

/** Whether a pause is what chance made of the backoff then: which of its draws was for that, nobody knows. */
function isBackoff({ since, atLeastMs, backoff }: Pause, pausedMs: number, run: Run): boolean {
  if (!backoff.isExact) return pausedMs > atLeastMs && pausedMs <= atLeastMs + MAX_BACKOFF_MS;
  return run.drawsAt(since.trueMs).some((chance) => {
    const beyondMs = pausedMs - atLeastMs - chance * backoff.mostMs;
    return beyondMs >= 0 && beyondMs <= ROUNDED_MS;
  });
}

/** Where the product is held back, or a new token is wanted, who goes on waits for that instead. */
function pauseAfter(
  { request, at }: Extract<SimulationEvent, { type: "finished" }>,
  answer: WireAnswer | undefined,
  attempts: AttemptNumbers,
): Pause | undefined {
  const work = workBehind(request);
  if (work === undefined || request.product === "alerts") return undefined;
  if (answer !== undefined && (floorMs(answer) !== undefined || answer.status === 401)) return undefined;
  const asked = answer?.status === 502 ? (askedMs(answer) ?? 0) : 0;
  return { work, since: at, atLeastMs: asked, backoff: attempts.backoffOf(request) };
}
