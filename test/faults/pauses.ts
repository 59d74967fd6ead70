import type { RequestRecord } from "../../src/sandbox/sandbox.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import type { Expected } from "./expected.ts";

/** Longer than any backoff, and shorter than any deadline. */
const DEADLINES_MS = 10_000;

/** A busy machine's time between the start of a wait and its timer. */
const BUSY_MS = 50;

/** A clock that records requested waits, deadlines excepted. */
export class NotingClock extends ShiftedClock {
  readonly askedMs: number[] = [];

  override after(waitMs: number, task: () => void): () => void {
    if (waitMs < DEADLINES_MS) this.askedMs.push(waitMs + BUSY_MS);
    return super.after(waitMs, task);
  }
}

/**
 * True where each repeated attempt follows its pause. The clock records each backoff, whatever the machine's delay. A
 * pause that the service asks for lies between two arrivals.
 */
export function keepsPauses(
  { pausesMs, isAsked }: Expected,
  arrivals: readonly RequestRecord[],
  askedMs: readonly number[],
) {
  if (!isAsked)
    return askedMs.reduce((met, ms) => (ms >= (pausesMs[met] ?? Infinity) ? met + 1 : met), 0) === pausesMs.length;
  const gapsMs = arrivals.slice(1).map((each, index) => each.receivedAtMs - (arrivals[index]?.receivedAtMs ?? 0));
  return pausesMs.every((ms, index) => (gapsMs[index] ?? 0) >= ms);
}
