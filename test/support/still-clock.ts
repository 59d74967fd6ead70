import { ManualClock } from "./manual-clock.ts";

/** Monday, 2026-11-23, 08:24 UTC. */
const NOW_MS = Date.UTC(2026, 10, 23, 8, 24);

/** A clock that stands still beside real sockets. Timers without a wait run at once, others when the clock moves. */
export class StillClock extends ManualClock {
  constructor(startMs: number = NOW_MS) {
    super(startMs);
  }

  override after(waitMs: number, task: () => void): () => void {
    if (waitMs > 0) return super.after(waitMs, task);
    const turn = setImmediate(task);
    return () => clearImmediate(turn);
  }
}
