import { MAX_ATTEMPTS } from "../../support/contract.ts";
import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import type { Invariant } from "./invariant.ts";
import { workOf, workOfRequest } from "./work.ts";

/** The requests sent for one call since it was made, and how they ended. */
class Attempts {
  readonly #statuses = new Map<WireRequest, number | undefined>();
  #rejections = 0;
  #losses = 0;

  note(event: Extract<SimulationEvent, { readonly request: unknown }>): string | undefined {
    if (event.type === "started") return this.#add(event.request);
    // Earlier requests belong to other calls.
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

/** Whether an attempt was lost: no answer, a broken one, or a 5xx other than 502 and 503. */
function isLoss(status: number | undefined): boolean {
  return status === undefined || status < 300 || (status >= 500 && status !== 502 && status !== 503);
}

export const whatIsDoneOnceIsDoneOnce: Invariant = {
  name: "what is repeated once for a call is not repeated again, whatever comes in between",
  clause:
    "G-token: a 401 fetches one new one and repeats the request once; G-retry: 4 attempts at most, once after any other lost or broken answer or 5xx",
  watch: () => {
    const open = new Map<SimulatedCall, Attempts>();
    return (event) => {
      // One call for alerts sends many requests.
      if (event.type === "called" && event.call.ask.kind !== "alerts") open.set(event.call, new Attempts());
      if (event.type === "ended") open.delete(event.call);
      if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return undefined;
      const work = workOfRequest(event.request);
      for (const [{ number, ask }, attempts] of open) {
        const problem = workOf(ask) === work ? attempts.note(event) : undefined;
        if (problem !== undefined) return `request ${event.request.number}, for call ${number}, ${problem}`;
      }
      return undefined;
    };
  },
};
