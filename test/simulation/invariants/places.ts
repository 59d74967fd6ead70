import type { SimulationEvent, WireRequest } from "../events.ts";
import { GateWaits } from "./gate-waits.ts";
import { latestEndMs } from "./holds.ts";
import type { Invariant } from "./invariant.ts";
import { floorMs, MAX_IN_FLIGHT } from "./rate-limit.ts";

/** The requests of one product under way, and how many there may be. */
class Places {
  readonly #inFlight = new Set<WireRequest>();
  readonly #answered = new Set<WireRequest>();
  /** After a cool-down one request goes alone, until it is answered; `first` is that request. */
  #isCautious = false;
  #first: WireRequest | undefined;
  #heldUntilMs = 0;

  note(event: SimulationEvent): void {
    if (event.type !== "started" && event.type !== "answered" && event.type !== "finished") return;
    const { request } = event;
    if (event.type === "started") {
      this.#inFlight.add(request);
      if (this.#isCautious) this.#first ??= request;
    } else if (event.type === "answered") {
      this.#answered.add(request);
      if (floorMs(event.answer) === undefined) return;
      this.#isCautious = true;
      this.#first = undefined;
      this.#heldUntilMs = Math.max(this.#heldUntilMs, latestEndMs(event.answer, event.at));
    } else {
      this.#inFlight.delete(request);
      if (this.#first !== request) return;
      // Given up without an answer it may not have tried, and then the next one goes alone.
      this.#isCautious = !this.#answered.has(request);
      this.#first = undefined;
    }
  }

  /** How many are under way where one more might be; nothing where none might. */
  notFull(monotonicMs: number): number | undefined {
    const most = this.#isCautious ? 1 : MAX_IN_FLIGHT;
    return monotonicMs > this.#heldUntilMs && this.#inFlight.size < most ? this.#inFlight.size : undefined;
  }
}

export const freePlacesAreTaken: Invariant = {
  name: "nobody waits for a cool-down that has passed, for a place while fewer than eight are taken, or for a refresh",
  clause:
    "4, rate limit: holds back every call until it has passed; Retry-After is a floor; afterwards the oldest alone, then the rest; at most 8 in flight a product; token: refreshed in the background, blocking only once it has expired",
  watch: (run) => {
    // At a limit who has a place may wait for what others' requests will have been billed.
    if (run.config.billableLimit !== undefined) return () => undefined;
    const waits = new GateWaits(run);
    const gates = new Map<string, Places>();
    return (event) => {
      waits.note(event);
      if ("request" in event) {
        const { product } = event.request;
        const places = gates.get(product) ?? new Places();
        gates.set(product, places);
        places.note(event);
      }
      if (event.type !== "quiet") return undefined;
      let underWay = 0;
      const late = waits.find(event.at, (_, product) => {
        const free = gates.has(product) ? gates.get(product)?.notFull(event.at.monotonicMs) : 0;
        underWay = free ?? underWay;
        return free !== undefined;
      });
      return late && `call ${late.number} waits, and nothing is in its way but ${underWay} requests`;
    };
  },
};
