import type { Invariant } from "./invariant.ts";
import { begunBy, type Exchange, FAILURE_HOLD_MS, isRepetition, mayRepeat, noteExchange } from "./token.ts";

/** The whole of the first backoff. */
const FIRST_BACKOFF_MS = 500;

/** Timers of a run fall due at whole milliseconds. */
const ROUNDED_MS = 1;

export const exchangesAreRepeatedAfterBackoff: Invariant = {
  name: "an exchange is repeated after a backoff",
  clause: "4, retries: full-jitter backoff from 0.5 s; token: the exchange itself may be repeated once",
  watch: (run) => {
    const exchanges: Exchange[] = [];
    let isLate = false;
    return (event) => {
      if (event.type === "stalled") isLate = true;
      noteExchange(exchanges, event, run.sandbox);
      if (event.type !== "started" || event.request.product !== "token") return undefined;
      const failed = exchanges.at(-1);
      const isFirst = failed?.endedAt !== undefined && !failed.isGood && mayRepeat(failed) && !isRepetition(exchanges);
      const wasLate = isLate;
      isLate = false;
      exchanges.push(begunBy(event.request));
      if (!isFirst || failed.endedAt === undefined || wasLate) return undefined;
      const { monotonicMs, trueMs } = failed.endedAt;
      const pausedMs = event.at.monotonicMs - monotonicMs;
      // Not its repetition: what failed is forgotten by then.
      if (pausedMs >= FAILURE_HOLD_MS) return undefined;
      const isBackoff = run.drawsAt(trueMs).some((chance) => {
        const beyondMs = pausedMs - chance * FIRST_BACKOFF_MS;
        return beyondMs >= 0 && beyondMs <= ROUNDED_MS;
      });
      return isBackoff ? undefined : `exchange ${event.request.number} comes ${pausedMs} ms after one that failed`;
    };
  },
};
