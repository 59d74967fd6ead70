import type { SimulatedCall, SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import { Sources } from "./sources.ts";
import { workOf } from "./work.ts";

/** The age of the last whole answer that a call got fresh from the service, by work. */
export class Known {
  readonly #kind: "alerts" | "risk";
  readonly #maxAgeMs: number;
  readonly #sources = new Sources();
  readonly #since = new Map<string, Instant>();

  /** @param maxAgeMs An answer of this age counts as forgotten. */
  constructor(kind: "alerts" | "risk", maxAgeMs: number) {
    this.#kind = kind;
    this.#maxAgeMs = maxAgeMs;
  }

  ageMs(work: string, now: Instant): number | undefined {
    const since = this.#since.get(work);
    const ageMs = since && elapsedMs(since, now);
    return ageMs !== undefined && ageMs < this.#maxAgeMs ? ageMs : undefined;
  }

  note(event: SimulationEvent): void {
    this.#sources.note(event);
    if (event.type !== "ended" || event.call.ask.kind !== this.#kind || !isToldWhole(event.call)) return;
    const work = workOf(event.call.ask);
    const newest = this.#sources.newest(work);
    if (newest !== undefined) this.#since.set(work, newest.sentAt);
  }
}

/** Whether a call ended with a whole answer that did not come from memory. */
function isToldWhole({ ended }: SimulatedCall): boolean {
  if (ended === undefined || "defect" in ended.outcome || !ended.outcome.ok) return false;
  const { cached, stale } = ended.report;
  return !cached && !stale && !("incomplete" in (ended.outcome.value as object));
}
