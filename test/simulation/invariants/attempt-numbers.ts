import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import { workBehind, workOf } from "./work.ts";

/** "Full-jitter backoff from 0.5 s" (DESIGN 4, retries). */
const BASE_BACKOFF_MS = 500;

/** Which attempt a request is for those who ask it; alerts, being many requests, are not followed. */
export class AttemptNumbers {
  readonly #sent = new Map<SimulatedCall, number>();

  note(event: SimulationEvent): void {
    if (event.type === "called" && event.call.ask.kind !== "alerts") this.#sent.set(event.call, 0);
    if (event.type === "ended") this.#sent.delete(event.call);
    if (event.type !== "started") return;
    for (const call of this.#callsOf(event.request)) this.#sent.set(call, (this.#sent.get(call) ?? 0) + 1);
  }

  /** The longest backoff after `request`: by whoever asked last at least, and exactly where all asked at once. */
  backoffOf(request: WireRequest): { readonly mostMs: number; readonly isExact: boolean } {
    const numbers = this.#callsOf(request).map((call) => this.#sent.get(call) ?? 0);
    const [least, most] = [Math.max(1, Math.min(...numbers)), Math.max(1, ...numbers)];
    if (numbers.length === 0) return { mostMs: BASE_BACKOFF_MS, isExact: false };
    return { mostMs: BASE_BACKOFF_MS * 2 ** (least - 1), isExact: least === most };
  }

  #callsOf(request: WireRequest): readonly SimulatedCall[] {
    const work = workBehind(request);
    return [...this.#sent.keys()].filter(({ ask }) => workOf(ask) === work);
  }
}
