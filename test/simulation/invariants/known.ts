import type { SimulatedCall, SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import { workOf } from "./work.ts";

/** How old an answer may be that stands in for one that cannot be had. */
export const STALE_MS = 3_600_000;

/** Since when each whole answer is known, by what calls were told; never later than the client's own count. */
export class Known {
  readonly #kind: "alerts" | "risk";
  readonly #maxAgeMs: number;
  readonly #open = new Map<string, Set<SimulatedCall>>();
  /** When the first of the calls that overlap began, or the first one that left pages to go on with. */
  readonly #begunAt = new Map<string, Instant>();
  readonly #isLeftOff = new Set<string>();
  readonly #since = new Map<string, Instant>();

  /** @param maxAgeMs What is as old as that when it is looked up counts as forgotten. */
  constructor(kind: "alerts" | "risk", maxAgeMs: number) {
    this.#kind = kind;
    this.#maxAgeMs = maxAgeMs;
  }

  ageMs(work: string, now: Instant): number | undefined {
    const since = this.#since.get(work);
    return since && elapsedMs(since, now);
  }

  note(event: SimulationEvent): void {
    if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind !== this.#kind) return;
    const work = workOf(event.call.ask);
    const calls = this.#open.get(work) ?? new Set();
    this.#open.set(work, calls);
    // A clock that is set back after the look-up does not make it known again.
    if ((this.ageMs(work, event.at) ?? 0) >= this.#maxAgeMs) this.#since.delete(work);
    if (event.type !== "ended") {
      if (calls.size === 0 && !this.#isLeftOff.has(work)) this.#begunAt.set(work, event.at);
      calls.add(event.call);
      return;
    }
    calls.delete(event.call);
    const { outcome, report } = event.end;
    if ("defect" in outcome || !outcome.ok || report.requests === 0 || report.stale) return;
    const isWhole = !("incomplete" in (outcome.value as object));
    const since = this.#begunAt.get(work);
    if (!isWhole) this.#isLeftOff.add(work);
    if (!isWhole || since === undefined) return;
    this.#isLeftOff.delete(work);
    this.#since.set(work, since);
  }
}
