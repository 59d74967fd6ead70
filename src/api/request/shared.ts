import { setMaxListeners } from "node:events";
import { failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { type Clock, type WaitLimits, within } from "../../runtime/clock.ts";
import type { Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";

/** The caller of a request: one call, or the calls that share it. Those come and go, so functions tell the present state. */
export interface Caller extends WaitLimits {
  readonly signal: AbortSignal;
  /** Whether other calls may join. An attempt on the wire then has its full time-out, and outlives an aborted `signal`. */
  readonly isShared: boolean;
  /** The bill of the call that pays. */
  payer(): CallUsage;
  /** The bills of the calls that wait. */
  waiting(): readonly CallUsage[];
  /** A request is being written. */
  started(): void;
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
  };
}

/** One call's wait for a request under way. */
export interface Wait<T> {
  readonly result: Promise<Result<T>>;
  /** From now on the call pays for nothing. It still gets the result of what is on the wire, or of what others wait for. */
  leave(): void;
}

/** A waiting call. One call may wait for one request twice. */
interface AnswerWaiter {
  readonly call: Call;
}

/** One request under way. Its callers' latest deadline counts; the oldest one waiting pays, else the first. */
class Flight<T> implements Caller {
  readonly isShared = true;
  /** One of its requests was sent. */
  isStarted = false;
  readonly result: Promise<Result<T>>;
  readonly #product: Product;
  readonly #first: CallUsage;
  readonly #waiters = new Set<AnswerWaiter>();
  /** Drops what is unsent. */
  readonly #drop = new AbortController();
  readonly signal = this.#drop.signal;
  #isOver = false;

  constructor(product: Product, first: CallUsage, start: (caller: Caller) => Promise<Result<T>>) {
    setMaxListeners(0, this.signal);
    this.#product = product;
    this.#first = first;
    // Start a microtask later, so that callers of the same tick extend the deadline.
    this.result = Promise.resolve()
      .then(() => start(this))
      .finally(() => {
        this.#isOver = true;
      });
    // A defect reaches the waiting calls. Where none waits, it must not end the process.
    this.result.catch(() => undefined);
  }

  join(waiter: AnswerWaiter): void {
    this.#waiters.add(waiter);
    if (this.isStarted) waiter.call.usage.shared(this.#product);
  }

  /** Whether it was given up by others while `waiter` still waits. */
  isLostTo(waiter: AnswerWaiter): boolean {
    return this.signal.aborted && this.#waiters.has(waiter);
  }

  leave(waiter: AnswerWaiter): void {
    this.#waiters.delete(waiter);
    // A needless abort costs a twentieth of a short call.
    if (this.#waiters.size === 0 && !this.#isOver) this.#drop.abort();
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
 * Requests under way (G-memory): equal ones are one. Each caller waits within its own time. After the last has left,
 * what is unsent is dropped. An attempt on the wire ends by itself: a later call joins it.
 */
export class SharedRequests {
  readonly #clock: Clock;
  readonly #coolDownMs: (product: Product) => number;
  readonly #flights = new Map<string, Flight<unknown>>();

  constructor(clock: Clock, coolDownMs: (product: Product) => number) {
    this.#clock = clock;
    this.#coolDownMs = coolDownMs;
  }

  /** Joins the request under `key`, or starts it. Equal keys must mean equal work and an equal `T`. */
  join<T>(key: string, product: Product, call: Call, start: (caller: Caller) => Promise<Result<T>>): Wait<T> {
    const waiter: AnswerWaiter = { call };
    let flight: Flight<T> | undefined;
    const wait = async (): Promise<Result<T>> => {
      const askedMs = this.#clock.monotonicMs();
      for (;;) {
        if (call.signal.aborted) return failed({ kind: "cancelled", product });
        flight = this.#flightOf(key, product, call, start);
        flight.join(waiter);
        // The request starts first, so that its own failure at the deadline is the one told.
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
        // Others gave the request up before this call joined: it asks anew.
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
