import { type Failure, failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import { waitWithin } from "../../runtime/waiting.ts";
import type { Call } from "../model/api.ts";
import type { RequestCallers } from "./callers.ts";
import type { Gates } from "./gate.ts";

/** Equal keys must stand for equal work. */
interface Work<T> {
  readonly key: string;
  readonly product: Product;
  start(callers: RequestCallers): Promise<Result<T>>;
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
      request.add(call);
      // The request sets its timers before this wait does, so at the deadline the call gets the request's failure.
      await request.begun;
      const waited = await waitWithin(this.#clock, request.result, { signal, deadlineMs: () => deadlineMs });
      if (waited.by === "value") {
        if (waited.value.ok || request.failureConcerns(call, waited.value.failure)) return waited.value;
        // The failed request has left the map, so the next turn starts or joins a new one.
        continue;
      }
      request.remove(call);
      if (waited.by === "signal") return failed({ kind: "cancelled", product });
      const afterMs = this.#clock.monotonicMs() - askedMs;
      const timeout = { kind: "timeout", product, afterMs, sent: request.isWritten } as const;
      return failed(notBefore(timeout, this.#gates[product].coolDownLeftMs()));
    }
  }

  #requestOf<T>({ key, product, start }: Work<T>): SharedRequest<T> {
    const running = this.#underWay.get(key) as SharedRequest<T> | undefined;
    if (running !== undefined) return running;
    const request = new SharedRequest(product, (callers) => start(callers).finally(() => this.#underWay.delete(key)));
    this.#underWay.set(key, request);
    return request;
  }
}

class SharedRequest<T> implements RequestCallers {
  readonly isShared = true;
  /** The request begins a microtask late, so that other calls of the same tick can extend the deadline. */
  readonly begun = Promise.resolve();
  readonly result: Promise<Result<T>>;
  isWritten = false;
  readonly #product: Product;
  readonly #waiting = new Set<Call>();
  readonly #unsentAbort = new AbortController();
  readonly unsentLimits = { signal: this.#unsentAbort.signal, deadlineMs: () => this.#latestDeadlineMs() };
  #wasAbandoned = false;
  #callAtLimit: Call | undefined;

  constructor(product: Product, start: (callers: RequestCallers) => Promise<Result<T>>) {
    this.#product = product;
    this.result = this.begun.then(() => start(this));
    // A rejection is a defect, and reaches the waiting calls. If none waits, it must not end the process.
    this.result.catch(() => undefined);
  }

  add(call: Call): void {
    this.#waiting.add(call);
    if (this.isWritten) call.usage.sawLive(this.#product);
  }

  remove(call: Call): void {
    this.#waiting.delete(call);
    if (this.#waiting.size > 0) return;
    this.#wasAbandoned = true;
    this.dropUnsent();
  }

  failureConcerns(call: Call, failure: Failure): boolean {
    // Every call left, which aborted the unsent attempts. That is no failure of a call that joined later.
    if (this.#wasAbandoned) return false;
    // The day's limit is everybody's. Any other is that of one call or caller.
    if (failure.kind === "billing_limit" && failure.scope !== "day") return call === this.#callAtLimit;
    return true;
  }

  calls(): readonly Call[] {
    return [...this.#waiting];
  }

  noteWritten(): void {
    this.isWritten = true;
    for (const { usage } of this.#waiting) usage.sawLive(this.#product);
  }

  noteCallAtLimit(call: Call): void {
    this.#callAtLimit ??= call;
  }

  dropUnsent(): void {
    this.#unsentAbort.abort();
  }

  /** In the past when no call waits. */
  #latestDeadlineMs(): number {
    return Math.max(...this.calls().map(({ deadlineMs }) => deadlineMs));
  }
}
