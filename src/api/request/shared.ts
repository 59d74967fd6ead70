import { setMaxListeners } from "node:events";
import { failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { type Clock, type WaitLimits, within } from "../../runtime/clock.ts";
import type { Call } from "../model/api.ts";
import type { CallUsage } from "../model/usage.ts";

/**
 * The caller of a request: one call, or all calls that share it. Read it anew at every use: calls come and leave.
 */
export interface Caller extends WaitLimits {
  /** The bill of the call that pays. */
  readonly usage: CallUsage;
  /** The bills of all calls that share the request. Shared, an attempt on the wire outlives an aborted `signal`. */
  readonly sharers?: readonly CallUsage[];
  /** A request is being written. */
  started?(): void;
}

/** A wait of one call: a call may wait for one request twice. */
interface Waiter {
  readonly call: Call;
}

/**
 * One request under way, and the caller of it: all who wait, oldest first. It may wait as long as the latest of them, and the
 * oldest pays (G-billing); once all have left, the first caller does.
 */
class Flight<T> implements Caller {
  readonly waiters = new Set<Waiter>();
  /** Drops what is unsent. */
  readonly drop = new AbortController();
  readonly signal = this.drop.signal;
  /** One of its requests was sent. */
  isStarted = false;
  readonly result: Promise<Result<T>>;
  readonly #product: Product;
  readonly #first: CallUsage;

  constructor(product: Product, first: Waiter, start: (caller: Caller) => Promise<Result<T>>) {
    setMaxListeners(0, this.signal);
    this.#product = product;
    this.#first = first.call.usage;
    this.waiters.add(first);
    // After all who ask in this moment: the first may have less time than a cool-down takes.
    this.result = Promise.resolve().then(() => start(this));
    // A defect reaches whoever waits; where nobody does it must not end the process.
    this.result.catch(() => undefined);
  }

  get deadlineMs(): number {
    return Math.max(...[...this.waiters].map(({ call }) => call.deadlineMs));
  }

  get sharers(): readonly CallUsage[] {
    return [...this.waiters].map(({ call }) => call.usage);
  }

  get usage(): CallUsage {
    return this.sharers[0] ?? this.#first;
  }

  started(): void {
    this.isStarted = true;
    for (const usage of this.sharers) usage.shared(this.#product);
  }
}

/**
 * Requests under way (G-memory): equal ones are one. Each caller waits within its own time. When the last one leaves,
 * what is unsent is dropped, and an attempt on the wire ends by itself: whoever asks meanwhile joins it.
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
  async join<T>(
    key: string,
    product: Product,
    call: Call,
    start: (caller: Caller) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const askedMs = this.#clock.monotonicMs();
    for (;;) {
      if (call.signal.aborted) return failed({ kind: "cancelled", product });
      const waiter: Waiter = { call };
      const flight = this.#board(key, product, waiter, start);
      const { waiters, drop } = flight;
      // The request starts first, so that its own failure at the deadline is the one told.
      await Promise.resolve();
      const waited = await within(this.#clock, flight.result, call);
      const isDropped = drop.signal.aborted && waiters.has(waiter);
      waiters.delete(waiter);
      // An abort that nobody needs costs a twentieth of a short call.
      if (waiters.size === 0 && waited.by !== "value") drop.abort();
      if (waited.by === "signal") return failed({ kind: "cancelled", product });
      if (waited.by === "deadline") {
        const afterMs = this.#clock.monotonicMs() - askedMs;
        const sent = flight.isStarted;
        return failed(notBefore({ kind: "timeout", product, afterMs, sent }, this.#coolDownMs(product)));
      }
      // A failure of what others gave up before this call joined is none of its own.
      if (waited.value.ok || !isDropped) return waited.value;
    }
  }

  /** `call` pays for nothing more that it waits for; it is told what is on the wire, and what others still wait for. */
  leave(call: Call): void {
    for (const { waiters, drop } of this.#flights.values()) {
      for (const waiter of waiters) if (waiter.call === call) waiters.delete(waiter);
      if (waiters.size === 0) drop.abort();
    }
  }

  #board<T>(key: string, product: Product, waiter: Waiter, start: (caller: Caller) => Promise<Result<T>>): Flight<T> {
    const known = this.#flights.get(key) as Flight<T> | undefined;
    if (known !== undefined) {
      known.waiters.add(waiter);
      if (known.isStarted) waiter.call.usage.shared(product);
      return known;
    }
    const flight = new Flight(product, waiter, (caller) => start(caller).finally(() => this.#flights.delete(key)));
    this.#flights.set(key, flight);
    return flight;
  }
}
