import { type Failure, failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type WaitLimits, waitWithin } from "../../runtime/waiting.ts";
import type { Call } from "../model/api.ts";
import type { Gates } from "./gate.ts";

/** The calls that wait for a request. A shared request gains and loses some, so each method reads the present ones. */
export interface WaitingCalls extends WaitLimits {
  readonly signal: AbortSignal;
  /** Whether other calls may join. If so, an attempt on the wire keeps its full timeout and survives an abort. */
  readonly isShared: boolean;
  /** Oldest first. The first that can pays. */
  calls(): readonly Call[];
  noteWritten(): void;
  /** None of the calls can pay. The failure tells the limit of `call`. */
  noteLimitOf(call: Call): void;
  /** Gives up the attempts that are not yet on the wire. The calls wait on for the result. */
  dropUnsent(): void;
}

export function unshared(call: Call): WaitingCalls {
  return {
    signal: call.signal,
    isShared: false,
    deadlineMs: () => call.deadlineMs,
    calls: () => [call],
    noteWritten: () => undefined,
    noteLimitOf: () => undefined,
    dropUnsent: () => undefined,
  };
}

/** Equal keys must stand for equal work. */
interface Work<T> {
  readonly key: string;
  readonly product: Product;
  start(waiting: WaitingCalls): Promise<Result<T>>;
}

/**
 * Merges equal requests under way into one (G-memory). Each call waits until its own deadline. When the last call
 * leaves, the request drops unsent attempts. An attempt on the wire runs to its end, and a later call joins it.
 */
export class SharedRequests {
  readonly #clock: Clock;
  readonly #gates: Gates;
  readonly #underWay = new Map<string, SharedRequest<unknown>>();

  constructor(clock: Clock, gates: Gates) {
    this.#clock = clock;
    this.#gates = gates;
  }

  /** Joins the request under the work's key, or starts it. Tries again after a failure that is not this call's. */
  async join<T>(work: Work<T>, asking: Call): Promise<Result<T>> {
    const { product } = work;
    const askedMs = this.#clock.monotonicMs();
    // A copy, because one call may wait for the same request twice.
    const call = { ...asking };
    const { signal, deadlineMs } = call;
    for (;;) {
      if (signal.aborted) return failed({ kind: "cancelled", product });
      const request = this.#requestOf(work);
      request.join(call);
      // The request sets its timers before this wait does, so at the deadline the call gets the request's failure.
      await request.begun;
      const waited = await waitWithin(this.#clock, request.result, { signal, deadlineMs: () => deadlineMs });
      if (waited.by === "value") {
        if (waited.value.ok || request.isFailureOf(call, waited.value.failure)) return waited.value;
        // The failed request has left the map, so the next turn starts or joins a new one.
        continue;
      }
      request.leave(call);
      if (waited.by === "signal") return failed({ kind: "cancelled", product });
      const afterMs = this.#clock.monotonicMs() - askedMs;
      const timeout = { kind: "timeout", product, afterMs, sent: request.isWritten } as const;
      return failed(notBefore(timeout, this.#gates[product].coolDownLeftMs()));
    }
  }

  #requestOf<T>({ key, product, start }: Work<T>): SharedRequest<T> {
    const running = this.#underWay.get(key) as SharedRequest<T> | undefined;
    if (running !== undefined) return running;
    const request = new SharedRequest(product, (waiting) => start(waiting).finally(() => this.#underWay.delete(key)));
    this.#underWay.set(key, request);
    return request;
  }
}

class SharedRequest<T> implements WaitingCalls {
  readonly isShared = true;
  /** The request begins a microtask late, so that other calls of the same tick can extend the deadline. */
  readonly begun = Promise.resolve();
  readonly result: Promise<Result<T>>;
  isWritten = false;
  readonly #product: Product;
  readonly #waiting = new Set<Call>();
  readonly #dropping = new AbortController();
  readonly signal = this.#dropping.signal;
  /** Whether every call left at some time. A failure after that does not concern a call that joined later. */
  #isAbandoned = false;
  /** The limit of this call ended the request. */
  #limited: Call | undefined;

  constructor(product: Product, start: (waiting: WaitingCalls) => Promise<Result<T>>) {
    this.#product = product;
    this.result = this.begun.then(() => start(this));
    // A rejection is a defect, and reaches the waiting calls. If none waits, it must not end the process.
    this.result.catch(() => undefined);
  }

  join(call: Call): void {
    this.#waiting.add(call);
    if (this.isWritten) call.usage.sawLive(this.#product);
  }

  leave(call: Call): void {
    this.#waiting.delete(call);
    if (this.#waiting.size > 0) return;
    this.#isAbandoned = true;
    this.dropUnsent();
  }

  /** Whether `failure` ends this call, too. */
  isFailureOf(call: Call, failure: Failure): boolean {
    if (this.#isAbandoned) return false;
    // The day's limit is everybody's. Any other is that of one call or caller.
    if (failure.kind === "billing_limit" && failure.scope !== "day") return call === this.#limited;
    return true;
  }

  /** In the past when no call waits. */
  deadlineMs(): number {
    return Math.max(...this.calls().map(({ deadlineMs }) => deadlineMs));
  }

  calls(): readonly Call[] {
    return [...this.#waiting];
  }

  noteWritten(): void {
    this.isWritten = true;
    for (const { usage } of this.#waiting) usage.sawLive(this.#product);
  }

  noteLimitOf(call: Call): void {
    this.#limited ??= call;
  }

  dropUnsent(): void {
    this.#dropping.abort();
  }
}
