import type { TraceContext } from "../domain/trace-context.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Call } from "./api.ts";
import { type Failure, failed, type Product, type Result } from "./failure.ts";
import type { CallUsage } from "./usage.ts";
import { within } from "./wait.ts";

/** Who a request is made for: one call, or a flight that several calls share. Read anew at every use. */
export interface Caller {
  readonly signal: AbortSignal;
  /** Monotonic; of a shared request the latest of those who wait for it. */
  readonly deadlineMs: number;
  /** Who pays for the next request. */
  readonly usage: CallUsage;
  /** The trace of who pays. */
  readonly trace?: TraceContext | undefined;
  /** Tells everyone who waits. */
  sawRequestId(requestId: string): void;
  sawPage(pagesRead: number, pagesTotal: number | null): void;
  /** A request is being written. */
  started(): void;
  /** Nothing is sent before `untilMs` (monotonic): who has not that long is told so, or what `failure` says, and leaves. */
  heldUntil(untilMs: number, failure?: Failure): void;
  /** The service has refused, whatever else its answer says: whose time ends before the rest has come is told `failure`. */
  refused(failure: Failure): void;
  /** Another request is needed: whose turn it is to pay and cannot is told so, or what `last` went wrong, and leaves. */
  needsPayer(last: Failure | undefined): void;
  /** Calls `tell` once somebody joins, who may have room. */
  onJoined(tell: () => void): void;
}

/** A call on its own as a caller. */
export function soleCaller(call: Call): Caller {
  return {
    signal: call.signal,
    deadlineMs: call.deadlineMs,
    usage: call.usage,
    trace: call.trace,
    sawRequestId: (requestId) => call.usage.sawRequestId(requestId),
    sawPage: (pagesRead, pagesTotal) => call.onPage?.(pagesRead, pagesTotal),
    started: () => undefined,
    // Who is alone is told by the gate and the bill themselves, and stays alone.
    heldUntil: () => undefined,
    refused: () => undefined,
    needsPayer: () => undefined,
    onJoined: () => undefined,
  };
}

/**
 * Requests under way, shared by equal callers (DESIGN 4, memory). A flight lives as long as someone waits for it: its
 * deadline is the latest of its waiters', one caller's leaving never ends another's answer, the last one's aborts it. A
 * cool-down that one of them has no time for ends that one's wait at once.
 * The call that started it is billed; should it leave, or have no room left, the next one that has pays for what is sent
 * from then on. One call's limit ends that one's wait when it would have to pay, and the work only with the last.
 */
export class Flights {
  readonly #clock: Clock;
  readonly #flights = new Map<string, Flight<unknown>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Joins the flight under `key`, or starts it. Equal keys must mean equal work and an equal `T`. */
  async share<T>(
    key: string,
    product: Product,
    call: Call,
    start: (caller: Caller) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const startedMs = this.#clock.monotonicMs();
    if (call.signal.aborted) return failed({ kind: "cancelled", product });
    let flight = this.#flights.get(key) as Flight<T> | undefined;
    if (flight === undefined) {
      const created = new Flight<T>(this.#clock, product, call, start, () => {
        if (this.#flights.get(key) === created) this.#flights.delete(key);
      });
      this.#flights.set(key, created);
      flight = created;
    } else {
      flight.join(call);
    }
    const outcome = await within(this.#clock, flight.resultFor(call), call);
    flight.leave(call);
    switch (outcome.by) {
      case "value":
        return outcome.value;
      case "signal":
        return failed({ kind: "cancelled", product });
      case "deadline": {
        const { refusal, hasStarted: sent } = flight;
        return failed(refusal ?? { kind: "timeout", product, afterMs: this.#clock.monotonicMs() - startedMs, sent });
      }
    }
  }
}

class Flight<T> {
  /** In the order of their coming, each with what ends its wait before the work does. */
  readonly #waiters = new Map<Call, (early: Result<never>) => void>();
  readonly #controller = new AbortController();
  readonly #requestIds: string[] = [];
  readonly #onJoined: (() => void)[] = [];
  #hasStarted = false;
  #refusal: Failure | undefined;
  #held: { readonly untilMs: number; readonly failure: Failure } | undefined;
  readonly #clock: Clock;
  readonly #product: Product;
  readonly #starter: Call;
  readonly #result: Promise<Result<T>>;
  readonly #onEnd: () => void;

  constructor(
    clock: Clock,
    product: Product,
    call: Call,
    start: (caller: Caller) => Promise<Result<T>>,
    onEnd: () => void,
  ) {
    this.#clock = clock;
    this.#product = product;
    this.#starter = call;
    this.#onEnd = onEnd;
    this.join(call);
    this.#result = start(this.#caller()).finally(onEnd);
    // A defect reaches whoever waits; where nobody does it must not end the process.
    this.#result.catch(() => undefined);
  }

  /** Whether any request was sent: a wait may end before one could be. */
  get hasStarted(): boolean {
    return this.#hasStarted;
  }

  /** What the service has refused the work with, as far as it is known. */
  get refusal(): Failure | undefined {
    return this.#refusal;
  }

  join(call: Call): void {
    this.#waiters.set(call, () => undefined);
    if (this.#hasStarted) call.usage.shared(this.#product);
    for (const requestId of this.#requestIds) call.usage.sawRequestId(requestId);
    for (const tell of this.#onJoined.splice(0)) tell();
  }

  /** How the work ends, or before that the wait of `call`, who joined. */
  resultFor(call: Call): Promise<Result<T>> {
    return new Promise((resolve, reject) => {
      this.#waiters.set(call, resolve);
      this.#result.then(resolve, reject);
      this.#sendAway();
    });
  }

  leave(call: Call): void {
    this.#waiters.delete(call);
    if (this.#waiters.size > 0) return;
    // Whoever asks from now on starts anew: this one is ending.
    this.#onEnd();
    this.#controller.abort();
  }

  /** Ends the waits of those whose time is over before anything can be sent. */
  #sendAway(): void {
    if (this.#held === undefined) return;
    const { untilMs, failure } = this.#held;
    const waitMs = untilMs - this.#clock.monotonicMs();
    const told = "waitMs" in failure ? { ...failure, waitMs } : failure;
    for (const [{ deadlineMs }, end] of this.#waiters) if (deadlineMs <= untilMs) end(failed(told));
  }

  /** Ends the waits of those in turn who have nothing left to pay with. The last one's end is the work's own. */
  #sendSpentAway(last: Failure | undefined): void {
    for (const [call, end] of this.#waiters) {
      if (!call.usage.isSpent() || this.#waiters.size === 1) return;
      this.#waiters.delete(call);
      end(failed(last ?? call.usage.limitReached(this.#product)));
    }
  }

  /** The first of the waiters that has room, now or once it is known what became of what is open. */
  #payer(): Call {
    const waiters = [...this.#waiters.keys()];
    return (
      waiters.find(({ usage }) => usage.roomLeft() > 0) ??
      waiters.find(({ usage }) => !usage.isSpent()) ??
      waiters[0] ??
      this.#starter
    );
  }

  #caller(): Caller {
    const { signal } = this.#controller;
    const deadlineMs = (): number => {
      let latestMs = Number.NEGATIVE_INFINITY;
      for (const waiter of this.#waiters.keys()) latestMs = Math.max(latestMs, waiter.deadlineMs);
      return latestMs;
    };
    const payer = (): Call => this.#payer();
    return {
      signal,
      get deadlineMs() {
        return deadlineMs();
      },
      get usage() {
        return payer().usage;
      },
      get trace() {
        return payer().trace;
      },
      sawRequestId: (requestId) => {
        this.#requestIds.push(requestId);
        for (const waiter of this.#waiters.keys()) waiter.usage.sawRequestId(requestId);
      },
      sawPage: (pagesRead, pagesTotal) => {
        for (const waiter of this.#waiters.keys()) waiter.onPage?.(pagesRead, pagesTotal);
      },
      started: () => {
        this.#hasStarted = true;
        for (const waiter of this.#waiters.keys()) waiter.usage.shared(this.#product);
      },
      heldUntil: (untilMs, failure = { kind: "rate_limited", product: this.#product, waitMs: 0 }) => {
        this.#held = { untilMs, failure };
        this.#sendAway();
      },
      refused: (failure) => {
        this.#refusal = failure;
      },
      needsPayer: (last) => this.#sendSpentAway(last),
      onJoined: (tell) => {
        this.#onJoined.push(tell);
      },
    };
  }
}
