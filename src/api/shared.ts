import { setMaxListeners } from "node:events";
import { type Clock, within } from "../runtime/clock.ts";
import type { Call } from "./api.ts";
import { type Caller, sharedCaller } from "./caller.ts";
import { failed, type Product, type Result } from "./failure.ts";
import { notBefore } from "./retry.ts";
import type { CallUsage } from "./usage.ts";

/** A wait of one call: a call may wait for one request twice. */
interface Waiter {
  readonly call: Call;
}

/** One request under way and who waits for it, oldest first. */
interface Flight<T> {
  readonly waiters: Set<Waiter>;
  readonly caller: ReturnType<typeof sharedCaller>;
  readonly result: Promise<Result<T>>;
  /** Drops what is unsent. */
  readonly drop: AbortController;
}

/**
 * Requests under way (G-memory): equal ones are one. Each caller waits within its own time. When the last one leaves,
 * what is unsent is dropped, and an attempt on the wire ends by itself: whoever asks meanwhile joins it.
 */
export class SharedRequests {
  readonly #clock: Clock;
  readonly #coolDownMs: (product: Product) => number;
  readonly #flights = new Map<string, Flight<unknown>>();
  #isClosed = false;

  constructor(clock: Clock, coolDownMs: (product: Product) => number) {
    this.#clock = clock;
    this.#coolDownMs = coolDownMs;
  }

  /** Joins the request under `key`, or starts it. Equal keys must mean equal work and an equal `T`. */
  async join<T>(
    key: string,
    product: Product,
    call: Call,
    start: (caller: Caller) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const askedMs = this.#clock.monotonicMs();
    for (;;) {
      if (call.signal.aborted || this.#isClosed) return failed({ kind: "cancelled", product });
      const waiter: Waiter = { call };
      const { waiters, caller, result, drop } = this.#board(key, product, waiter, start);
      const waited = await within(this.#clock, result, call);
      const isDropped = drop.signal.aborted;
      waiters.delete(waiter);
      // An abort that nobody needs costs a twentieth of a short call.
      if (waiters.size === 0 && waited.by !== "value") drop.abort();
      if (waited.by === "signal") return failed({ kind: "cancelled", product });
      if (waited.by === "deadline") {
        const afterMs = this.#clock.monotonicMs() - askedMs;
        const sent = caller.isStarted;
        return failed(notBefore({ kind: "timeout", product, afterMs, sent }, this.#coolDownMs(product)));
      }
      // A failure of what others gave up before this call joined is none of its own.
      if (waited.value.ok || !isDropped) return waited.value;
    }
  }

  /** Drops what is unsent; who waits is told so. */
  close(): void {
    this.#isClosed = true;
    for (const { drop } of this.#flights.values()) drop.abort();
  }

  #board<T>(key: string, product: Product, waiter: Waiter, start: (caller: Caller) => Promise<Result<T>>): Flight<T> {
    const known = this.#flights.get(key) as Flight<T> | undefined;
    if (known !== undefined) {
      known.waiters.add(waiter);
      if (known.caller.isStarted) waiter.call.usage.shared(product);
      return known;
    }
    const waiters = new Set([waiter]);
    const drop = new AbortController();
    setMaxListeners(0, drop.signal);
    const caller = sharedCaller(product, () => [...waiters].map(({ call }) => call), waiter.call, drop.signal);
    const result = start(caller).finally(() => this.#flights.delete(key));
    // A defect reaches whoever waits; where nobody does it must not end the process.
    result.catch(() => undefined);
    const flight: Flight<T> = { waiters, caller, result, drop };
    this.#flights.set(key, flight);
    return flight;
  }
}

/** An answer requested at least so long before the call is told with its age. */
const OLDER_MS = 1_000;

/** Tells the age of data that was asked for at `sentMs`, where the call came at `askedMs` and so is younger. */
export function tellAge(
  usage: CallUsage,
  product: Product,
  { sentMs, askedMs, nowMs }: { readonly sentMs: number; readonly askedMs: number; readonly nowMs: number },
): void {
  if (askedMs - sentMs >= OLDER_MS) usage.answeredFromMemory(product, nowMs - sentMs);
}
