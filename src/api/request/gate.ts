import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import { type Clock, type WaitLimits, within } from "../../runtime/clock.ts";

/** The most requests of one product under way at a time (G-rate-limit). */
const MAX_IN_FLIGHT = 8;

/** One of the product's eight slots for requests under way. */
export interface Slot {
  /** False once a cool-down began or was extended after the gate gave this slot. */
  isCurrent(): boolean;
  /** Reports that the attempt ended and was not cancelled. If it was the probe, no other probe is needed. */
  answered(): void;
  /** Gives the slot back. */
  leave(): void;
}

interface SlotWaiter {
  readonly limits: WaitLimits;
  /** Ends the wait: with a slot, or with `undefined` when a cool-down begins or is extended. */
  readonly settle: (slot: Slot | undefined) => void;
}

/**
 * Limits the requests of one product (G-rate-limit; service.md 8.2). A cool-down stops them. Then one probe goes alone,
 * then up to eight requests at a time. `p-queue` lacks three things: it cannot reject a waiter whose deadline falls
 * within a cool-down, send a probe alone, or revoke a slot.
 */
export class Gate {
  readonly #product: Product;
  readonly #clock: Clock;
  readonly #waiters = new Set<SlotWaiter>();
  #inFlight = 0;
  /** Counts the calls of `hold`, which revoke all earlier slots. */
  #holds = 0;
  #untilMs = Number.NEGATIVE_INFINITY;
  /** After a cool-down, requests go one at a time, as `#probe`, until one ends without being cancelled. */
  #isCautious = false;
  #probe: Slot | undefined;
  #cancelWake: () => void = () => undefined;

  constructor(product: Product, clock: Clock) {
    this.#product = product;
    this.#clock = clock;
  }

  /** Milliseconds left of the cool-down; 0 if there is none. */
  restMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.monotonicMs());
  }

  /** Begins or extends a cool-down. Wakes every waiter, which then checks whether its deadline allows the wait. */
  hold(waitMs: number): void {
    this.#untilMs = Math.max(this.#untilMs, this.#clock.monotonicMs() + waitMs);
    this.#holds += 1;
    this.#isCautious = true;
    this.#probe = undefined;
    this.#cancelWake();
    for (const { settle } of this.#waiters) settle(undefined);
    this.#waiters.clear();
  }

  /** Waits for a slot. The gate serves callers in the order of arrival. */
  async enter(limits: WaitLimits): Promise<Result<Slot>> {
    const startedMs = this.#clock.monotonicMs();
    for (;;) {
      const refusal = this.refusal(limits, startedMs);
      if (refusal !== undefined) return failed(refusal);
      if (this.#waiters.size === 0 && this.#hasRoom()) return success(this.#take());
      let settle: SlotWaiter["settle"] = () => undefined;
      const settled = new Promise<Slot | undefined>((resolve) => {
        settle = resolve;
      });
      const waiter = { limits, settle };
      this.#waiters.add(waiter);
      this.#pump();
      const waited = await within(this.#clock, settled, limits);
      this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) this.#cancelWake();
      if (waited.by === "value" && waited.value !== undefined) return success(waited.value);
      // The gate may still grant a slot just as the wait ends.
      void settled.then((slot) => slot?.leave());
    }
  }

  /** Why a caller must give up: it cancelled, its deadline passed, or its deadline falls within the cool-down. */
  refusal(limits: WaitLimits, startedMs: number): Failure | undefined {
    const product = this.#product;
    if (limits.signal?.aborted) return { kind: "cancelled", product };
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= limits.deadlineMs()) return { kind: "timeout", product, afterMs: nowMs - startedMs, sent: false };
    return this.#fits(limits) ? undefined : { kind: "rate_limited", product, waitMs: this.restMs() };
  }

  #fits(limits: WaitLimits): boolean {
    return this.restMs() === 0 || this.#untilMs < limits.deadlineMs();
  }

  #hasRoom(): boolean {
    return this.restMs() === 0 && this.#inFlight < MAX_IN_FLIGHT && this.#probe === undefined;
  }

  #pump(): void {
    this.#cancelWake();
    if (this.#waiters.size === 0) return;
    if (this.restMs() > 0) {
      this.#cancelWake = this.#clock.after(this.restMs(), () => this.#pump());
      return;
    }
    for (const waiter of this.#waiters) {
      if (!this.#hasRoom()) return;
      this.#waiters.delete(waiter);
      waiter.settle(this.#take());
    }
  }

  #take(): Slot {
    this.#inFlight += 1;
    const holds = this.#holds;
    const slot: Slot = {
      isCurrent: () => holds === this.#holds,
      answered: () => {
        if (this.#probe === slot) this.#isCautious = false;
      },
      leave: () => {
        this.#inFlight -= 1;
        if (this.#probe === slot) this.#probe = undefined;
        this.#pump();
      },
    };
    if (this.#isCautious) this.#probe = slot;
    return slot;
  }
}
