import type { RequestRecord } from "../../src/sandbox/requests.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import type { Expected } from "./expected.ts";

/** No backoff is as long, and no deadline as short. */
const DEADLINES_MS = 10_000;

/** A clock that notes the waits it is asked for, deadlines aside. */
export class NotingClock extends ShiftedClock {
  readonly askedMs: number[] = [];

  override after(waitMs: number, task: () => void): () => void {
    if (waitMs < DEADLINES_MS) this.askedMs.push(waitMs);
    return super.after(waitMs, task);
  }
}

/**
 * Whether each repeated attempt comes after its pause. A backoff is asked of the clock whatever the machine takes; a pause
 * that the service asks for lies between two arrivals.
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
