import type { Clock } from "../runtime/clock.ts";
import { remainingMs, type WaitLimits } from "./wait.ts";

/** The most requests of one product under way at a time (DESIGN 4, rate limit). */
const MAX_IN_FLIGHT = 8;

/** Jitter added after a cool-down, as a share of it and at most: processes that were held together do not return together. */
const JITTER_SHARE = 0.1;
const MAX_JITTER_MS = 250;

/** How a request got past the gate, or why it did not. `waitMs` is the rest of the cool-down. */
export type Entry =
  | { readonly by: "slot"; readonly slot: Slot }
  | { readonly by: "cooldown"; readonly waitMs: number }
  | { readonly by: "deadline" }
  | { readonly by: "signal" };

/** A place among the requests under way. Left exactly once. */
export interface Slot {
  /** Whether it may be used now: no cool-down began since it was given. */
  isCurrent(): boolean;
  /** `answered`: the service or the network said something; `cancelled`: the request was given up or never sent. */
  leave(how: "answered" | "cancelled"): void;
}

interface Waiter {
  readonly ticket: number;
  readonly limits: WaitLimits;
  readonly settle: (entry: Entry) => void;
}

/**
 * The gate of one product: holds every request back during a cool-down, lets the oldest waiter try alone after it, then
 * the rest, eight at a time (DESIGN 4, rate limit; spec 8.2). Times are monotonic milliseconds of the injected clock.
 */
export class Cooldown {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waiters: Waiter[] = [];
  #inFlight = 0;
  /** How many cool-downs have begun. */
  #holds = 0;
  #untilMs = Number.NEGATIVE_INFINITY;
  #jitterMs = 0;
  /** After a cool-down one request goes alone until it is answered; `probe` is that request. */
  #cautious = false;
  #probe: symbol | undefined;
  #cancelWake: (() => void) | undefined;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Milliseconds of cool-down left, 0 when none. */
  restMs(): number {
    return Math.max(0, this.#untilMs - this.#clock.monotonicMs());
  }

  /**
   * Begins a cool-down of `waitMs`, or extends the present one; never shortens it. Waiters whose time ends before it
   * does are told so at once.
   */
  hold(waitMs: number): void {
    const untilMs = this.#clock.monotonicMs() + waitMs;
    this.#holds += 1;
    this.#cautious = true;
    this.#probe = undefined;
    if (untilMs > this.#untilMs) {
      this.#untilMs = untilMs;
      this.#jitterMs = this.#random() * Math.min(waitMs * JITTER_SHARE, MAX_JITTER_MS);
    }
    for (const waiter of [...this.#waiters]) {
      if (this.#fits(waiter.limits)) this.#tell(waiter.limits);
      else waiter.settle({ by: "cooldown", waitMs: this.restMs() });
    }
    this.#pump();
  }

  /** Waits for a place. `ticket` gives seniority: the lowest goes first, and a repeated request keeps its own. */
  enter(ticket: number, limits: WaitLimits): Promise<Entry> {
    if (limits.signal.aborted) return Promise.resolve({ by: "signal" });
    if (remainingMs(this.#clock, limits) === 0) return Promise.resolve({ by: "deadline" });
    if (!this.#fits(limits)) return Promise.resolve({ by: "cooldown", waitMs: this.restMs() });
    this.#tell(limits);
    return new Promise((resolve) => {
      let cancelTimer: () => void = () => undefined;
      const waiter: Waiter = {
        ticket,
        limits,
        settle: (entry) => {
          const place = this.#waiters.indexOf(waiter);
          if (place >= 0) this.#waiters.splice(place, 1);
          cancelTimer();
          limits.signal.removeEventListener("abort", onAbort);
          resolve(entry);
        },
      };
      const onAbort = (): void => waiter.settle({ by: "signal" });
      const arm = (): void => {
        cancelTimer = this.#clock.after(remainingMs(this.#clock, limits), () => {
          if (remainingMs(this.#clock, limits) > 0) arm();
          else waiter.settle({ by: "deadline" });
        });
      };
      limits.signal.addEventListener("abort", onAbort);
      arm();
      const younger = this.#waiters.findIndex((other) => other.ticket > ticket);
      this.#waiters.splice(younger < 0 ? this.#waiters.length : younger, 0, waiter);
      this.#pump();
    });
  }

  /** Sends everyone away; the gate is not used afterwards. */
  close(): void {
    for (const waiter of [...this.#waiters]) waiter.settle({ by: "signal" });
    this.#cancelWake?.();
  }

  #fits(limits: WaitLimits): boolean {
    return this.restMs() === 0 || this.#untilMs + this.#jitterMs < limits.deadlineMs;
  }

  #tell(limits: WaitLimits): void {
    if (this.restMs() > 0) limits.heldUntil?.(this.#untilMs + this.#jitterMs);
  }

  #pump(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    if (this.#waiters.length === 0) return;
    const wakeMs = this.#untilMs + this.#jitterMs - this.#clock.monotonicMs();
    if (wakeMs > 0) {
      this.#cancelWake = this.#clock.after(wakeMs, () => this.#pump());
      return;
    }
    while (this.#inFlight < MAX_IN_FLIGHT && this.#probe === undefined) {
      const oldest = this.#waiters[0];
      if (oldest === undefined) return;
      oldest.settle({ by: "slot", slot: this.#take() });
    }
  }

  #take(): Slot {
    const id = Symbol();
    this.#inFlight += 1;
    if (this.#cautious) this.#probe = id;
    let left = false;
    const holds = this.#holds;
    return {
      isCurrent: () => holds === this.#holds,
      leave: (how) => {
        if (left) return;
        left = true;
        this.#inFlight -= 1;
        if (this.#probe === id) {
          this.#probe = undefined;
          if (how === "answered") this.#cautious = false;
        }
        this.#pump();
      },
    };
  }
}
