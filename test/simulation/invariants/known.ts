import type { SimulatedCall, SimulationEvent } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import { type Source, Sources } from "./sources.ts";
import { workOf } from "./work.ts";

/** How old an answer may be that stands in for one that cannot be had. */
export const STALE_MS = 3_600_000;

/** Since when each answer is known, whole or in part, by what calls were told and what came on the wire. */
export class Known {
  readonly #kind: "alerts" | "risk";
  readonly #maxAgeMs: number;
  readonly #sources = new Sources();
  readonly #since = new Map<string, Instant>();
  readonly #forgotten = new Set<Source>();

  /** @param maxAgeMs What is as old as that when it is looked up counts as forgotten. */
  constructor(kind: "alerts" | "risk", maxAgeMs: number) {
    this.#kind = kind;
    this.#maxAgeMs = maxAgeMs;
  }

  /** The age of the whole answer that was told last. */
  ageMs(work: string, now: Instant): number | undefined {
    const since = this.#since.get(work);
    return since && elapsedMs(since, now);
  }

  /** The age of the pages that came last for certain, before this moment, be they the whole or not. */
  partAgeMs(work: string, now: Instant): number | undefined {
    const isThere = ({ arrivals }: Source): boolean => {
      const first = arrivals.get(undefined);
      return first !== undefined && !first.isDoubtful && first.cameAt.trueMs < now.trueMs;
    };
    // It took the place of any before it.
    const source = this.#sources.of(work).findLast(isThere);
    return source === undefined || this.#forgotten.has(source) ? undefined : elapsedMs(source.sentAt, now);
  }

  note(event: SimulationEvent): void {
    this.#sources.note(event);
    if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind !== this.#kind) return;
    const work = workOf(event.call.ask);
    // A clock that is set back after the look-up does not make it known again.
    if ((this.ageMs(work, event.at) ?? 0) >= this.#maxAgeMs) this.#since.delete(work);
    for (const source of this.#sources.of(work)) {
      if (elapsedMs(source.sentAt, event.at) >= this.#maxAgeMs) this.#forgotten.add(source);
    }
    if (event.type === "ended" && isToldWhole(event.call)) {
      const newest = this.#sources.of(work).at(-1);
      if (newest !== undefined) this.#since.set(work, newest.sentAt);
    }
  }
}

/** Whether a call was told a whole answer that something was asked for. */
function isToldWhole({ ended }: SimulatedCall): boolean {
  if (ended === undefined || "defect" in ended.outcome || !ended.outcome.ok) return false;
  const { cached, stale } = ended.report;
  return !cached && !stale && !("incomplete" in (ended.outcome.value as object));
}
