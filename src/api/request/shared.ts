import { failed, notBefore, type Result } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type Waited, waitWithin } from "../../runtime/waiting.ts";
import type { Call } from "../model/api.ts";
import type { RequestCallers } from "./callers.ts";
import type { Gates } from "./gate.ts";

/** Equal keys must stand for equal work, of equal type. */
export interface Work<T> {
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
  readonly #underWay = new Map<string, RunningWork<unknown>>();

  constructor(clock: Clock, gates: Gates) {
    this.#clock = clock;
    this.#gates = gates;
  }

  /** The work under way with this key, as the call that began it gave it to `join`. */
  workOf<W extends Work<unknown>>(key: string): W | undefined {
    return this.#underWay.get(key)?.work as W | undefined;
  }

  /** Joins the work under way with this key, or starts `work`. Tries again after a failure that is another call's. */
  async join<T>(work: Work<T>, asking: Call): Promise<Result<T>> {
    const { product } = work;
    const askedMs = this.#clock.monotonicMs();
    // A copy, because one call may wait for the same work twice.
    const call = { ...asking };
    while (!call.signal.aborted) {
      const running = this.#runningOf(work);
      const waited = await running.wait(call);
      if (waited.by === "value") return waited.value;
      if (waited.by === "signal") break;
      // The next turn joins other work, or starts this work again: what has ended is no longer under way.
      if (waited.by === "failure of another call") continue;
      const afterMs = this.#clock.monotonicMs() - askedMs;
      const timeout = { kind: "timeout", product, afterMs, sent: running.isWritten } as const;
      return failed(notBefore(timeout, this.#gates[product].coolDownLeftMs()));
    }
    return failed({ kind: "cancelled", product });
  }

  #runningOf<T>(work: Work<T>): RunningWork<T> {
    const earlier = this.#underWay.get(work.key) as RunningWork<T> | undefined;
    if (earlier !== undefined) return earlier;
    const running = new RunningWork(this.#clock, work, () => this.#underWay.delete(work.key));
    this.#underWay.set(work.key, running);
    return running;
  }
}

class RunningWork<T> implements RequestCallers {
  readonly isShared = true;
  isWritten = false;
  readonly work: Work<T>;
  readonly #clock: Clock;
  readonly #calls = new Set<Call>();
  readonly #unsentAbort = new AbortController();
  readonly unsentLimits = {
    signal: this.#unsentAbort.signal,
    /** -Infinity, which is over, if no call waits. */
    deadlineMs: () => Math.max(...this.calls().map(({ deadlineMs }) => deadlineMs)),
  };
  /** The work starts a microtask late, so that other calls of the same tick can extend the deadline. */
  readonly #begun = Promise.resolve();
  readonly #result: Promise<Result<T>>;
  #wasAbandoned = false;
  #callAtLimit: Call | undefined;

  /** `onEnd` runs before any call learns the result, so none can join this work again. */
  constructor(clock: Clock, work: Work<T>, onEnd: () => void) {
    this.#clock = clock;
    this.work = work;
    this.#result = this.#begun.then(() => work.start(this)).finally(onEnd);
    // A rejection is a defect, and reaches the waiting calls. If none waits, it must not end the process.
    this.#result.catch(() => undefined);
  }

  /** Waits for the result. Meanwhile, `call` is one of the callers. */
  async wait(call: Call): Promise<Waited<Result<T>> | { readonly by: "failure of another call" }> {
    this.#calls.add(call);
    if (this.isWritten) call.usage.sawLive(this.work.product);
    // The work sets its timers before this wait does, so at the deadline the call gets the failure of the work.
    await this.#begun;
    const limits = { signal: call.signal, deadlineMs: () => call.deadlineMs };
    const waited = await waitWithin(this.#clock, this.#result, limits);
    if (waited.by === "value") return this.#concerns(call, waited.value) ? waited : { by: "failure of another call" };
    this.#calls.delete(call);
    if (this.#calls.size === 0) {
      this.#wasAbandoned = true;
      this.dropUnsent();
    }
    return waited;
  }

  #concerns(call: Call, result: Result<T>): boolean {
    if (result.ok) return true;
    // Every call left, which aborted the unsent attempts. That is no failure of a call that joined later.
    if (this.#wasAbandoned) return false;
    const { failure } = result;
    // The day's limit is everybody's. Any other is that of one call or caller.
    if (failure.kind === "billing_limit" && failure.scope !== "day") return call === this.#callAtLimit;
    return true;
  }

  calls(): readonly Call[] {
    return [...this.#calls];
  }

  noteWritten(): void {
    this.isWritten = true;
    for (const { usage } of this.#calls) usage.sawLive(this.work.product);
  }

  noteCallAtLimit(call: Call): void {
    this.#callAtLimit ??= call;
  }

  dropUnsent(): void {
    this.#unsentAbort.abort();
  }
}
