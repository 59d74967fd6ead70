import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type WaitLimits, waitWithin } from "../../runtime/waiting.ts";

/** The most requests of one product under way at a time (G-rate-limit). */
const MAX_IN_FLIGHT = 8;

export type Gates = Readonly<Record<Product, Gate>>;

export interface Slot {
  readonly principal: string | undefined;
  /** The gate sets it to false when a cool-down begins or is extended. */
  isCurrent: boolean;
  /** Call it before `leave` if the attempt ended and was not cancelled. It does nothing if this slot is no trial. */
  endTrial(): void;
  leave(): void;
}

interface SlotWaiter {
  readonly principal: string | undefined;
  /** Without a slot: a cool-down began or was extended. */
  resolve: (slot?: Slot) => void;
}

/**
 * Limits the requests of one product (G-rate-limit; service.md 8.2). Ordinarily `enter` gives a slot at once. States:
 * - open: up to eight slots.
 * - cooling, until `#coolDownEndMs`: no slot. Then trial.
 * - trial, while `#needsTrial`: one slot, `#trial`. Its `leave` opens the gate after `endTrial`, else allows another.
 * `beginCoolDown` makes every state cooling and revokes the slots given before: a request not yet on the wire must give
 * its slot back and enter again. One on the wire keeps its slot, which counts towards the eight beside the trial.
 */
export class Gate {
  readonly #product: Product;
  readonly #clock: Clock;
  readonly #waiters = new Set<SlotWaiter>();
  readonly #slots = new Set<Slot>();
  #coolDownEndMs = Number.NEGATIVE_INFINITY;
  #needsTrial = false;
  #trial: Slot | undefined;
  #cancelWake: () => void = () => undefined;

  constructor(product: Product, clock: Clock) {
    this.#product = product;
    this.#clock = clock;
  }

  coolDownLeftMs(): number {
    return Math.max(0, this.#coolDownEndMs - this.#clock.monotonicMs());
  }

  /** Begins or extends a cool-down. Every waiter then checks whether its deadline allows the wait. */
  beginCoolDown(waitMs: number): void {
    this.#coolDownEndMs = Math.max(this.#coolDownEndMs, this.#clock.monotonicMs() + waitMs);
    this.#needsTrial = true;
    this.#trial = undefined;
    this.#cancelWake();
    for (const slot of this.#slots) slot.isCurrent = false;
    for (const waiter of this.#waiters) waiter.resolve();
    this.#waiters.clear();
  }

  /** Waits for a slot. The next one goes to the principal that holds the fewest, and among its waiters to the oldest. */
  async enter(limits: WaitLimits, principal?: string): Promise<Result<Slot>> {
    const startedMs = this.#clock.monotonicMs();
    for (;;) {
      const failure = this.waitFailure(limits, startedMs);
      if (failure !== undefined) return failed(failure);
      if (this.#waiters.size === 0 && this.#hasRoom()) return success(this.#take(principal));
      const waiter: SlotWaiter = { principal, resolve: () => undefined };
      const granted = new Promise<Slot | undefined>((resolve) => {
        waiter.resolve = resolve;
      });
      this.#waiters.add(waiter);
      this.#grant();
      const waited = await waitWithin(this.#clock, granted, limits);
      this.#waiters.delete(waiter);
      if (this.#waiters.size === 0) this.#cancelWake();
      if (waited.by === "value" && waited.value !== undefined) return success(waited.value);
      // Not granted: the next turn says why, or waits on. A slot granted just as the wait ended goes back.
      void granted.then((slot) => slot?.leave());
    }
  }

  /** Why a wait since `startedMs` must end: it was cancelled, or its deadline passed or falls within the cool-down. */
  waitFailure(limits: WaitLimits, startedMs = this.#clock.monotonicMs()): Failure | undefined {
    const product = this.#product;
    if (limits.signal?.aborted) return { kind: "cancelled", product };
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= limits.deadlineMs()) return { kind: "timeout", product, afterMs: nowMs - startedMs, sent: false };
    if (this.#coolDownEndMs < limits.deadlineMs()) return undefined;
    return { kind: "rate_limited", product, waitMs: this.coolDownLeftMs() };
  }

  #hasRoom(): boolean {
    return this.coolDownLeftMs() === 0 && this.#slots.size < MAX_IN_FLIGHT && this.#trial === undefined;
  }

  /** Gives free slots to waiters, now or at the end of the cool-down. */
  #grant(): void {
    this.#cancelWake();
    if (this.#waiters.size === 0) return;
    const coolDownLeftMs = this.coolDownLeftMs();
    if (coolDownLeftMs > 0) {
      this.#cancelWake = this.#clock.after(coolDownLeftMs, () => this.#grant());
      return;
    }
    while (this.#hasRoom()) {
      const waiter = this.#nextWaiter();
      if (waiter === undefined) return;
      this.#waiters.delete(waiter);
      waiter.resolve(this.#take(waiter.principal));
    }
  }

  #nextWaiter(): SlotWaiter | undefined {
    const held = new Map<string | undefined, number>();
    for (const { principal } of this.#slots) held.set(principal, (held.get(principal) ?? 0) + 1);
    let next: SlotWaiter | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) {
      const slots = held.get(waiter.principal) ?? 0;
      if (slots >= fewest) continue;
      next = waiter;
      fewest = slots;
    }
    return next;
  }

  #take(principal: string | undefined): Slot {
    const slot: Slot = {
      principal,
      isCurrent: true,
      endTrial: () => {
        if (this.#trial === slot) this.#needsTrial = false;
      },
      leave: () => {
        this.#slots.delete(slot);
        if (this.#trial === slot) this.#trial = undefined;
        this.#grant();
      },
    };
    this.#slots.add(slot);
    if (this.#needsTrial) this.#trial = slot;
    return slot;
  }
}
