import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import { workBehind, workOf } from "./work.ts";

/** "Full-jitter backoff from 0.5 s" (DESIGN 4, retries). */
const BASE_BACKOFF_MS = 500;

/** Which attempt a request is for those who ask it; alerts, being many requests, are not followed. */
export class AttemptNumbers {
  /** What was sent since each open call was made. */
  readonly #sentFor = new Map<SimulatedCall, number>();
  /** What was sent of each work since somebody first asked for it: more than any call knows who joined later. */
  readonly #sentOf = new Map<string, number>();

  note(event: SimulationEvent): void {
    if (event.type === "called" && event.call.ask.kind !== "alerts") this.#sentFor.set(event.call, 0);
    if (event.type === "ended") {
      const work = workOf(event.call.ask);
      this.#sentFor.delete(event.call);
      if (this.#callsFor(work).length === 0) this.#sentOf.delete(work);
    }
    if (event.type !== "started") return;
    const work = workBehind(event.request);
    const calls = this.#callsFor(work);
    for (const call of calls) this.#sentFor.set(call, (this.#sentFor.get(call) ?? 0) + 1);
    if (work !== undefined && calls.length > 0) this.#sentOf.set(work, (this.#sentOf.get(work) ?? 0) + 1);
  }

  /** The longest backoff after `request`, at least; exactly where nobody who asked for it before has left. */
  backoffOf(request: WireRequest): { readonly mostMs: number; readonly isExact: boolean } {
    const work = workBehind(request);
    const numbers = this.#callsFor(work).map((call) => this.#sentFor.get(call) ?? 0);
    const attempt = numbers.length === 0 ? 1 : Math.max(1, Math.min(...numbers));
    return { mostMs: BASE_BACKOFF_MS * 2 ** (attempt - 1), isExact: attempt === this.#sentOf.get(work ?? "") };
  }

  #callsFor(work: string | undefined): readonly SimulatedCall[] {
    return [...this.#sentFor.keys()].filter(({ ask }) => workOf(ask) === work);
  }
}
