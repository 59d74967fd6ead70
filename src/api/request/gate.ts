import { type Failure, failed, type Result, success } from "../../domain/failure.ts";
import type { Product } from "../../domain/product.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type WaitLimits, waitWithin } from "../../runtime/waiting.ts";

/** The most requests of one product under way at a time (G-rate-limit). */
const MAX_IN_FLIGHT = 8;

export type Gates = Readonly<Record<Product, Gate>>;

export interface Slot {
  readonly principal: string | undefined;
  /** The gate sets it when a cool-down begins or is extended. A request not yet on the wire must then enter again. */
  isRevoked: boolean;
  /** Call it before `leave` if the attempt ended and was not cancelled. It does nothing if this slot is no trial. */
  completeTrial(): void;
  leave(): void;
}

interface SlotWaiter {
  readonly principal: string | undefined;
  /** Ends the wait. Without a slot: a cool-down began or was extended. */
  resolve: (slot?: Slot) => void;
}

/**
 * Limits the requests of one product (G-rate-limit; service.md 8.2). Ordinarily, `enter` gives a slot at once, and up
 * to eight are out. From the beginning of a cool-down to its end, it gives none. Then it gives a single one, the trial:
 * the others wait until the trial is complete. If the trial leaves incomplete, the next slot is the trial. A request
 * that was on the wire when a cool-down began keeps its slot, which counts towards the eight.
 */
export class Gate {
  readonly #product: Product;
  readonly #clock: Clock;
  readonly #waiters = new Set<SlotWaiter>();
  readonly #slots = new Set<Slot>();
  #coolDownEndMs = Number.NEGATIVE_INFINITY;
  /** `due`: the next slot is the trial. A slot: this trial is under way. */
  #trial: "none" | "due" | Slot = "none";
  #cancelTimer: () => void = () => undefined;

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
    this.#trial = "due";
    this.#cancelTimer();
    for (const slot of this.#slots) slot.isRevoked = true;
    for (const waiter of this.#waiters) waiter.resolve();
    this.#waiters.clear();
  }

  /** Waits for a slot. The next one goes to the principal that holds the fewest, and among its waiters to the oldest. */
  async enter(limits: WaitLimits, principal?: string): Promise<Result<Slot>> {
    const startedMs = this.#clock.monotonicMs();
    for (;;) {
      const failure = this.reasonNotToWait(limits, startedMs);
      if (failure !== undefined) return failed(failure);
      if (this.#waiters.size === 0 && this.#hasRoom()) return success(this.#take(principal));
      const slot = await this.#nextSlot(limits, principal);
      // Without a slot, the next turn says why, or waits on.
      if (slot !== undefined) return success(slot);
    }
  }

  /** Why a wait since `startedMs` must end: it was cancelled, or its deadline passed or falls within the cool-down. */
  reasonNotToWait(limits: WaitLimits, startedMs = this.#clock.monotonicMs()): Failure | undefined {
    const product = this.#product;
    if (limits.signal?.aborted) return { kind: "cancelled", product };
    const nowMs = this.#clock.monotonicMs();
    if (nowMs >= limits.deadlineMs()) return { kind: "timeout", product, afterMs: nowMs - startedMs, sent: false };
    if (this.#coolDownEndMs < limits.deadlineMs()) return undefined;
    return { kind: "rate_limited", product, waitMs: this.coolDownLeftMs() };
  }

  /** Undefined if the wait ended, or if a cool-down began or was extended meanwhile. */
  async #nextSlot(limits: WaitLimits, principal: string | undefined): Promise<Slot | undefined> {
    const waiter: SlotWaiter = { principal, resolve: () => undefined };
    const granted = new Promise<Slot | undefined>((resolve) => {
      waiter.resolve = resolve;
    });
    this.#waiters.add(waiter);
    this.#grant();
    const waited = await waitWithin(this.#clock, granted, limits);
    this.#waiters.delete(waiter);
    if (this.#waiters.size === 0) this.#cancelTimer();
    if (waited.by === "value") return waited.value;
    // A slot granted just as the wait ended goes back.
    void granted.then((slot) => slot?.leave());
    return undefined;
  }

  #hasRoom(): boolean {
    const isTrialUnderWay = typeof this.#trial === "object";
    return this.coolDownLeftMs() === 0 && this.#slots.size < MAX_IN_FLIGHT && !isTrialUnderWay;
  }

  /** Gives free slots to waiters, now or at the end of the cool-down. */
  #grant(): void {
    this.#cancelTimer();
    if (this.#waiters.size === 0) return;
    const coolDownLeftMs = this.coolDownLeftMs();
    if (coolDownLeftMs > 0) {
      this.#cancelTimer = this.#clock.after(coolDownLeftMs, () => this.#grant());
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
    const heldBy = ({ principal }: SlotWaiter): number => held.get(principal) ?? 0;
    let fewest = Number.POSITIVE_INFINITY;
    for (const waiter of this.#waiters) fewest = Math.min(fewest, heldBy(waiter));
    return [...this.#waiters].find((waiter) => heldBy(waiter) === fewest);
  }

  #take(principal: string | undefined): Slot {
    const slot: Slot = {
      principal,
      isRevoked: false,
      completeTrial: () => {
        if (this.#trial === slot) this.#trial = "none";
      },
      leave: () => {
        this.#slots.delete(slot);
        if (this.#trial === slot) this.#trial = "due";
        this.#grant();
      },
    };
    this.#slots.add(slot);
    if (this.#trial === "due") this.#trial = slot;
    return slot;
  }
}
