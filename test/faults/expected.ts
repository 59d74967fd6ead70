import type { FaultRow, Lasting, Seen } from "./fault.ts";
import type { Operation } from "./operations.ts";
import { MAX_WAIT_MS, type OutcomeKind, ruleOf } from "./rules.ts";

/** What chance is in every cell: enough that backoff shows beside the time that a busy machine takes by itself. */
export const CHANCE = 0.5;

/** "Full-jitter backoff from 0.5 s" (DESIGN 4, retries): what comes of it at that chance, once at least. */
const LEAST_BACKOFF_MS = 500 * CHANCE;

/** What must come of a call that meets a fault. */
export interface Expected {
  readonly outcome: OutcomeKind;
  /** Requests of the column's product that were written to the wire. */
  readonly requests: number;
  /** Token exchanges that the call made. */
  readonly exchanges: number;
  readonly billed: number;
  readonly maybeBilled: number;
  /** How long after one request of the product the next one may start at the earliest. */
  readonly retryDelayFloorMs: number;
  /** How long the client must ask to wait, one time after the other, where it alone decides: whatever the machine takes. */
  readonly leastWaitsMs: readonly number[];
  /** Connections opened, where the requests never start. */
  readonly attempts?: number;
  /** The failure must say to come back after so long. */
  readonly tellsWaitMs?: number;
}

/**
 * What must come of `operation` under `fault`: from the interface specification and DESIGN 4 alone, never from the code.
 * `undefined` where no rule speaks, which fails the cell.
 */
export function expected(operation: Operation, { seen }: FaultRow, lasting: Lasting): Expected | undefined {
  if (seen.is === "stale") return expectedOfStale(operation);
  const rule = ruleOf(operation, seen);
  if (rule === undefined) return undefined;
  const isToken = operation.name === "token";
  const isStarted = seen.is !== "unstarted";
  const recovers = rule.outcome === "answer" || (lasting === "once" && rule.repeats > 0);
  // So many attempts meet the fault; one more is answered where it is over by then.
  const faulty = rule.outcome === "answer" ? 0 : recovers ? 1 : 1 + rule.repeats;
  const requests = (isStarted ? faulty : 0) + (recovers ? 1 : 0);
  const asksMs = seen.is === "refused" ? (seen.retryAfterMs ?? 0) : 0;
  const repeats = isRepeatedAtOnce(operation, seen) ? 0 : isStarted ? requests - 1 : recovers ? 1 : rule.repeats;
  return {
    outcome: recovers ? "answer" : rule.outcome,
    requests,
    exchanges: isToken ? requests : isPersistent401(seen) ? 2 : 1,
    // DESIGN 4, billing: a 2xx status line counts at once, whatever its body. Exchanges are not billed, but the call
    // that they were for is.
    billed: (!isToken && seen.is === "success" ? faulty : 0) + (recovers ? 1 : 0),
    // … and sent without an answer counts as maybeBilled.
    maybeBilled: !isToken && seen.is === "unanswered" ? faulty : 0,
    retryDelayFloorMs: isStarted && repeats > 0 ? Math.max(asksMs, LEAST_BACKOFF_MS) : 0,
    leastWaitsMs: asksMs > 0 ? [] : leastWaitsMs(repeats),
    ...(isStarted ? {} : { attempts: 1 + rule.repeats }),
    ...(asksMs > MAX_WAIT_MS ? { tellsWaitMs: asksMs } : {}),
  };
}

/** Of each backoff as much as chance leaves, each twice as long as the one before. */
function leastWaitsMs(repeats: number): readonly number[] {
  return Array.from({ length: repeats }, (_, index) => LEAST_BACKOFF_MS * 2 ** index);
}

/**
 * DESIGN 4: what follows a 401 carries a new token (token), what follows a 400 of the alerts asks for smaller pages
 * (paging). Neither is a retry.
 */
function isRepeatedAtOnce({ name }: Operation, seen: Seen): boolean {
  if (seen.is === "expired") return true;
  return seen.is === "refused" && (seen.status === 401 || (seen.status === 400 && name === "alerts"));
}

/** DESIGN 4, token: a 401 fetches one new token; a second one, on that, keeps it. */
function isPersistent401(seen: Seen): boolean {
  return seen.is === "refused" && seen.status === 401;
}

/**
 * DESIGN 4, retries: a POST, which the exchange is too, never rides on a connection that may be stale, so that it meets no
 * such fault; a read is repeated once after an answer that was lost.
 */
function expectedOfStale({ name }: Operation): Expected {
  const isPost = name === "plan" || name === "token";
  return {
    outcome: "answer",
    requests: isPost ? 1 : 2,
    exchanges: name === "token" ? 1 : 0,
    billed: 1,
    maybeBilled: isPost ? 0 : 1,
    retryDelayFloorMs: isPost ? 0 : LEAST_BACKOFF_MS,
    leastWaitsMs: leastWaitsMs(isPost ? 0 : 1),
  };
}

/** DESIGN 4, token: how long a refusal of the credentials is remembered. */
const REFUSAL_MS = 60_000;

/**
 * What must come of the next call, made at once after one that the fault lasted for, when it is over. DESIGN 4: a failed
 * exchange is remembered, for 60 s, 5 s or its Retry-After; "a 429, or a 503 with Retry-After, holds back every call" of its
 * product, a 502's its own call alone. Nothing else lasts: the token is kept, even after a second 401.
 */
export function expectedAfterwards(operation: Operation, { seen }: FaultRow): Expected | undefined {
  const rule = ruleOf(operation, seen);
  if (rule === undefined) return undefined;
  const status = seen.is === "refused" ? seen.status : undefined;
  const asksMs = seen.is === "refused" ? (seen.retryAfterMs ?? 0) : 0;
  const nothing = { requests: 0, exchanges: 0, billed: 0, maybeBilled: 0, retryDelayFloorMs: 0, leastWaitsMs: [] };
  if (operation.name === "token" && rule.outcome !== "answer") {
    const isRefusal = status === 400 || status === 401 || status === 403;
    return { ...nothing, outcome: rule.outcome, tellsWaitMs: isRefusal ? REFUSAL_MS : asksMs };
  }
  // "A missing or unreadable one means backoff, and holds too" (DESIGN 4, rate limit): of a 429 always.
  const leastMs = status === 429 ? LEAST_BACKOFF_MS : 0;
  const holdsMs = status === 429 || status === 503 ? Math.max(asksMs, leastMs) : 0;
  if (holdsMs > MAX_WAIT_MS) return { ...nothing, outcome: rule.outcome, tellsWaitMs: holdsMs };
  return {
    ...nothing,
    outcome: "answer",
    requests: operation.name === "token" ? 0 : 1,
    billed: 1,
    retryDelayFloorMs: holdsMs,
    leastWaitsMs: asksMs > 0 || leastMs === 0 ? [] : [leastMs],
  };
}
