import type { SimulatedCall, SimulationEvent, WireRequest } from "../events.ts";
import { elapsedMs, type Instant } from "../virtual-time.ts";
import { pageOf, workBehind, workOf } from "./work.ts";

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
  /** When the first of the calls that overlap began, until something is asked for them. */
  readonly #unaskedSince = new Map<string, Instant>();
  /** Of what pages came to calls that are open, and no whole yet. */
  readonly #isPartlyRead = new Set<string>();
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
    if (event.type === "finished" && event.page !== undefined) this.#isPartlyRead.add(workBehind(event.request) ?? "");
    if (event.type === "started" && event.request.product === this.#kind) this.#noteAsked(event.request);
    if ((event.type !== "called" && event.type !== "ended") || event.call.ask.kind !== this.#kind) return;
    const work = workOf(event.call.ask);
    const calls = this.#open.get(work) ?? new Set();
    this.#open.set(work, calls);
    // A clock that is set back after the look-up does not make it known again.
    if ((this.ageMs(work, event.at) ?? 0) >= this.#maxAgeMs) this.#since.delete(work);
    if (event.type !== "ended") {
      if (calls.size === 0) {
        this.#isPartlyRead.delete(work);
        this.#unaskedSince.set(work, event.at);
        if (!this.#isLeftOff.has(work)) this.#begunAt.set(work, event.at);
      }
      calls.add(event.call);
      return;
    }
    calls.delete(event.call);
    const { outcome, report } = event.end;
    const isTold = !("defect" in outcome) && outcome.ok && !report.stale;
    const isWhole = isTold && !("incomplete" in (outcome.value as object));
    if (isWhole) this.#isPartlyRead.delete(work);
    // Pages stay to be gone on with, though nobody whom they were billed to was told of them.
    if (calls.size === 0 && this.#isPartlyRead.has(work)) this.#isLeftOff.add(work);
    if (!isTold || report.requests === 0) return;
    const since = this.#begunAt.get(work);
    if (!isWhole) this.#isLeftOff.add(work);
    if (!isWhole || since === undefined) return;
    this.#isLeftOff.delete(work);
    this.#since.set(work, since);
  }

  /** Who asks for the first page first does not go on with what was left off. */
  #noteAsked(request: WireRequest): void {
    const work = workBehind(request) ?? "";
    const since = this.#unaskedSince.get(work);
    this.#unaskedSince.delete(work);
    if (since === undefined || pageOf(request) !== undefined) return;
    this.#begunAt.set(work, since);
    this.#isLeftOff.delete(work);
  }
}
