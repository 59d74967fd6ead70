import { failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { type Clock, type WaitLimits, within } from "../../runtime/clock.ts";
import type { Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";

/** One call, or all calls that share a request. Calls come and go, so each method gives the current state. */
export interface Caller extends WaitLimits {
  readonly signal: AbortSignal;
  /** Whether other calls may join. If so, an attempt on the wire keeps its full timeout and survives an abort. */
  readonly isShared: boolean;
  /** The bill of the call that pays. */
  payer(): CallUsage;
  /** The bills of all waiting calls. */
  waiting(): readonly CallUsage[];
  /** The sender calls this when it writes an attempt. */
  started(): void;
  /** Gives up the attempts that are not yet on the wire. */
  drop(): void;
}

/** One call that shares its request with no other. */
export function onlyCaller({ signal, deadlineMs, usage }: Call): Caller {
  return {
    signal,
    isShared: false,
    deadlineMs: () => deadlineMs,
    payer: () => usage,
    waiting: () => [usage],
    started: () => undefined,
    drop: () => undefined,
  };
}

/** One call's wait for a request under way. */
export interface Wait<T> {
  readonly result: Promise<Result<T>>;
  /** Ends the call's payments. The call still gets the result if an attempt is on the wire or another call waits. */
  leave(): void;
}

/** Wraps a waiting call, because one call may wait for the same request twice. */
interface AnswerWaiter {
  readonly call: Call;
}

/** One shared request. The latest deadline of its waiting calls counts. The oldest of them pays, else the first. */
class Flight<T> implements Caller {
  readonly isShared = true;
  /** Whether an attempt was written. */
  isStarted = false;
  readonly result: Promise<Result<T>>;
  readonly #product: Product;
  readonly #first: CallUsage;
  readonly #waiters = new Set<AnswerWaiter>();
  /** Aborts attempts that are not yet on the wire, once the last caller has left. */
  readonly #drop = new AbortController();
  readonly signal = this.#drop.signal;
  #isOver = false;

  constructor(product: Product, first: CallUsage, start: (caller: Caller) => Promise<Result<T>>) {
    this.#product = product;
    this.#first = first;
    // Start a microtask later, so that other calls of the same tick can extend the deadline.
    this.result = Promise.resolve()
      .then(() => start(this))
      .finally(() => {
        this.#isOver = true;
      });
    // A rejection is a defect, and reaches the waiting calls. If none waits, it must not end the process.
    this.result.catch(() => undefined);
  }

  join(waiter: AnswerWaiter): void {
    this.#waiters.add(waiter);
    if (this.isStarted) waiter.call.usage.shared(this.#product);
  }

  /** Whether the other calls left, and so dropped the request, before `waiter` joined. */
  isLostTo(waiter: AnswerWaiter): boolean {
    return this.signal.aborted && this.#waiters.has(waiter);
  }

  leave(waiter: AnswerWaiter): void {
    this.#waiters.delete(waiter);
    // Aborting a request that is over would cost 5 % of a short call.
    if (this.#waiters.size === 0 && !this.#isOver) this.#drop.abort();
  }

  drop(): void {
    this.#drop.abort();
  }

  deadlineMs(): number {
    return Math.max(...[...this.#waiters].map(({ call }) => call.deadlineMs));
  }

  waiting(): readonly CallUsage[] {
    return [...this.#waiters].map(({ call }) => call.usage);
  }

  payer(): CallUsage {
    return this.waiting()[0] ?? this.#first;
  }

  started(): void {
    this.isStarted = true;
    for (const usage of this.waiting()) usage.shared(this.#product);
  }
}

/**
 * Merges equal requests under way into one (G-memory). Each call waits until its own deadline. When the last call
 * leaves, the request drops unsent attempts. An attempt on the wire runs to its end, and a later call joins it.
 */
export class SharedRequests {
  readonly #clock: Clock;
  readonly #coolDownMs: (product: Product) => number;
  readonly #flights = new Map<string, Flight<unknown>>();

  constructor(clock: Clock, coolDownMs: (product: Product) => number) {
    this.#clock = clock;
    this.#coolDownMs = coolDownMs;
  }

  /** Joins the request under `key`, or starts it. Calls with equal keys must start equal work for an equal `T`. */
  join<T>(key: string, product: Product, call: Call, start: (caller: Caller) => Promise<Result<T>>): Wait<T> {
    const waiter: AnswerWaiter = { call };
    let flight: Flight<T> | undefined;
    const wait = async (): Promise<Result<T>> => {
      const askedMs = this.#clock.monotonicMs();
      for (;;) {
        if (call.signal.aborted) return failed({ kind: "cancelled", product });
        flight = this.#flightOf(key, product, call, start);
        flight.join(waiter);
        // Let the request start first, so that at the deadline the call gets the request's own failure.
        await Promise.resolve();
        const { signal, deadlineMs } = call;
        const waited = await within(this.#clock, flight.result, { signal, deadlineMs: () => deadlineMs });
        const isLost = flight.isLostTo(waiter);
        flight.leave(waiter);
        if (waited.by === "signal") return failed({ kind: "cancelled", product });
        if (waited.by === "deadline") {
          const afterMs = this.#clock.monotonicMs() - askedMs;
          const timeout = { kind: "timeout", product, afterMs, sent: flight.isStarted } as const;
          return failed(notBefore(timeout, this.#coolDownMs(product)));
        }
        // If the other calls dropped the request before this call joined, start it again.
        if (waited.value.ok || !isLost) return waited.value;
      }
    };
    return { result: wait(), leave: () => flight?.leave(waiter) };
  }

  #flightOf<T>(key: string, product: Product, call: Call, start: (caller: Caller) => Promise<Result<T>>): Flight<T> {
    const known = this.#flights.get(key) as Flight<T> | undefined;
    if (known !== undefined) return known;
    const flight = new Flight(product, call.usage, (caller) => start(caller).finally(() => this.#flights.delete(key)));
    this.#flights.set(key, flight);
    return flight;
  }
}
