import type { Clock } from "./clock.ts";

/** The ends of a wait: an abort signal and a deadline. */
export interface WaitLimits {
  readonly signal?: AbortSignal | undefined;
  /** On the clock's `monotonicMs`. A function, because the deadline of a shared request moves. */
  deadlineMs(): number;
}

/** How a bounded wait ended. */
type Waited<T> = { readonly by: "value"; readonly value: T } | { readonly by: "deadline" } | { readonly by: "signal" };

/** Milliseconds left until the deadline; never negative. */
export function remainingMs(clock: Clock, limits: Pick<WaitLimits, "deadlineMs">): number {
  return Math.max(0, limits.deadlineMs() - clock.monotonicMs());
}

/** Waits for `promise` within `limits`. Ends only the wait, never the work. Passes a rejection on. */
export function waitWithin<T>(clock: Clock, promise: Promise<T>, limits: WaitLimits): Promise<Waited<T>> {
  const { signal } = limits;
  if (signal?.aborted) return Promise.resolve({ by: "signal" });
  let cancel = (): void => undefined;
  // `AbortSignal.any` and `.timeout` leak in long-lived processes, and know no injected clock.
  const limit = new Promise<Waited<T>>((resolve) => {
    let cancelTimer = (): void => undefined;
    const arm = (): void => {
      cancelTimer = clock.after(remainingMs(clock, limits), () => {
        if (remainingMs(clock, limits) > 0) arm();
        else resolve({ by: "deadline" });
      });
    };
    const onAbort = (): void => resolve({ by: "signal" });
    signal?.addEventListener("abort", onAbort);
    arm();
    cancel = () => {
      cancelTimer();
      signal?.removeEventListener("abort", onAbort);
    };
  });
  const came = promise.then((value): Waited<T> => ({ by: "value", value }));
  return Promise.race([came, limit]).finally(() => cancel());
}

/** The limits of a wait that ends `waitMs` from now. */
export function limitsAfter(clock: Clock, waitMs: number, signal?: AbortSignal): WaitLimits {
  const endMs = clock.monotonicMs() + waitMs;
  return { signal, deadlineMs: () => endMs };
}

/** Waits at most `waitMs` for `done`. Resolves with whether `done` resolved in time. */
export async function isDoneWithin(clock: Clock, waitMs: number, done: Promise<unknown>): Promise<boolean> {
  const { by } = await waitWithin(clock, done, limitsAfter(clock, waitMs));
  return by === "value";
}

/** Resolves `true` after `waitMs`, or `false` as soon as `signal` is aborted; never rejects. */
export async function sleep(clock: Clock, waitMs: number, signal?: AbortSignal): Promise<boolean> {
  const never = new Promise<never>(() => undefined);
  const { by } = await waitWithin(clock, never, limitsAfter(clock, waitMs, signal));
  return by === "deadline";
}

/** Long work that waits to go on, the longest wait first. */
const waiting: (() => void)[] = [];

/** A body from this size takes milliseconds to parse, to read, and to index. */
const LARGE_BYTES = 256 * 1024;

/** Lets one wait end in each turn of the event loop, so that many pieces of long work delay others no longer than one does. */
function serveOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serveOne);
}

/** Resolves in a later turn of the event loop, alone among the calls of this function. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(serveOne);
  });
}

/** Between two steps with `bytes` of data, the process serves others for a turn if they are many. */
export async function letOthersRun(bytes: number): Promise<void> {
  if (bytes >= LARGE_BYTES) await ownTurn();
}
